/// The items and lines of the container that is being laid out and of the containers around it,
/// with the steps of the algorithm that use only items and lines.
///
/// The steps are written once for the solver's numbers and for the numbers of explanations.
struct FlexRun<Number: LayoutNumber>: ~Copyable {
  typealias Container = ContainerBox<Number>

  var items = FlatStack<ItemBox<Number>>()
  var lines = FlatStack<LineBox<Number>>()

  /// Collects the lines (§9.3 5): a single line unless the container wraps, otherwise as many items
  /// per line as fit.
  /// - Parameter hypotheticalMain: The sum of all hypothetical main sizes and margins.
  @inline(__always) mutating func collectLines(
    _ container: inout Container, _ style: ResolvedStyle, _ hypotheticalMain: Number
  ) {
    let main = container.main
    let gap = container.gap[main]
    let count = container.endItem - container.firstItem
    if !style.wraps && count > 0 {
      lines.push(
        LineBox(
          first: container.firstItem, end: container.endItem,
          hypotheticalMain: hypotheticalMain + gap * Number(count - 1)))
      container.endLine = lines.count
      return
    }
    let limit = container.lineLimit
    var first = container.firstItem
    var sum: Number = 0
    for index in container.firstItem..<container.endItem {
      let outer = items[index].hypothetical + items[index].margin(main)
      let extended = index == first ? outer : sum + gap + outer
      // An excess of up to 0.01 points is a rounding error, so three thirds of a width fit on one
      // line.
      if index > first && extended > limit + 0.01 {
        lines.push(LineBox(first: first, end: index, hypotheticalMain: sum))
        first = index
        sum = outer
      } else {
        sum = extended
      }
    }
    if first < container.endItem {
      lines.push(LineBox(first: first, end: container.endItem, hypotheticalMain: sum))
    }
    container.endLine = lines.count
  }

  /// Removes the items and lines of a container.
  mutating func remove(_ container: Container) {
    items.truncate(to: container.firstItem)
    lines.truncate(to: container.firstLine)
  }
}
