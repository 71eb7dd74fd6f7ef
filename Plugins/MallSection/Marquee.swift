import PluginShared
import SectionKit

/// A line of news, as wide as the page and 32 points high, which shows one item after another.
///
/// Settings with their defaults: `item.height` 32, `item.fontSize` 13, `item.interval` 3 seconds,
/// `item.inset` 10, and the settings that ``Surroundings`` reads, with a `margin` of 0.
struct Marquee: MallGroup {
  static let blockCodes: [StaticString] = ["marquee"]

  let surroundings: Surroundings
  private let items: [MallItem]
  private let height: Figure
  private let fontSize, interval, inset: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    items = try MallItem.items(of: block.root)
    surroundings = Surroundings(metrics, isEmpty: items.isEmpty, margin: 0)
    height = metrics.figure("item", "height", standard: 32)
    fontSize = metrics.number("item", "fontSize", standard: 13)
    interval = metrics.number("item", "interval", standard: 3)
    inset = metrics.number("item", "inset", standard: 10)
  }

  func lineHeight(_ row: Int) -> Figure? { height }

  @BodyBuilder func line(_ row: Int) -> Body {
    Pager(interval: items.count > 1 ? interval : 0) {
      for item in items { node(of: item) }
    }
    .frame(height: height)
  }

  private func node(of item: MallItem) -> Node {
    item.whole(
      Row { item.titleNode(fontSize) }.frame(height: height).padding(horizontal: inset)
        .align(.center))
  }
}
