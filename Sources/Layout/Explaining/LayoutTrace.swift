/// A record of the decisions of a solver, for explanations. In normal operation solvers have none.
final class LayoutTrace {
  /// One visit of a flex container: the state after the steps of the algorithm.
  struct Container {
    let container: FlexContainer
    let items: [FlexItem]
    /// The lines, as ranges of `items`.
    let lines: [FlexLine]
  }

  /// The visits that wrote the final frames, by node.
  var frames: [Int: Container] = [:]
  /// The last visit that ended, for any purpose.
  var last: Container?
  /// The rows of the section before they are placed.
  var rows: [SectionItem] = []
}

extension FlexSolver {
  /// Records a container whose items and lines are still on the stacks.
  @inline(never) func note(_ container: FlexContainer, in trace: LayoutTrace) {
    let first = container.firstItem
    let items = (first..<container.endItem).map { self.items[$0] }
    let lines = (container.firstLine..<container.endLine).map { index in
      var line = self.lines[index]
      line.first -= first
      line.end -= first
      return line
    }
    let noted = LayoutTrace.Container(container: container, items: items, lines: lines)
    if container.purpose == .frames { trace.frames[container.node] = noted }
    trace.last = noted
  }
}
