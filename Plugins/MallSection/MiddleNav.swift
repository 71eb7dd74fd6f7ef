import PluginShared
import SectionKit

/// Round buttons, five per line: each is (S - (13 x 4 + 2m)) / 5 wide on a page of S points with
/// margins of m, and as high as its label needs in the reader's language: 80 in Chinese, 108 in
/// Vietnamese, otherwise 98.
///
/// Settings with their defaults: `item.columns` 5, `item.gap` 13, `item.height` 98,
/// `item.heights` `{"zh": 80, "vi": 108}`, `item.disc` 44, `item.fontSize` 12.
struct MiddleNav: MallGroup {
  static let blockCodes: [StaticString] = ["middleNav"]

  let surroundings: Surroundings
  private let items: [MallItem]
  private let height: Figure
  private let width, gap, disc, fontSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    items = try MallItem.items(of: block.root)
    surroundings = Surroundings(metrics, isEmpty: items.isEmpty)
    gap = metrics.number("item", "gap", standard: 13)
    fontSize = metrics.number("item", "fontSize", standard: 12)
    var columns = Double(max(1, metrics.count("item", "columns", standard: 5)))
    if metrics.isLargeText {
      // A column is at least as wide as two lines are high, so that words fit into it.
      let least = metrics.height(ofLines: 2, fontSize: fontSize)
      let inner = metrics.pageWidth - 2 * surroundings.margin
      columns = max(1, min(columns, ((inner + gap) / (least + gap)).rounded(.down)))
    }
    let free = metrics.pageWidth - (gap * (columns - 1) + 2 * surroundings.margin)
    width = max(0, free / columns)
    height = metrics.figure(Self.height(metrics, locale: block.environment.locale))
    disc = min(width, metrics.number("item", "disc", standard: 44))
  }

  private static func height(_ metrics: Metrics, locale: String) -> Double {
    let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let standard: Double? =
      switch language {
      case "zh": 80
      case "vi": 108
      default: nil
      }
    let other = metrics.number("item", "height", standard: 98)
    return metrics.number("item", "heights", language, standard: standard ?? other)
  }

  var section: SectionDescription { surroundings.section(.flow(), lineGap: gap, itemGap: gap) }
  var lineCount: Int { items.count }
  func lineHeight(_ row: Int) -> Figure? { height }
  func lineWidth(_ row: Int) -> Double? { width }

  @BodyBuilder func line(_ row: Int) -> Body {
    let item = items[row]
    item.whole(
      Stack {
        item.picture().frame(width: disc, height: disc).cornerRadius(disc / 2).role(.image)
        item.titleNode(fontSize, lines: 2).textAlign(.center).margin(top: 4)
      }
      .frame(width: width).frame(height: height).align(.center).padding(top: 6))
  }
}
