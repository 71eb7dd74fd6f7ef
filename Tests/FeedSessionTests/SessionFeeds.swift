@testable import Feeds
import Testing

/// Four small feeds, one of each kind, with servers that serve them.
enum SessionFeeds {
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var layout: String
    var sources: [String]
    var server: TestServer
    /// A reply that reports a failed request.
    var refusal: String
    /// The content after a refresh, after one loadMore and after two.
    var shown: [String]
    var testDescription: String { name }
  }

  static let all = [articles, blocks, groups, chart]

  private static func page<T>(_ request: SourceRequest, _ values: [T]) -> T {
    values[min(request.page, values.count - 1)]
  }

  /// A feed that is shown only if no source fails, with numbered pages. Two sources fill one list.
  static let articles = Kind(
    name: "articles",
    layout: """
      {"name": "articles", "version": 1, "join": "all",
       "sources": {
         "banner": {"request": {"url": "banner"}, "envelope": {"success": {"path": "$.code", "equals": 0},
           "message": "$.message"}, "items": "$.data", "block": {"code": "BANNER"}},
         "top": {"request": {"url": "top"}, "envelope": {"success": {"path": "$.code", "equals": 0},
           "message": "$.message"}, "items": "$.data", "whenEmpty": "hide",
           "block": {"code": "ARTICLES", "combine": "append", "item": "id"}},
         "list": {"primary": true, "request": {"url": "list/{page}"},
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data.rows", "whenEmpty": "hide",
           "block": {"code": "ARTICLES", "combine": "append", "item": "id"}}},
       "paging": {"source": "list", "by": "page", "first": 0,
         "end": [[{"path": "$.data.page", "equalsPath": "$.data.pages"}]]},
       "states": {"failed": {"title": "Nothing came"}, "footer": {"no-more-data": "That is all"}}}
      """,
    sources: ["banner", "top", "list"],
    server: TestServer { request in
      switch request.source {
      case "banner": #"{"code": 0, "data": [{"id": 1}]}"#
      case "top": #"{"code": 0, "data": [{"id": 100}, {"id": 1}]}"#
      default:
        page(
          request,
          [
            #"{"code": 0, "data": {"page": 1, "pages": 3, "rows": [{"id": 1}, {"id": 2}]}}"#,
            #"{"code": 0, "data": {"page": 2, "pages": 3, "rows": [{"id": 2}, {"id": 3}]}}"#,
            #"{"code": 0, "data": {"page": 3, "pages": 3, "rows": [{"id": 4}]}}"#,
          ])
      }
    },
    refusal: #"{"code": -1, "message": "not now"}"#,
    shown: [
      "BANNER ARTICLES[100,1,2]", "BANNER ARTICLES[100,1,2,3]", "BANNER ARTICLES[100,1,2,3,4]",
    ])

  /// A feed that may be partial, with a cursor, blocks that contain their code, and a section that
  /// a second source provides.
  static let blocks = Kind(
    name: "blocks",
    layout: """
      {"name": "blocks", "version": 1,
       "sources": {
         "blocks": {"primary": true, "request": {"url": "page", "query": {"cursor": "{cursor}"}},
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data.blocks", "element": {"code": "code"}},
         "menus": {"request": {"url": "menus"},
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data", "block": {"code": "MENUS"},
           "insert": {"after": "BANNER", "otherwise": "first"}}},
       "paging": {"source": "blocks", "by": "cursor", "cursor": "$.data.cursor",
         "end": [[{"path": "$.data.more", "equals": false}, {"path": "$.data.cursor", "equals": null}]]},
       "freshness": {"path": "$.data.freshFor", "unit": "milliseconds"},
       "notices": {"endOfFeed": "$.data.last", "refreshed": "$.data.new"}}
      """,
    sources: ["blocks", "menus"],
    server: TestServer { request in
      guard request.source == "blocks" else { return #"{"code": 0, "data": [{"id": 1}]}"# }
      return page(
        request,
        [
          """
          {"code": 0, "data": {"cursor": "{\\"offset\\": 2}", "more": true, "freshFor": 600000,
            "new": "Five new ones", "last": "No more today",
            "blocks": [{"code": "BANNER"}, {"code": "SONGS", "n": 1}]}}
          """,
          """
          {"code": 0, "data": {"cursor": "next", "more": false,
            "blocks": [{"code": "SONGS", "n": 2}, {"code": "VIDEOS"}]}}
          """,
          #"{"code": 0, "data": {"cursor": null, "more": false, "blocks": [{"code": "PODCASTS"}]}}"#,
        ])
    },
    refusal: #"{"code": 301, "message": "who are you"}"#,
    shown: [
      "BANNER MENUS SONGS", "BANNER MENUS SONGS VIDEOS", "BANNER MENUS SONGS VIDEOS PODCASTS",
    ])

  /// A feed that may be partial, with many groups, a sort model that is requested first, and no
  /// paging.
  static let groups = Kind(
    name: "groups",
    layout: """
      {"name": "groups", "version": 1,
       "sources": {
         "sort": {"primary": true, "request": {"url": "sort"},
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data", "order": {"code": "name", "rank": "sortIndex"}},
         "ticker": {"after": ["sort"], "request": {"url": "ticker"}, "whenEmpty": "hide",
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data.items", "block": {"codePath": "$.data.type", "code": "ticker"}},
         "wallet": {"after": ["sort"], "request": {"url": "wallet"}, "whenEmpty": "hide",
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data.items", "block": {"code": "wallet", "item": "id"}},
         "best": {"after": ["sort"], "request": {"url": "best"}, "whenEmpty": "hide",
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data.items", "block": {"code": "offers", "combine": {"part": "best"}}},
         "hot": {"after": ["sort"], "request": {"url": "hot"}, "whenEmpty": "hide",
           "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"},
           "items": "$.data.items", "block": {"code": "offers", "combine": {"part": "hot"}}}},
       "order": {"ranks": {"ticker": 0, "wallet": 1, "offers": 2}}}
      """,
    sources: ["sort", "ticker", "wallet", "best", "hot"],
    server: TestServer { request in
      switch request.source {
      case "sort":
        #"{"code": 0, "data": [{"name": "offers", "sortIndex": 1}, {"name": "wallet", "sortIndex": 2}, {"name": "ticker", "sortIndex": 3}]}"#
      case "wallet": #"{"code": 0, "data": {"type": "wallet", "items": [{"id": 8}, {"id": 9}]}}"#
      default: #"{"code": 0, "data": {"type": null, "items": [{"id": "\#(request.source)"}]}}"#
      }
    },
    refusal: #"{"code": 5, "message": "closed"}"#,
    shown: ["offers wallet[8,9] ticker"])

  /// A feed of one source, paged by offset, with a failure that the layout names.
  static let chart = Kind(
    name: "chart",
    layout: """
      {"name": "chart", "version": 1, "parameters": {"type": "2"},
       "sources": {
         "songs": {"primary": true,
           "request": {"url": "ting", "query": {"type": "{type}", "offset": "{offset}"}},
           "envelope": {"success": {"path": "$.code", "equals": 22000}, "message": "$.message",
             "failures": {"40008": "token-expired"}},
           "items": "$.songs", "whenEmpty": "hide",
           "block": {"code": "SONGS", "combine": "append", "item": "song_id"}}},
       "paging": {"source": "songs", "by": "offset", "end": [[{"path": "$.board.more", "equals": 0}]]},
       "states": {"failed": {"title": "Offline", "on": ["network"]}}}
      """,
    sources: ["songs"],
    server: TestServer { request in
      let first = Int(request.values["offset"] ?? "") ?? -1
      let songs = (first..<first + 10).map { "{\"song_id\": \"\($0)\", \"liked\": false}" }
      let more = first < 20 ? 1 : 0
      return """
        {"code": 22000, "songs": [\(songs.joined(separator: ","))], "board": {"more": \(more)}}
        """
    },
    refusal: #"{"code": 403, "message": "forbidden"}"#,
    shown: [10, 20, 30].map { count in
      "SONGS[\((0..<count).map { "\($0)" }.joined(separator: ","))]"
    })
}
