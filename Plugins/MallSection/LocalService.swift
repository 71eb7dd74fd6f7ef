import PluginShared
import SectionKit

/// Services nearby, as many in a line as fit. Each is 110 points high. On a page 375 points wide, each
/// is 82 points wide; the width scales with the page.
///
/// Settings with their defaults: `item.width` 82, `item.designWidth` 375, `item.height` 110,
/// `item.gap` 10, `item.fontSize` 12, `item.subtitle.fontSize` 10.
struct LocalService: MallGroup {
  static let blockCodes: [StaticString] = ["localService"]

  let surroundings: Surroundings
  private let items: [MallItem]
  private let height: Figure
  private let width, gap, titleSize, subtitleSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    items = try MallItem.items(of: block.root)
    surroundings = Surroundings(metrics, isEmpty: items.isEmpty)
    let designWidth = metrics.number("item", "designWidth", standard: 375)
    width =
      metrics.number("item", "width", standard: 82) * metrics.pageWidth
      / (designWidth > 0 ? designWidth : 375)
    height = metrics.figure("item", "height", standard: 110)
    gap = metrics.number("item", "gap", standard: 10)
    titleSize = metrics.number("item", "fontSize", standard: 12)
    subtitleSize = metrics.number("item", "subtitle", "fontSize", standard: 10)
  }

  var section: SectionDescription { surroundings.section(.flow(), lineGap: gap, itemGap: gap) }
  var lineCount: Int { items.count }
  func lineHeight(_ row: Int) -> Figure? { height }
  func lineWidth(_ row: Int) -> Double? { width }

  @BodyBuilder func line(_ row: Int) -> Body {
    let item = items[row]
    let side = max(0, min(width, height.points - 44))
    item.whole(
      Stack {
        item.picture().frame(width: side, height: side).cornerRadius(8).role(.image)
        item.titleNode(titleSize).textAlign(.center).margin(top: 4)
        item.subtitleNode(subtitleSize)?.textAlign(.center).margin(top: 2)
      }
      .frame(height: height).align(.center))
  }
}
