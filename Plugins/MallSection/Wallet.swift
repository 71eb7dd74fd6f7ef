import PluginShared
import SectionKit

/// Two lines of accounts, each `item.eachHeight` (80) points high. Lines are 10 points apart.
///
/// If the number of accounts is odd, the first line has one account more than the second.
struct Wallet: MallGroup {
  static let blockCodes: [StaticString] = ["wallet"]

  let surroundings: Surroundings
  private let items: [MallItem]
  private let height, eachHeight: Figure
  private let gap, padding, cornerRadius, titleSize, subtitleSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    items = try MallItem.items(of: block.root)
    surroundings = Surroundings(metrics, isEmpty: items.isEmpty)
    eachHeight = metrics.figure("item", "eachHeight", standard: 80)
    gap = metrics.number("item", "gap", standard: 10)
    height = metrics.figure(2 * eachHeight.points + gap)
    padding = metrics.number("item", "padding", standard: 10)
    cornerRadius = metrics.number("item", "cornerRadius", standard: 8)
    titleSize = metrics.number("item", "fontSize", standard: 15)
    subtitleSize = metrics.number("item", "subtitle", "fontSize", standard: 12)
  }

  func lineHeight(_ row: Int) -> Figure? { height }

  @BodyBuilder func line(_ row: Int) -> Body {
    let half = (items.count + 1) / 2
    Stack {
      for items in [items[..<half], items[half...]] {
        Row {
          for item in items { node(of: item) }
        }
        .frame(height: eachHeight).gap(gap).name("line")
      }
    }
    .frame(height: height).gap(gap).name("wallet")
  }

  private func node(of item: MallItem) -> Node {
    item.whole(
      Stack {
        item.titleNode(titleSize, weight: .bold)
        item.subtitleNode(subtitleSize)
      }
      .grow().shrink().basis(0).padding(horizontal: padding).justify(.center).gap(2)
      .cornerRadius(cornerRadius).background("cell"))
  }
}
