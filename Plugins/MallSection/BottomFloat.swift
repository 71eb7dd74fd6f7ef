import PluginShared
import SectionKit

/// The list at the end of the page, as high as its items but at least 400 points, under a header
/// that stays at the top of the screen while the list scrolls.
///
/// Settings with their defaults: `minimumHeight` 400, `header.height` 44, `item.padding` 10,
/// `item.picture` 80, `item.fontSize` 15, `item.subtitle.fontSize` 12, and those of ``Surroundings``
/// with a `margin` of 0.
struct BottomFloat: MallGroup {
  static let blockCodes: [StaticString] = ["bottomFloat"]

  let surroundings: Surroundings
  private let items: [MallItem]
  private let minimumHeight, padding, picture, titleSize, subtitleSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    items = try MallItem.items(of: block.root)
    surroundings = Surroundings(
      metrics, isEmpty: items.isEmpty, margin: 0, header: 44, isHeaderPinned: true)
    minimumHeight = metrics.number("minimumHeight", standard: 400)
    padding = metrics.number("item", "padding", standard: 10)
    picture = metrics.number("item", "picture", standard: 80)
    titleSize = metrics.number("item", "fontSize", standard: 15)
    subtitleSize = metrics.number("item", "subtitle", "fontSize", standard: 12)
  }

  func lineHeight(_ row: Int) -> Double? { nil }

  @BodyBuilder func line(_ row: Int) -> Body {
    Stack {
      for item in items { node(of: item) }
    }
    .frame(minHeight: minimumHeight).name("list")
  }

  private func node(of item: MallItem) -> Node {
    item.whole(
      Row {
        if item.image != nil {
          item.picture().frame(width: picture, height: picture).margin(end: padding)
            .cornerRadius(8).role(.image)
        }
        Stack {
          item.titleNode(titleSize, lines: 2)
          item.subtitleNode(subtitleSize, lines: 2)
          item.priceNode(titleSize)
        }
        .grow().shrink().basis(0).gap(4).name("texts")
      }
      .padding(padding).align(.center))
  }
}
