import PluginShared
import SectionKit

/// A pager of charts, 200 points high, which shows the picture of the next chart every 4 seconds.
///
/// Settings with their defaults, in points that do not scale: `height` 200, `interval` 4 seconds,
/// `inset` 0, `spacing` 0, `fontSize` 20, `comment.fontSize` 12, `dots.bottom` 20; `names`: the
/// names, by type, of charts without a name of their own.
struct BannerSheets: SectionProvider {
  static let blockCodes: [StaticString] = ["chartBanners"]

  private let sheets: [Sheet]
  private let height, interval, inset, spacing, fontSize, commentSize, dotsTop: Double
  private let dotsLabel: String

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    sheets = try Sheet.sheets(of: block, metrics: metrics)
    height = metrics.number("height", standard: 200)
    interval = metrics.number("interval", standard: 4)
    inset = metrics.number("inset", standard: 0)
    spacing = metrics.number("spacing", standard: 0)
    fontSize = metrics.number("fontSize", standard: 20)
    commentSize = metrics.number("comment", "fontSize", standard: 12)
    dotsLabel = metrics.dotsLabel("dots", count: sheets.count)
    dotsTop = height - metrics.number("dots", "bottom", standard: 20)
  }

  var rowCount: Int { sheets.isEmpty ? 0 : 1 }

  func rowHeight(_ row: Int) -> RowHeight { .points(height) }

  func body(row: Int) -> Body {
    Pager(interval: sheets.count > 1 ? interval : 0) {
      for sheet in sheets { node(of: sheet) }
    }
    .frame(height: height).padding(horizontal: inset).gap(spacing)
    if sheets.count > 1 {
      Row { PageControl(count: sheets.count).color("onImage").label(dotsLabel) }
        .justify(.center).align(.center).name("dots")
        .absolute(top: dotsTop, end: 0, start: 0).frame(height: 10)
    }
  }

  private func node(of sheet: Sheet) -> Node {
    Stack {
      Image(url: sheet.picture).absolute(top: 0, end: 0, bottom: 0, start: 0).role(.image)
      Text(sheet.name).font(fontSize, .bold).lines(1).shrink().color("onImage")
        .source(sheet.nameSource)
      if !sheet.comment.isEmpty {
        Text(sheet.comment).font(commentSize).lines(1).shrink().color("onImage")
          .source(sheet.commentSource)
      }
    }
    .frame(height: height).padding(horizontal: 20).justify(.center).gap(4)
    .label(sheet.name).role(.button).action(sheet.tap)
    .identifier(type: "chart", id: sheet.type).name("sheet")
  }
}
