import PluginShared
import SectionKit

/// A provider for a group of the mall: items with margins, header, footer and background. A group
/// without items has a single row, the placeholder.
protocol MallGroup: SectionProvider {
  var surroundings: Surroundings { get }
  /// The number of rows of a group with items.
  var lineCount: Int { get }
  /// Returns the height of a row with items; `nil` means the height that its body needs.
  func lineHeight(_ row: Int) -> Figure?
  /// Returns the width of a row with items, in points; `nil` means the width that the layout gives.
  func lineWidth(_ row: Int) -> Double?
  /// Returns the content of a row with items.
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
    return lineHeight(row)?.row ?? .automatic
  }

  func body(row: Int) -> Body { surroundings.isEmpty ? surroundings.placeholder : line(row) }

  var section: SectionDescription { surroundings.section() }
  var header: Body { surroundings.header }
  var footer: Body { surroundings.footer }
  var background: Body { surroundings.background }
}

extension MallItem {
  /// Returns the title on at most `lines` lines.
  func titleNode(_ size: Double, lines: Int = 1, weight: FontWeight = .regular) -> Node {
    Text(title).font(size, weight).lines(lines).shrink().color("text").source(titleSource)
  }

  func subtitleNode(_ size: Double, lines: Int = 1) -> Node? {
    guard !subtitle.isEmpty else { return nil }
    return Text(subtitle).font(size).lines(lines).shrink().color("secondary").source(subtitleSource)
  }

  /// Returns the price, then the original price, smaller and struck through; `nil` without a price.
  func priceNode(_ size: Double) -> Node? {
    guard let price else { return nil }
    let text = Text(price).font(size, .bold).lines(1).color("tint").name("price")
    guard let originalPrice else { return text }
    return text + Text(" \(originalPrice)").font(size * 0.8).color("secondary").strikethrough()
  }

  /// Returns the item's picture with the given ratio width / height.
  func picture(aspectRatio: Double = 1) -> Image { Image(url: image, aspectRatio: aspectRatio) }

  /// Adds the item's title as label, its tap action and its identifier to a node.
  func whole(_ node: Node) -> Node {
    node.label(title).role(.button).action(tap).identifier(type: "item", id: id).name("item")
  }
}
