import NetEaseShared
import PluginShared
import SectionKit

/// Round menu buttons in one row that scrolls.
///
/// The menus come from a separate source, as an array of items, or in a block of the feed, as the
/// resources of its creatives.
struct Menus: SectionProvider {
  static let blockCodes: [StaticString] = ["MENUS", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"]
  static let showTypes: [StaticString] = ["DRAGON_BALL"]

  private struct Item {
    var title: String
    var source: Source?
    var tap: Tap?
    var id: String?
  }

  private let title: String
  private let items: [Item]
  private let style: MenuStyle
  private let cell: Cell

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    style = MenuStyle(metrics, textScale: block.environment.textScale)
    cell = Cell(metrics)
    if block.kind == .array {
      title = metrics.text("title", standard: "")
      items = block.root.objects.map { item in
        Item(
          title: item.text("name") ?? "", source: item["name"].source,
          tap: item.text("url").map { Tap(type: "orpheus", target: $0) }, id: item.id("id"))
      }
    } else {
      title = Heading(block, metrics: metrics).title.text
      items = try Card.cards(of: block).map { card in
        Item(title: card.title, source: card.titleSource, tap: card.tap, id: card.id)
      }
    }
  }

  var section: SectionDescription { SectionDescription(title: title) }

  func rowHeight(_ row: Int) -> RowHeight { style.rowHeight.row }

  func body(row: Int) -> Body {
    for node in cell.nodes { node }
    Carousel {
      for item in items { node(of: item) }
    }
    .frame(height: style.rowHeight)
    .padding(top: style.top, end: style.inset, start: style.inset)
    .gap(style.spacing)
  }

  private func node(of item: Item) -> Node {
    Stack {
      Stack {
        Icon(item.title.first.map(String.init) ?? "").font(style.iconSize).color("menuIcon")
      }
      .frame(width: style.disc, height: style.disc).align(.center).justify(.center)
      .cornerRadius(style.disc / 2).background("menuDisc").name("disc")
      Text(item.title).font(style.labelSize).lines(style.labelLines).textAlign(.center)
        .margin(top: style.labelGap).shrink().color("text").source(item.source)
    }
    .frame(width: style.itemWidth).frame(height: style.itemHeight).align(.center)
    .label(item.title).role(.button).action(item.tap)
    .identifier(type: "menu", id: item.id).name("menu")
  }
}

/// The dimensions of the menus on a page, in points.
private struct MenuStyle {
  let rowHeight, itemHeight: Figure
  let top, inset, spacing, itemWidth, disc, iconSize, labelGap, labelSize: Double
  let labelLines: Int

  init(_ metrics: Metrics, textScale: Double) {
    rowHeight = metrics.rowHeight(standard: 100)
    top = metrics.number("menu", "top", standard: 10)
    inset = metrics.number("menu", "inset", standard: 0)
    spacing = metrics.number("menu", "spacing", standard: 0)
    itemWidth = metrics.number("menu", "width", standard: 75) * metrics.scale
    itemHeight = metrics.figure(
      max(0, rowHeight.points - metrics.number("menu", "heightInset", standard: 20)))
    disc = itemWidth * metrics.number("menu", "discFraction", standard: 0.6)
    // The disc does not grow with the text size, so neither does the letter in it.
    iconSize = disc / 2 / max(1, textScale)
    labelGap = metrics.number("menu", "label", "gap", standard: 5)
    labelSize = metrics.number("menu", "label", "fontSize", standard: 12)
    labelLines = metrics.count("menu", "label", "maximumLines", standard: 1)
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var menus: SectionPlugin {
    SectionPlugin(id: "menus", version: "1.0.0", [Menus.self])
  }
}
