import NetEaseShared
import PluginShared
import SectionKit

/// Cards side by side: recommended, radar and scene playlists, podcast and video collections.
///
/// A header, then a carousel of cards, each with a square cover, its play count, and a title of at
/// most two lines below. Covers, cards and the section scale with the page. The header does not
/// scale. A card is 30 points less high than its carousel; these 30 points do not scale.
struct CardRail: SectionProvider {
  static let blockCodes: [StaticString] = [
    "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "HOMEPAGE_BLOCK_MGC_PLAYLIST",
    "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST", "HOMEPAGE_VOICELIST_RCMD", "HOMEPAGE_BLOCK_VIDEO_PLAYLIST",
  ]
  static let showTypes: [StaticString] = [
    "HOMEPAGE_SLIDE_PLAYLIST", "SLIDE_VOICELIST", "SLIDE_PODCAST_VOICE_MORE_TAB",
  ]

  private let cards: [Card]
  private let rail: Rail
  private let playCount: PlayCount
  private let cardWidth, cornerRadius: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    cards = try Card.cards(of: block)
    cardWidth = metrics.number("card", "width", standard: 120) * metrics.scale
    cornerRadius = metrics.number("card", "cornerRadius", standard: 10)
    rail = Rail(
      metrics, kind: "card", heading: Heading(block, metrics: metrics),
      itemWidth: cardWidth)
    playCount = PlayCount(metrics)
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
      Image(url: card.picture, aspectRatio: 1).frame(width: cardWidth, height: cardWidth)
        .cornerRadius(cornerRadius).badge(card.playCount.map(playCount.label)).role(.image)
      rail.title.node(card.title, source: card.titleSource)
    }
    .frame(width: cardWidth).frame(height: rail.itemHeight).name("card")
    return card.whole(node)
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var cardRail: SectionPlugin {
    SectionPlugin(id: "card-rail", version: "1.0.0", [CardRail.self])
  }
}
