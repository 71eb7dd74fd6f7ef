import NetEaseShared
import PluginShared
import SectionKit

/// Selected music videos: portrait covers with play count and length, and a text below.
///
/// The videos are in `extInfo`, which is an array here and an object in other blocks.
struct Videos: SectionProvider {
  static let blockCodes: [StaticString] = ["HOMEPAGE_MUSIC_MLOG"]
  static let showTypes: [StaticString] = ["SHUFFLE_MLOG", "HOMEPAGE_SLIDE_PLAYABLE_MLOG"]

  private struct Video {
    var text: String
    var source: Source
    var playCount: Int64?
    /// The duration in milliseconds.
    var duration: Int64?
    var aspectRatio: Double
    var tap: Tap?
    var picture: String?
    var id: String?

    init(_ element: Value) {
      let data = element["resource"]["mlogBaseData"]
      text = data.text("text") ?? ""
      source = data["text"].source
      duration = data.tally("duration")
      playCount = element["resource"]["mlogExtVO"].tally("playCount")
      let width = data["coverWidth"].double ?? 0
      let height = data["coverHeight"].double ?? 0
      let ratio = width / height
      // A ratio that is not a number or out of a reasonable range is replaced by 0, "unknown".
      aspectRatio = (0.001...1_000).contains(ratio) && width > 0 ? ratio : 0
      picture = data["coverUrl"].string
      id = data.text("id") ?? element.text("id")
      tap = id.map { Tap(type: "orpheus", target: "orpheus://mlog/\($0)") }
    }

    /// The duration, such as "03:41".
    var length: String? {
      guard let duration, duration > 0 else { return nil }
      let seconds = duration / 1000
      func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(twoDigits(seconds / 60)):\(twoDigits(seconds % 60))"
    }
  }

  private let videos: [Video]
  private let rail: Rail
  private let playCount: PlayCount
  private let cardWidth, coverHeight, cornerRadius, lengthInset, lengthSize: Double
  /// The largest width of a length at large text sizes.
  private let lengthWidth: Double?

  init(_ block: Block) throws {
    let list = block["extInfo"]
    guard list.kind == .array else {
      throw Decline(
        "block has no videos: expected `extInfo` to be an array, found \(list.found)",
        at: list.exists ? list : nil)
    }
    let metrics = Metrics(block)
    videos = list.objects.map(Video.init)
    cardWidth = metrics.number("video", "width", standard: 100) * metrics.scale
    rail = Rail(
      metrics, kind: "video", heading: Heading(block, metrics: metrics),
      itemWidth: cardWidth)
    let ratio = metrics.number("video", "coverAspectRatio", standard: 0.75)
    coverHeight =
      ratio > 0 ? min(rail.itemHeight.points, cardWidth / ratio) : rail.itemHeight.points
    cornerRadius = metrics.number("video", "cornerRadius", standard: 10)
    lengthInset = metrics.number("video", "badge", "inset", standard: 5)
    lengthWidth = metrics.isLargeText ? max(0, cardWidth - 2 * lengthInset) : nil
    lengthSize = metrics.number("video", "badge", "fontSize", standard: 10)
    playCount = PlayCount(metrics)
  }

  var section: SectionDescription { rail.section }

  func rowHeight(_ row: Int) -> RowHeight { rail.rowHeight.row }

  func body(row: Int) -> Body {
    rail.body {
      for video in videos { node(of: video) }
    }
  }

  private func node(of video: Video) -> Node {
    Stack {
      Stack {
        Image(url: video.picture, aspectRatio: video.aspectRatio)
          .frame(width: cardWidth, height: coverHeight)
          .cornerRadius(cornerRadius).badge(video.playCount.map(playCount.label)).role(.image)
        if let length = video.length {
          Badge(length).font(lengthSize).lines(lengthWidth == nil ? 0 : 1)
            .frame(maxWidth: lengthWidth).color("onBadge").name("length")
            .absolute(end: lengthInset, bottom: lengthInset)
        }
      }
      .frame(width: cardWidth, height: coverHeight).name("cover")
      rail.title.node(video.text, source: video.source)
    }
    .frame(width: cardWidth).frame(height: rail.itemHeight)
    .label(video.text).role(.button).action(video.tap)
    .identifier(type: "mlog", id: video.id).name("video")
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var videos: SectionPlugin {
    SectionPlugin(id: "videos", version: "1.0.0", [Videos.self])
  }
}
