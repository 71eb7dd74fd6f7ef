import PluginShared
import SectionKit

/// Popular searches: chips, as many per line as fit, below a title.
///
/// Chips are sorted by their `order`; chips of equal order keep the feed's order, and chips without
/// `order` are last. Chips with `visible` 0 or without a name are hidden. A tap on a chip opens its
/// `link`, or else searches for its name.
struct HotKeys: SectionProvider {
  static let blockCodes: [StaticString] = ["HOT_KEYS"]

  private struct Key {
    var name: Phrase
    var order: Double
    var tap: Tap

    init?(_ value: Value) {
      guard value["visible"].double != 0, let name = Phrase("name", in: value) else { return nil }
      self.name = name
      order = value["order"].double ?? .infinity
      tap =
        value.text("link").map { Tap(type: "web", target: $0) }
        ?? Tap(type: "search", target: name.text)
    }
  }

  private let title: String
  private let keys: [Key]
  private let style: ChipStyle

  init(_ block: Block) throws {
    guard block.kind == .array else {
      throw Decline("block is no list of hot keys: expected an array, found \(block.root.found)")
    }
    let metrics = Metrics(block)
    title = metrics.text("title", standard: "")
    style = ChipStyle(metrics)
    keys = block.root.objects.compactMap(Key.init).enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }

  private var hasHeader: Bool { !title.isEmpty && !keys.isEmpty }

  var section: SectionDescription {
    SectionDescription(
      title: title, layout: .flow(),
      insets: EdgeInsets(end: style.inset, bottom: style.bottom, start: style.inset),
      rowSpacing: style.spacing, itemSpacing: style.spacing,
      header: hasHeader ? Supplement(height: style.headerHeight.row) : nil)
  }

  var rowCount: Int { keys.count }

  var header: Body {
    Row {
      Text(title).font(style.headerSize, .bold).lines(1).shrink().color("text")
    }
    .frame(height: style.headerHeight).padding(horizontal: style.inset).align(.center)
    .role(.header).name("header")
  }

  func body(row: Int) -> Body {
    let key = keys[row]
    Row {
      key.name.node.font(style.fontSize).lines(1).shrink().color("chipText")
    }
    .padding(horizontal: style.chipInset).align(.center).frame(minHeight: style.chipHeight)
    .cornerRadius(style.chipHeight / 2).background("chip").shrink().name("chip")
    .target(above: hasHeader ? style.missing / 2 : 0, below: style.missing / 2)
    .label(key.name.text).role(.button).action(key.tap).name("target")
  }
}

/// The dimensions of chips, in points.
private struct ChipStyle {
  let headerHeight: Figure
  let inset, bottom, spacing, headerSize, chipInset, chipHeight, fontSize: Double
  /// The height that a chip lacks as a target.
  let missing: Double

  init(_ metrics: Metrics) {
    inset = metrics.number("chip", "inset", standard: 16)
    bottom = metrics.number("chip", "bottom", standard: 16)
    spacing = metrics.number("chip", "spacing", standard: 10)
    headerHeight = metrics.figure("header", "height", standard: 40)
    headerSize = metrics.number("header", "title", "fontSize", standard: 17)
    chipInset = metrics.number("chip", "padding", standard: 12)
    chipHeight = metrics.number("chip", "height", standard: 28)
    fontSize = metrics.number("chip", "fontSize", standard: 13)
    missing = max(
      0, Metrics.target - max(chipHeight, metrics.height(ofLines: 1, fontSize: fontSize)))
  }
}
