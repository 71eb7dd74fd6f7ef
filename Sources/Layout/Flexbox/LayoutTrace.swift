/// A record of a solver's decisions, for explanations. An ordinary layout has no trace.
final class LayoutTrace {
  /// The state of a flex container at the end of one run of the flex algorithm, called a visit.
  struct Container {
    let container: FlexContainer
    let items: [FlexItem]
    /// Whether the query gave the container's height. If the given height is also definite,
    /// `container.basis` has a height.
    let isHeightImposed: Bool
  }

  /// The visits that computed the final frames of the children, by the node index of the container.
  var frames: [Int: Container] = [:]
  /// The visit that ended last, whatever its purpose; `frames` has only visits for final frames.
  var last: Container?
  /// The size in which the content of a bare row was last laid out (`Section.isBareRow`).
  var bareSize = Pair.zero
  /// The rows of the section, measured but not yet placed.
  var rows: [SectionItem] = []
}

extension FlexSolver {
  /// Records a visit of a container whose items are still in `run.items`.
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
