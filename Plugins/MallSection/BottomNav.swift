import PluginShared
import SectionKit

/// Tiles 70 points high: two on the first line, then three per line. Each of k tiles on a line is
/// floor((S - (4 (k - 1) + 2m)) / k) wide on a page of S points with margins of m.
///
/// Settings with their defaults: `item.firstColumns` 2, `item.columns` 3, `item.gap` 4,
/// `item.height` 70, `item.fontSize` 14, `item.subtitle.fontSize` 11.
struct BottomNav: MallGroup {
  static let blockCodes: [StaticString] = ["bottomNav"]

  let surroundings: Surroundings
  private let items: [MallItem]
  private let firstColumns, columns: Int
  private let height: Figure
  private let pageWidth, gap, titleSize, subtitleSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    items = try MallItem.items(of: block.root)
    surroundings = Surroundings(metrics, isEmpty: items.isEmpty)
    firstColumns = max(1, metrics.count("item", "firstColumns", standard: 2))
    columns = max(1, metrics.count("item", "columns", standard: 3))
    pageWidth = metrics.pageWidth
    gap = metrics.number("item", "gap", standard: 4)
    height = metrics.figure("item", "height", standard: 70)
    titleSize = metrics.number("item", "fontSize", standard: 14)
    subtitleSize = metrics.number("item", "subtitle", "fontSize", standard: 11)
  }

  private func width(sharedBy count: Int) -> Double {
    let free = pageWidth - (gap * Double(count - 1) + 2 * surroundings.margin)
    return max(0, (free / Double(count)).rounded(.down))
  }

  var section: SectionDescription { surroundings.section(.flow(), lineGap: gap, itemGap: gap) }
  var lineCount: Int { items.count }
  func lineHeight(_ row: Int) -> Figure? { height }
  func lineWidth(_ row: Int) -> Double? {
    width(sharedBy: row < firstColumns ? firstColumns : columns)
  }

  @BodyBuilder func line(_ row: Int) -> Body {
    let item = items[row]
    let side = max(0, min(40, height.points - 20))
    item.whole(
      Row {
        Stack {
          item.titleNode(titleSize, weight: .bold)
          item.subtitleNode(subtitleSize, lines: 2)
        }
        .grow().shrink().basis(0).justify(.center).gap(2).name("texts")
        if item.image != nil {
          item.picture().frame(width: side, height: side).role(.image)
        }
      }
      .frame(height: height).padding(horizontal: 8).align(.center).cornerRadius(8)
      .background("cell"))
  }
}
