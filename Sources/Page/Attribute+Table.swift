package import LayoutCore

extension Attribute {
  /// The table of attributes. To add an attribute, add a case, a line here, and its value in
  /// `SnappedSection+Attributes.swift`.
  static func entry(of attribute: Attribute) -> Entry {
    switch attribute {
    case .rows:
      Entry(
        key: "rows", form: .heights, member: .init("rowHeights"), change: .derived, isRounded: true)
    case .layout: Entry(key: "layout", form: .word, member: .init("layout"), arranges: true)
    case .columns: Entry(key: "columns", form: .integer, member: .init("columns"), arranges: true)
    case .sectionLanes: Entry(key: "lanes", form: .integer, member: .init("lanes"), arranges: true)
    case .rowAlignment:
      Entry(
        key: "align", form: .word, member: .init("rowAlignment"), arranges: true, standard: "start")
    case .itemAlignment:
      Entry(key: "align-items", form: .word, member: .init("itemAlignment"), arranges: true)
    case .scrolling:
      Entry(key: "scrolling", form: .word, member: .init("scrolling"), arranges: true)
    case .peek: Entry(key: "peek", form: .length, member: .init("peek"), arranges: true)
    case .group: Entry(key: "group", form: .integer, member: .init("currentGroup"), arranges: true)
    case .contentWidth:
      Entry(
        key: "content", form: .length, member: .init("contentWidth"), change: .derived,
        isRounded: true)
    case .spacing:
      Entry(
        key: "gap", form: .spacing, member: nil, arranges: true, standard: "0",
        elsewhere: "`rowSpacing` and `itemSpacing`, of which the layout uses one or both")
    case .insets:
      Entry(
        key: "inset", form: .edges, member: nil, arranges: true, standard: "0",
        elsewhere: "`insets`, of which the layout uses two or four")
    case .margins: Entry(key: "margin", form: .edges, member: .init("margins"), arranges: true)
    case .placement: Entry(key: "place", form: .word, member: .init("placement"), arranges: true)
    case .gapAbove:
      Entry(key: "gap-above", form: .length, member: .init("gapAbove"), arranges: true)
    case .backgroundExtent: Entry(key: "background", form: .word, member: .init("backgroundExtent"))
    case .contentHeight:
      Entry(
        key: "content-height", form: .length, member: .init("contentHeight"), change: .derived,
        isRounded: true)
    case .pinned: Entry(key: "pinned", form: .words, member: .init("pinned"))
    case .provider:
      Entry(
        key: "via", form: .provider, member: .init("provider", "id"),
        second: .init("provider", "version"), change: .provider)
    case .fallback:
      Entry(
        key: "fallback", form: .fallback, member: .init("fallback", "step"),
        second: .init("fallback", "reason"))
    case .title:
      Entry(key: "title", form: .word, member: .init("title"), change: .text, isFromFeed: true)
    case .closable: Entry(key: "closable", form: .boolean, member: .init("closable"))
    case .blockCode:
      Entry(
        key: "", form: .word, member: .init("blockCode"), change: .none,
        elsewhere: "the name of the line")
    case .codes:
      Entry(
        key: "", form: .words, member: .init("codes"), change: .none,
        elsewhere: "the words at the end of the line")
    case .contentOffset:
      Entry(
        key: "", form: .length, member: .init("contentOffset"), change: .none,
        elsewhere: "`group` or `scroll`")
    case .sectionElided:
      Entry(
        key: "", form: .integer, member: .init("elided"), change: .none,
        elsewhere: "a line such as `… 3 nodes (--depth 1)`")
    case .sectionFrame:
      Entry(key: "", form: .frame, member: .init("frame"), change: .none, elsewhere: "`@X,Y WxH`")
    case .index:
      Entry(
        key: "", form: .integer, member: .init("index"), change: .none,
        elsewhere: "the order of the lines")
    case .edgeInsets:
      Entry(key: "", form: .edges, member: .init("insets"), change: .none, elsewhere: "`inset`")
    case .itemSpacing:
      Entry(key: "", form: .length, member: .init("itemSpacing"), change: .none, elsewhere: "`gap`")
    case .rowCount:
      Entry(key: "", form: .integer, member: .init("rowCount"), change: .none, elsewhere: "`rows`")
    case .rowSpacing:
      Entry(key: "", form: .length, member: .init("rowSpacing"), change: .none, elsewhere: "`gap`")
    case .identity:
      Entry(
        key: "", form: .word, member: .init("identity"), revision: 4, change: .none,
        elsewhere: "nothing; `--actions` writes `section`")
    case .feedPath:
      Entry(
        key: "", form: .word, member: .init("feedPath"), revision: 4, change: .none,
        elsewhere: "nothing")

    case .span:
      Entry(
        key: "span", form: .span, member: .init("item", "columnSpan"),
        second: .init("item", "rowSpan"))
    case .bleed: Entry(key: "bleed", form: .flag("true"), member: .init("item", "fullBleed"))
    case .stretch: Entry(key: "stretch", form: .flag("true"), member: .init("item", "stretched"))

    case .axis: Entry(key: "axis", form: .word, member: .init("attributes", "axis"), arranges: true)
    case .items:
      Entry(key: "items", form: .integer, member: .init("attributes", "items"), change: .count)
    case .pages:
      Entry(key: "pages", form: .integer, member: .init("attributes", "pages"), change: .derived)
    case .page:
      Entry(key: "page", form: .integer, member: .init("attributes", "page"), arranges: true)
    case .lanes:
      Entry(key: "lanes", form: .integer, member: .init("attributes", "lanes"), arranges: true)
    case .interval: Entry(key: "interval", form: .seconds, member: .init("attributes", "interval"))
    case .content:
      Entry(
        key: "content", form: .length, member: .init("attributes", "content"), change: .derived,
        isRounded: true)
    case .scroll:
      Entry(key: "scroll", form: .length, member: .init("attributes", "scroll"), isRounded: true)
    case .gap:
      Entry(
        key: "gap", form: .length, member: .init("attributes", "gap"), arranges: true, standard: "0"
      )
    case .inset:
      Entry(
        key: "inset", form: .insets, member: .init("attributes", "inset"),
        second: .init("attributes", "insetEnd"),
        arranges: true, standard: "0")

    case .font:
      Entry(
        key: "font", form: .font, member: .init("font", "size"), second: .init("font", "weight"),
        standard: "14/400")
    case .lines:
      Entry(
        key: "lines", form: .lines, member: .init("lines", "count"),
        second: .init("lines", "limit"), standard: "1")
    case .align:
      Entry(
        key: "align", form: .word, member: .init("attributes", "align"), arranges: true,
        standard: "start")

    case .count: Entry(key: "count", form: .integer, member: .init("attributes", "count"))
    case .current: Entry(key: "current", form: .integer, member: .init("attributes", "current"))
    case .color: Entry(key: "color", form: .text, member: .init("color"))
    case .background: Entry(key: "background", form: .text, member: .init("background"))
    case .radius:
      Entry(key: "radius", form: .length, member: .init("attributes", "radius"), standard: "0")
    case .aspect: Entry(key: "aspect", form: .length, member: .init("attributes", "aspect"))
    case .badge:
      Entry(key: "badge", form: .text, member: .init("badge"), change: .text, isFromFeed: true)
    case .role: Entry(key: "role", form: .word, member: .init("role"))
    case .action:
      Entry(
        key: "action", form: .text, member: .init("action", "target"), change: .action,
        isFromFeed: true)
    case .actionType:
      Entry(
        key: "action-type", form: .text, member: .init("action", "type"), change: .action,
        isFromFeed: true)

    case .runs:
      Entry(
        key: "runs", form: .runs, member: .init("content", "runs"), revision: 2, isFromFeed: true)
    case .lineHeight:
      Entry(key: "line-height", form: .length, member: .init("content", "lineHeight"), revision: 2)
    case .letterSpacing:
      Entry(
        key: "letter-spacing", form: .length, member: .init("content", "letterSpacing"), revision: 2
      )
    case .indent:
      Entry(key: "indent", form: .length, member: .init("content", "firstLineIndent"), revision: 2)
    case .minimumScale:
      Entry(
        key: "minimum-scale", form: .length, member: .init("content", "minimumScale"), revision: 2)
    case .truncation:
      Entry(key: "truncation", form: .word, member: .init("content", "truncation"), revision: 2)
    case .breaks:
      Entry(
        key: "breaks", form: .flag("anywhere"), member: .init("content", "breaksWords"), revision: 2
      )
    case .picture:
      Entry(
        key: "picture", form: .text, member: .init("content", "picture"), revision: 2,
        isFromFeed: true)
    case .mode: Entry(key: "mode", form: .word, member: .init("content", "mode"), revision: 2)
    case .tint: Entry(key: "tint", form: .text, member: .init("content", "tint"), revision: 2)
    case .placeholder:
      Entry(key: "placeholder", form: .text, member: .init("content", "placeholder"), revision: 2)
    case .border:
      Entry(key: "border", form: .length, member: .init("content", "border", "width"), revision: 2)
    case .borderColor:
      Entry(
        key: "border-color", form: .text, member: .init("content", "border", "color"), revision: 2)
    case .corners:
      Entry(key: "corners", form: .corners, member: .init("content", "corners"), revision: 2)
    case .opacity:
      Entry(key: "opacity", form: .length, member: .init("content", "opacity"), revision: 2)
    case .shadow:
      Entry(key: "shadow", form: .shadow, member: .init("content", "shadow"), revision: 2)
    case .item:
      Entry(
        key: "item", form: .resource, member: .init("content", "item", "id"),
        second: .init("content", "item", "type"),
        revision: 2, isFromFeed: true)
    case .state: Entry(key: "state", form: .text, member: .init("content", "state"), revision: 2)
    case .scale: Entry(key: "scale", form: .length, member: .init("lines", "scale"), revision: 2)

    case .reads: Entry(key: "reads", form: .integer, member: .init("accessibility", "order"))
    case .says: Entry(key: "says", form: .word, member: .init("accessibility", "label"))
    case .announcedRole: Entry(key: "as", form: .word, member: .init("accessibility", "role"))
    case .target:
      Entry(key: "target", form: .area, member: .init("accessibility", "target"), isRounded: true)
    case .textLines: Entry(key: "text-lines", form: .textLines, member: .init("lines", "ranges"))

    case .truncated: Entry(key: "truncated", form: .mark, member: .init("lines", "truncated"))
    case .visibility:
      Entry(key: "visibility", form: .markWord, member: .init("visibility"), change: .none)

    case .kind:
      Entry(
        key: "", form: .word, member: .init("kind"), change: .none,
        elsewhere: "the name of the line, unless the plugin gives another")
    case .label:
      Entry(
        key: "", form: .text, member: .init("label"), change: .none,
        elsewhere: "the string of the line, if there is no text")
    case .text:
      Entry(
        key: "", form: .text, member: .init("text"), change: .none,
        elsewhere: "the string of the line")
    case .announcedOffscreen:
      Entry(
        key: "", form: .flag(""), member: .init("accessibility", "offscreen"), change: .none,
        elsewhere: "`!offscreen`")
    case .elided:
      Entry(
        key: "", form: .integer, member: .init("elided"), change: .none,
        elsewhere: "a line such as `… 3 nodes (--depth 1)`")
    case .frame:
      Entry(key: "", form: .frame, member: .init("frame"), change: .none, elsewhere: "`@X,Y WxH`")
    case .id:
      Entry(
        key: "", form: .word, member: .init("id"), change: .none,
        elsewhere: "the name of the line, with its number")
    case .feedItem:
      Entry(
        key: "", form: .words, member: .init("feedItem", "id"), second: .init("feedItem", "type"),
        revision: 4, change: .none, isFromFeed: true,
        elsewhere: "nothing; `--actions` writes `item`")
    case .feedItemIndexPath:
      Entry(
        key: "", form: .indexPath, member: .init("feedItem", "indexPath"), revision: 4,
        change: .none, isFromFeed: true, elsewhere: "nothing; `--actions` writes `index`")
    case .feedItemPath:
      Entry(
        key: "", form: .word, member: .init("feedItem", "path"), revision: 4, change: .none,
        isFromFeed: true, elsewhere: "nothing")
    }
  }

  /// The kinds of nodes for which a dump has the attribute; `nil` for all.
  package var kinds: [NodeKind]? {
    switch self {
    case .pages, .page, .lanes, .interval: [.pager]
    case .axis, .items, .content, .scroll, .gap, .inset: [.list, .carousel, .pager]
    case .align: [.text]
    case .font, .lines, .runs, .lineHeight, .letterSpacing, .indent, .minimumScale, .truncation,
      .breaks, .scale, .textLines, .truncated:
      [.text, .button, .badge]
    case .count, .current: [.pageControl]
    case .aspect: [.image]
    default: nil
    }
  }
}
