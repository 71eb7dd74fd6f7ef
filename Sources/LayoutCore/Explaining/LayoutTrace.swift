/// What a solver notes down about the layout it does, for explanations. Solvers at normal work have none.
final class LayoutTrace {
  /// One visit of a flex container: what the steps of the algorithm left.
  struct Container {
    let container: FlexContainer
    let items: [FlexItem]
    /// Ranges are of `items`.
    let lines: [FlexLine]
  }

  /// The visits that wrote the frames that stand, by node.
  var frames: [Int: Container] = [:]
  /// The last visit of any purpose that ended.
  var last: Container?
  /// Of the section, as its layout placed them.
  var rows: [SectionItem] = []
  var rowsHeight = 0.0
}

extension FlexSolver {
  /// Notes down a container whose items and lines are still on the stacks.
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
