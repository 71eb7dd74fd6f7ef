import NetEaseShared
import PluginShared
import SectionKit

/// A pager of pictures, which advances automatically. Each picture has a tag with its kind. Several
/// pictures have a row of dots.
///
/// A picture is 20 points narrower than the section, and its height is 20 points less. These 20
/// points do not scale with the page.
struct Banner: SectionProvider {
  static let blockCodes: [StaticString] = ["HOMEPAGE_BANNER"]
  static let showTypes: [StaticString] = ["BANNER"]

  private struct Page {
    var tag: String
    var tagSource: Source
    var tagColor: String
    var tap: Tap?
    var picture: String?
    var type: String
    var id: String?
  }

  private let title: String
  private let pages: [Page]
  private let style: BannerStyle
  private let cell: Cell

  init(_ block: Block) throws {
    let banners = block["extInfo"]["banners"]
    guard banners.kind == .array else {
      throw Decline(
        "block has no banners: expected an array, found \(banners.found)",
        at: banners.exists ? banners : nil)
    }
    let metrics = Metrics(block)
    title = Heading(block, metrics: metrics).title.text
    cell = Cell(metrics)
    pages = banners.objects.map { banner in
      Page(
        tag: banner.text("typeTitle") ?? "", tagSource: banner["typeTitle"].source,
        tagColor: banner.text("titleColor") == "blue" ? "blue" : "red", tap: Self.tap(banner),
        picture: banner["pic"].string, type: Self.type(banner), id: Self.id(banner))
    }
    style = BannerStyle(metrics, pages: pages.count)
  }

  /// Returns the tap action: the banner's `url`, or else a page of the app, given by the type and
  /// the id of the banner's target.
  private static func tap(_ banner: Value) -> Tap? {
    if let url = banner.text("url") {
      return Tap(type: url.hasPrefix("orpheus://") ? "orpheus" : "web", target: url)
    }
    guard let id = id(banner) else { return nil }
    return Tap(type: "orpheus", target: "orpheus://\(type(banner))/\(id)")
  }

  private static func id(_ banner: Value) -> String? {
    banner["targetId"].int64.flatMap { $0 == 0 ? nil : String($0) }
  }

  private static func type(_ banner: Value) -> String {
    switch banner["targetType"].int64 {
    case 1: "song"
    case 10: "album"
    case 1000: "playlist"
    case 1004: "mv"
    default: "resource"
    }
  }

  var section: SectionDescription { SectionDescription(title: title) }

  func rowHeight(_ row: Int) -> RowHeight { .points(style.rowHeight) }

  func body(row: Int) -> Body {
    for node in cell.nodes { node }
    Pager(interval: style.interval) {
      for page in pages { node(of: page) }
    }
    .frame(height: style.rowHeight)
    .padding(
      top: style.top, end: style.inset, bottom: style.bottom, start: style.inset
    )
    .gap(style.spacing)
    if pages.count > 1 {
      Row { PageControl(count: pages.count).color("onTag").label(style.dotsLabel) }
        .justify(.center).align(.center).name("dots")
        .absolute(top: style.dotsTop, end: 0, start: 0).frame(height: style.dotsHeight)
    }
  }

  private func node(of page: Page) -> Node {
    Stack {
      Image(url: page.picture).absolute(top: 0, end: 0, bottom: 0, start: 0).cornerRadius(
        style.cornerRadius
      )
      .role(.image)
      if !page.tag.isEmpty {
        Badge(page.tag).font(style.tagSize).padding(style.tagInset).absolute(end: 0, bottom: 0)
          .color("onTag").background(page.tagColor).cornerRadius(style.cornerRadius)
          .source(page.tagSource).name("tag")
      }
    }
    .label(page.tag).role(.button).action(page.tap)
    .identifier(type: page.type, id: page.id).name("banner")
  }
}

/// The dimensions of a banner on a page, in points; `interval` is in seconds.
private struct BannerStyle {
  let rowHeight, top, bottom, inset, spacing, cornerRadius, interval: Double
  let dotsTop, dotsHeight, tagInset, tagSize: Double
  let dotsLabel: String

  init(_ metrics: Metrics, pages: Int) {
    rowHeight = metrics.rowHeight(standard: 180).points
    top = metrics.number("banner", "top", standard: 10)
    bottom = max(0, metrics.number("banner", "heightInset", standard: 20) - top)
    inset = metrics.number("banner", "inset", standard: 10)
    spacing = metrics.number("banner", "spacing", standard: 20)
    cornerRadius = metrics.number("banner", "cornerRadius", standard: 10)
    interval = metrics.number("banner", "interval", standard: 4)
    dotsHeight = metrics.number("banner", "dots", "height", standard: 10)
    dotsLabel = metrics.dotsLabel("banner", "dots", count: pages)
    tagInset = metrics.number("banner", "tag", "inset", standard: 5)
    tagSize = metrics.number("banner", "tag", "fontSize", standard: 10)
    // At large text sizes, a tag is wide, so the dots are above it.
    let tagTop = bottom + 2 * tagInset + metrics.height(ofLines: 1, fontSize: tagSize)
    dotsTop =
      rowHeight
      - max(
        metrics.number("banner", "dots", "bottom", standard: 30),
        metrics.isLargeText ? tagTop + dotsHeight : 0)
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var banner: SectionPlugin {
    SectionPlugin(id: "banner", version: "1.0.0", [Banner.self])
  }
}
