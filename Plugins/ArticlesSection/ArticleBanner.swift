import PluginShared
import SectionKit

/// A pager of pictures as wide as the page, which turns automatically. Each picture has its title;
/// several pictures have a row of dots.
///
/// Pictures are sorted by their `order`; those of equal order keep the feed's order, and pictures
/// without `order` are last. Pictures with `isVisible` 0 are hidden; without visible pictures the
/// section has no rows.
struct ArticleBanner: SectionProvider {
  static let blockCodes: [StaticString] = ["WAN_BANNER"]

  private struct Page {
    var title: Phrase?
    var order: Double
    var tap: Tap?
    var picture, id: String?

    init(_ value: Value) {
      title = Phrase("title", "desc", in: value)
      order = value["order"].double ?? .infinity
      (picture, id) = (value["imagePath"].string, value.id("id"))
      tap = value.text("url").map { Tap(type: "web", target: $0) }
    }
  }

  private let title: String
  private let pages: [Page]
  private let style: BannerStyle

  init(_ block: Block) throws {
    guard block.kind == .array else {
      throw Decline("block is no list of banners: expected an array, found \(block.root.found)")
    }
    let metrics = Metrics(block)
    title = metrics.text("title", standard: "")
    let visible = block.root.objects.filter { $0["isVisible"].double != 0 }
    pages = visible.map(Page.init).enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
    style = BannerStyle(metrics, pages: pages.count)
  }

  var section: SectionDescription { SectionDescription(title: title) }

  var rowCount: Int { pages.isEmpty ? 0 : 1 }

  func rowHeight(_ row: Int) -> RowHeight { .points(style.height) }

  func body(row: Int) -> Body {
    Pager(interval: style.interval) {
      for page in pages { node(of: page) }
    }
    .frame(height: style.height)
    if pages.count > 1 {
      Row { PageControl(count: pages.count).color("onCaption").label(style.dotsLabel) }
        .justify(.center).align(.center).name("dots")
        .absolute(end: 0, bottom: style.dotsBottom, start: 0).frame(height: style.dotsHeight)
    }
  }

  private func node(of page: Page) -> Node {
    Stack {
      Image(url: page.picture).absolute(top: 0, end: 0, bottom: 0, start: 0).role(.image)
      if let title = page.title {
        Row {
          title.node.font(style.captionSize).lines(1).shrink().color("onCaption").name("title")
        }
        .absolute(end: 0, bottom: 0, start: 0).frame(height: style.captionHeight)
        .padding(
          top: style.captionTop, end: style.captionInset, bottom: style.captionBottom,
          start: style.captionInset
        )
        .align(.start).background("caption").name("caption")
      }
    }
    .label(page.title?.text ?? "").role(.button).action(page.tap)
    .identifier(type: "banner", id: page.id).name("banner")
  }
}

/// The dimensions of a banner on a page, in points; `interval` is in seconds.
private struct BannerStyle {
  let height, interval, dotsBottom, dotsHeight: Double
  let captionSize, captionTop, captionInset: Double
  /// The space for the dots below the title of a caption that grows with it.
  let captionBottom: Double
  let captionHeight: Figure
  let dotsLabel: String

  init(_ metrics: Metrics, pages: Int) {
    let aspectWidth = max(1, metrics.number("banner", "aspect", "width", standard: 16))
    let aspectHeight = metrics.number("banner", "aspect", "height", standard: 9)
    height = metrics.pageWidth * aspectHeight / aspectWidth
    interval = metrics.number("banner", "interval", standard: 3)
    dotsBottom = metrics.number("banner", "dots", "bottom", standard: 4)
    dotsHeight = metrics.number("banner", "dots", "height", standard: 10)
    captionSize = metrics.number("banner", "caption", "fontSize", standard: 13)
    captionHeight = metrics.figure(
      min(height, metrics.number("banner", "caption", "height", standard: 40)))
    captionTop = metrics.number("banner", "caption", "top", standard: 6)
    captionBottom = metrics.isLargeText && pages > 1 ? dotsBottom + dotsHeight : 0
    dotsLabel = metrics.dotsLabel("banner", "dots", count: pages)
    captionInset = metrics.number("banner", "caption", "inset", standard: 16)
  }
}
