import SectionKit

/// A group of the mall: what a provider says about its items, inside the surroundings that all groups
/// share. A group without items has one row, the placeholder.
protocol MallGroup: SectionProvider {
  var surroundings: Surroundings { get }
  /// Rows of a group with items.
  var lineCount: Int { get }
  /// Of a row with items, in points; `nil`: of the points that its body needs.
  func lineHeight(_ row: Int) -> Double?
  /// Of a row with items, in points; `nil`: as the layout gives it.
  func lineWidth(_ row: Int) -> Double?
  /// What a row with items shows.
  func line(_ row: Int) -> Body
}

extension MallGroup {
  var lineCount: Int { 1 }
  func lineWidth(_ row: Int) -> Double? { nil }

  var rowCount: Int { surroundings.isEmpty ? 1 : lineCount }

  func item(_ row: Int) -> ItemDescription {
    guard !surroundings.isEmpty, let width = lineWidth(row) else { return ItemDescription() }
    return ItemDescription(width: .points(width))
  }

  func rowHeight(_ row: Int) -> RowHeight {
    if surroundings.isEmpty { return .points(surroundings.placeholderHeight) }
    return lineHeight(row).map(RowHeight.points) ?? .automatic
  }

  func body(row: Int) -> Body { surroundings.isEmpty ? surroundings.placeholder : line(row) }

  var section: SectionDescription { surroundings.section() }
  var header: Body { surroundings.header }
  var footer: Body { surroundings.footer }
  var background: Body { surroundings.background }
}

extension MallItem {
  /// The title on one line, or as many as stated.
  func titleNode(_ size: Double, lines: Int = 1, weight: FontWeight = .regular) -> Node {
    Text(title).font(size, weight).lines(lines).shrink().color("text").source(titleSource)
  }

  func subtitleNode(_ size: Double, lines: Int = 1) -> Node? {
    guard !subtitle.isEmpty else { return nil }
    return Text(subtitle).font(size).lines(lines).shrink().color("secondary").source(subtitleSource)
  }

  /// A node that is the whole item: it can be tapped, and is called by the title.
  func whole(_ node: Node) -> Node {
    node.label(title).role(.button).action(tap).name("item")
  }
}
