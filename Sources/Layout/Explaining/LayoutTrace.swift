/// A record of the decisions of a solver, for explanations. In normal operation solvers have none.
final class LayoutTrace {
  /// One visit of a flex container: the state after the steps of the algorithm.
  struct Container {
    let container: FlexContainer
    let items: [FlexItem]
    /// Whether the height was known at the start; the container's `basis` says whether it is
    /// definite.
    let isHeightImposed: Bool
  }

  /// The visits that wrote the final frames, by node.
  var frames: [Int: Container] = [:]
  /// The last visit that ended, for any purpose.
  var last: Container?
  /// The size in which the content of the only row of a bare section was laid out last.
  var bareSize = Pair.zero
  /// The rows of the section before they are placed.
  var rows: [SectionItem] = []
}

extension FlexSolver {
  /// Records a container whose items are still on the stack.
  @inline(never) func note(
    _ container: FlexContainer, isHeightImposed: Bool, in trace: LayoutTrace
  ) {
    let items = (container.firstItem..<container.endItem).map { run.items[$0] }
    let noted = LayoutTrace.Container(
      container: container, items: items, isHeightImposed: isHeightImposed)
    if container.purpose == .frames { trace.frames[container.node] = noted }
    trace.last = noted
  }
}
