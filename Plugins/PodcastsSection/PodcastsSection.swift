import NetEaseShared
import PluginShared
import SectionKit

/// Round covers of programmes that are broadcast around the clock. The width of the covers does not
/// scale with the page.
struct Podcasts: SectionProvider {
  static let blockCodes: [StaticString] = ["HOMEPAGE_PODCAST24"]
  static let showTypes: [StaticString] = ["SLIDE_PLAYABLE_DRAGON_BALL"]

  private let cards: [Card]
  private let rail: Rail
  private let itemWidth, coverWidth: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    cards = try Card.cards(of: block)
    itemWidth = metrics.number("podcast", "width", standard: 120)
    coverWidth = max(0, itemWidth - metrics.number("podcast", "cover", "widthInset", standard: 10))
    rail = Rail(
      metrics, kind: "podcast", heading: Heading(block, metrics: metrics),
      itemWidth: itemWidth)
  }

  var section: SectionDescription { rail.section }

  func rowHeight(_ row: Int) -> RowHeight { rail.rowHeight.row }

  func body(row: Int) -> Body {
    rail.body {
      for card in cards { node(of: card) }
    }
  }

  private func node(of card: Card) -> Node {
    let node = Stack {
      Image(url: card.picture, aspectRatio: 1).frame(width: coverWidth, height: coverWidth)
        .cornerRadius(coverWidth / 2).role(.image)
      rail.title.node(card.title, source: card.titleSource).textAlign(.center)
    }
    .frame(width: itemWidth).frame(height: rail.itemHeight).align(.center).name("podcast")
    return card.whole(node)
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var podcasts: SectionPlugin {
    SectionPlugin(id: "podcasts", version: "1.0.0", [Podcasts.self])
  }
}
