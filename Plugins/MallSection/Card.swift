import PluginShared
import SectionKit

/// Cards as wide as the page minus its margins. A group usually has one card. Several text cards
/// are placed one below the other; several pictures are the pages of a pager.
///
/// | group | height | look |
/// |---|---|---|
/// | beltAndRoad | 46 | picture |
/// | shoppingCarnival | 150 | picture |
/// | walletCard | 85 | text |
/// | otc, hxPrefecture | 60 | text |
/// | middleAd | 114 | picture |
///
/// A card whose item has `"expanded": true` is 140 points high and shows its whole subtitle.
///
/// Settings with their defaults: `item.height` as above, `item.expandedHeight` 140, `item.gap` 10,
/// `item.padding` 10, `item.cornerRadius` 8, `item.fontSize` 15, `item.subtitle.fontSize` 12.
struct Card: MallGroup {
  static let blockCodes: [StaticString] = [
    "beltAndRoad", "shoppingCarnival", "walletCard", "otc", "hxPrefecture", "middleAd",
  ]

  let surroundings: Surroundings
  private let items: [MallItem]
  private let isPicture: Bool
  private let height, expandedHeight: Figure
  private let gap, padding, cornerRadius, titleSize, subtitleSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    items = try MallItem.items(of: block.root)
    surroundings = Surroundings(metrics, isEmpty: items.isEmpty)
    let standard = Self.standard(block.code)
    isPicture = standard.isPicture
    height = metrics.figure("item", "height", standard: standard.height)
    expandedHeight = metrics.figure("item", "expandedHeight", standard: 140)
    gap = metrics.number("item", "gap", standard: 10)
    padding = metrics.number("item", "padding", standard: 10)
    cornerRadius = metrics.number("item", "cornerRadius", standard: 8)
    titleSize = metrics.number("item", "fontSize", standard: 15)
    subtitleSize = metrics.number("item", "subtitle", "fontSize", standard: 12)
  }

  private static func standard(_ code: String) -> (height: Double, isPicture: Bool) {
    switch code {
    case "beltAndRoad": (46, true)
    case "shoppingCarnival": (150, true)
    case "middleAd": (114, true)
    case "walletCard": (85, false)
    default: (60, false)
    }
  }

  var section: SectionDescription {
    surroundings.section(isPicture ? .pager : .list, lineGap: gap, itemGap: gap)
  }
  var lineCount: Int { items.count }
  func lineHeight(_ row: Int) -> Figure? { items[row].isExpanded ? expandedHeight : height }

  @BodyBuilder func line(_ row: Int) -> Body {
    let item = items[row]
    (isPicture ? picture(item) : text(item))
      .frame(minHeight: item.isExpanded ? expandedHeight.points : height.points)
  }

  private func picture(_ item: MallItem) -> Node {
    item.whole(
      Stack {
        item.picture(aspectRatio: 0).absolute(top: 0, end: 0, bottom: 0, start: 0).cornerRadius(
          cornerRadius
        )
        .role(.image)
        if !item.title.isEmpty { item.titleNode(titleSize, weight: .bold).color("onImage") }
        item.subtitleNode(subtitleSize)?.color("onImage")
      }
      .grow().padding(horizontal: padding).justify(.center))
  }

  private func text(_ item: MallItem) -> Node {
    let side = max(0, min(40, height.points - 2 * padding))
    return item.whole(
      Row {
        if item.image != nil {
          item.picture().frame(width: side, height: side).margin(end: padding).role(.image)
        }
        Stack {
          item.titleNode(titleSize, weight: .bold)
          item.subtitleNode(subtitleSize, lines: item.isExpanded ? 0 : 1)
        }
        .grow().shrink().basis(0).justify(.center).gap(2).name("texts")
      }
      .grow().padding(horizontal: padding).align(.center).cornerRadius(cornerRadius)
      .background("cell"))
  }
}
