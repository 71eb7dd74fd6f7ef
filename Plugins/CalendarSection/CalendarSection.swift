import NetEaseShared
import PluginShared
import SectionKit

/// The music calendar: a pager with two events per page, one below the other. Each event has a day,
/// a title and a cover. The section grows with its texts.
struct Calendar: SectionProvider {
  static let blockCodes: [StaticString] = ["HOMEPAGE_MUSIC_CALENDAR"]
  static let showTypes: [StaticString] = ["SHUFFLE_MUSIC_CALENDAR"]

  private struct Event {
    var title: String
    var source: Source
    var isToday: Bool
    var tap: Tap?
    var picture: String?
    var type: String?
    var id: String?
  }

  private let heading: Heading
  private let events: [Event]
  private let style: CalendarStyle
  private let cell: Cell

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    events = try Card.creatives(of: block).flatMap { creative in
      creative["resources"].objects.map { resource in
        let element =
          resource["uiElement"].kind == .object ? resource["uiElement"] : creative["uiElement"]
        let title = element["mainTitle"]
        return Event(
          title: title.text("title") ?? "", source: title["title"].source,
          isToday: element["labelTexts"].count > 0, tap: Tap(resource) ?? Tap(creative),
          picture: element["image"]["imageUrl"].string,
          type: resource["resourceType"].string, id: resource.id("resourceId"))
      }
    }
    heading = Heading(block, metrics: metrics)
    cell = Cell(metrics)
    style = CalendarStyle(metrics, headerHeight: heading.height)
  }

  var section: SectionDescription { SectionDescription(title: heading.title.text) }

  func rowHeight(_ row: Int) -> RowHeight { style.rowHeight.row }

  func body(row: Int) -> Body {
    for node in cell.nodes { node }
    heading.node
    Pager(lanes: style.rows) {
      for event in events { node(of: event) }
    }
    .frame(height: style.contentHeight).margin(bottom: style.bottomInset)
    .padding(top: style.top, bottom: style.bottom)
  }

  private func node(of event: Event) -> Node {
    Row {
      Text(event.isToday ? style.today : style.otherwise).frame(width: style.dateWidth)
        .font(style.dateSize).lines(1).color("secondary").name("date")
      Text(event.title).font(style.titleSize).lines(style.titleLines).color("text")
        .grow().shrink().basis(0).source(event.source)
      Image(url: event.picture).aspectRatio(1).alignSelf(.stretch)
        .margin(top: style.coverMargin, end: style.coverInset, bottom: style.coverMargin)
        .cornerRadius(style.coverRadius).role(.image)
    }
    .padding(start: style.inset).align(.center)
    .label(event.title).role(.button).action(event.tap)
    .identifier(type: event.type ?? "", id: event.id).name("event")
  }
}

/// The dimensions of the calendar on a page, in points.
private struct CalendarStyle {
  let rowHeight, dateWidth: Figure
  let contentHeight, bottomInset, top, bottom, inset: Double
  let coverMargin, coverInset, coverRadius, dateSize, titleSize: Double
  let rows, titleLines: Int
  let today, otherwise: String

  init(_ metrics: Metrics, headerHeight: Double) {
    rowHeight = metrics.rowHeight(standard: 180)
    bottomInset = metrics.number("content", "bottomInset", standard: 0)
    top = metrics.number("calendar", "top", standard: 5)
    bottom = max(0, metrics.number("calendar", "heightInset", standard: 30) - top)
    inset = metrics.number("calendar", "inset", standard: 10)
    rows = max(1, metrics.count("calendar", "rows", standard: 2))
    coverMargin = metrics.number("calendar", "cover", "heightInset", standard: 10) / 2
    coverInset = metrics.number("calendar", "cover", "inset", standard: 10)
    coverRadius = metrics.number("calendar", "cover", "cornerRadius", standard: 5)
    dateWidth = metrics.figure("calendar", "date", "width", standard: 40)
    dateSize = metrics.number("calendar", "date", "fontSize", standard: 12)
    titleSize = metrics.number("calendar", "title", "fontSize", standard: 14)
    titleLines = metrics.count("calendar", "title", "maximumLines", standard: 2)
    let event = max(
      metrics.height(ofLines: 1, fontSize: dateSize),
      metrics.height(ofLines: titleLines, fontSize: titleSize))
    contentHeight = max(
      0, rowHeight.points - headerHeight - bottomInset,
      metrics.isLargeText ? Double(rows) * event + top + bottom : 0)
    today = metrics.text("calendar", "date", "today", standard: "今天")
    otherwise = metrics.text("calendar", "date", "otherwise", standard: "明天")
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var calendar: SectionPlugin {
    SectionPlugin(id: "calendar", version: "1.0.0", [Calendar.self])
  }
}
