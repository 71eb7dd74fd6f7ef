import Support
import FeedDocument
@testable import Feeds
import Testing

@Suite("Joining sources into a feed") struct FeedAssemblyTests {
  static let layoutText = """
    {"name": "home", "version": 1, "JOIN"
     "sources": {
       "blocks": {"primary": true, "items": "$.data.blocks",
         "envelope": {"success": {"path": "$.code", "equals": 200}, "message": "$.message"},
         "element": {"code": "blockCode", "showType": "showType", "closable": "canClose"}},
       "menus": {"items": "$.data", "block": {"code": "MENUS"},
         "envelope": {"success": {"path": "$.code", "equals": 200}, "message": "$.message"},
         "insert": {"after": "BANNER", "otherwise": "first", "unless": ["OLD_MENUS"]}},
       "ads": {"items": "$.ads", "block": {"code": "ADS", "showType": "AD"},
         "insert": {"after": "BANNER"}}},
     "order": {"lists": [{"path": "$.data.order"},
                         {"path": "$.data.cursor", "parsed": "$.order"}],
               "sortIndex": "sortIndex"},
     "notices": {"end": "$.data.end", "toasts": "$.data.toasts"},
     "fallback": {"heightHint": {"path": "hint.height", "designWidth": 375}},
     "defaults": {"height": 240, "card": {"width": 120, "title": {"lines": 2}}},
     "sections": {"BANNER": {"height": 180}, "A": {"card": {"title": {"lines": 3}}}}}
    """

  private func home(join: String = "") throws -> FeedLayout {
    try layout(Self.layoutText.replacing("\"JOIN\"", with: join))
  }

  private func page(_ blocks: String, _ more: String = "") -> String {
    "{\"code\": 200, \"data\": {\"blocks\": [\(blocks)]\(more)}}"
  }

  private func codes(_ codes: String...) -> String {
    codes.map { "{\"blockCode\": \"\($0)\"}" }.joined(separator: ", ")
  }

  private let menus = "{\"code\": 200, \"data\": [{\"id\": 1}]}"

  @Test("menus come after the banner, or first without one")
  func insertion() throws {
    let layout = try home()
    func order(_ blocks: String) throws -> [String] {
      Feed.assemble(
        layout: layout, replies: [try reply("blocks", page(blocks)), try reply("menus", menus)]
      ).codes
    }
    #expect(try order(codes("BANNER", "A", "B")) == ["BANNER", "MENUS", "A", "B"])
    #expect(try order(codes("A", "BANNER", "B")) == ["A", "BANNER", "MENUS", "B"])
    #expect(try order(codes("A", "B")) == ["MENUS", "A", "B"])
    #expect(try order(codes("BANNER", "OLD_MENUS")) == ["BANNER", "OLD_MENUS"])
  }

  @Test("sources inserted after the same block keep the layout's order")
  func sameAnchor() throws {
    let replies = [
      try reply("ads", "{\"ads\": [1]}"), try reply("menus", menus),
      try reply("blocks", page(codes("BANNER", "A"))),
    ]
    let assembly = Feed.assemble(layout: try home(), replies: replies)
    #expect(assembly.codes == ["BANNER", "MENUS", "ADS", "A"])
    #expect(assembly.feed?.blocks[2].showType == "AD")
    #expect(assembly.feed?.blocks.map(\.sourceName) == ["blocks", "menus", "ads", "blocks"])
  }

  @Test("any order of arrival gives the same feed")
  func arrival() throws {
    let blocks = "{\"blockCode\": \"BANNER\"}, {}, 3, \(codes("A", "B", "A"))"
    let failure = Diagnostic(.unreadableSource, .error, "cannot read menus.json")
    let replies = [
      try reply("blocks", page(blocks, ", \"order\": [\"B\", \"A\"]")),
      SourceReply(source: "menus", outcome: .failed(SourceFailure(.payload, [failure]))),
      try reply("ads", "{\"ads\": {\"id\": 1}}"),
    ]
    let layout = try home()
    let outcomes = permutations(replies).map { replies in
      let assembly = Feed.assemble(layout: layout, replies: replies)
      return (assembly.codes + assembly.diagnostics.map(\.summary)).joined(separator: "\n")
    }
    #expect(outcomes.count == 6)
    #expect(Set(outcomes).count == 1)
    #expect(outcomes[0].hasPrefix("B\nA\nBANNER\nADS"))
  }

  @Test("an invalid block is lost alone and reported with its location")
  func badBlocks() throws {
    let blocks = """
      null, 3, "x", [], {}, {"blockCode": null}, {"blockCode": ""}, {"blockCode": {}},
      {"blockCode": 1.5}, {"blockCode": "A"}, {"blockCode": 7}
      """
    let assembly = Feed.assemble(
      layout: try home(), replies: [try reply("blocks", page(blocks))])
    #expect(assembly.codes == ["A", "7"])
    #expect(assembly.found == Array(repeating: "SE1014", count: 9))
    #expect(
      assembly.diagnostics.compactMap(\.location?.path) == [
        "$.data.blocks[0]", "$.data.blocks[1]", "$.data.blocks[2]", "$.data.blocks[3]",
        "$.data.blocks[4]", "$.data.blocks[5].blockCode", "$.data.blocks[6].blockCode",
        "$.data.blocks[7].blockCode", "$.data.blocks[8].blockCode",
      ])
  }

  @Test("optional fields that are absent, null, {}, [] or empty are read as absent")
  func optionalFields() throws {
    let blocks = """
      {"blockCode": "A"}, {"blockCode": "B", "showType": null, "canClose": null, "hint": null},
      {"blockCode": "C", "showType": {}, "canClose": {}, "hint": {}},
      {"blockCode": "D", "showType": [], "canClose": [], "hint": []},
      {"blockCode": "E", "showType": "", "canClose": "", "hint": ""},
      {"blockCode": "F", "showType": "S", "canClose": true, "hint": {"height": 98}},
      {"blockCode": "G", "hint": {"height": 0}}, {"blockCode": "H", "hint": {"height": "98"}},
      {"blockCode": "I", "hint": {"height": null}}
      """
    let assembly = Feed.assemble(
      layout: try home(), replies: [try reply("blocks", page(blocks))])
    let read = assembly.feed?.blocks.map {
      "\($0.blockCode) \($0.showType) \($0.isClosable) \($0.heightHint?.height ?? -1)"
    }
    #expect(
      read == [
        "A  false -1.0", "B  false -1.0", "C  false -1.0", "D  false -1.0", "E  false -1.0",
        "F S true 98.0", "G  false -1.0", "H  false -1.0", "I  false -1.0",
      ])
    #expect(
      assembly.diagnostics.map { "\($0.code.rawValue) \($0.location?.path ?? "")" } == [
        "SE1013 $.data.blocks[2].showType", "SE1013 $.data.blocks[2].canClose",
        "SE1013 $.data.blocks[3].showType", "SE1013 $.data.blocks[3].canClose",
        "SE1013 $.data.blocks[4].canClose", "SE1013 $.data.blocks[6].hint.height",
        "SE1013 $.data.blocks[7].hint.height",
      ])
  }

  @Test("a height hint scales with the page and appears in the settings")
  func heightHint() throws {
    let blocks = "{\"blockCode\": \"A\", \"hint\": {\"height\": 98}}, {\"blockCode\": \"B\"}"
    let feed = try #require(
      Feed.assemble(layout: try home(), replies: [try reply("blocks", page(blocks))]).feed)
    #expect(feed.blocks[0].heightHint?.height(forWidth: 375) == 98)
    #expect(feed.blocks[0].heightHint?.height(forWidth: 750) == 196)
    #expect(feed.blocks[0].settings["hint"]["height"].double == 98)
    #expect(feed.blocks[0].settings["hint"]["designWidth"].double == 375)
    #expect(feed.blocks[0].settings["card"]["title"]["lines"].int64 == 3)
    #expect(!feed.blocks[1].settings["hint"].exists)
  }

  @Test("the section's own settings are merged into the defaults")
  func settings() throws {
    let feed = try #require(
      Feed.assemble(
        layout: try home(), replies: [try reply("blocks", page(codes("BANNER", "A", "X", "Y")))]
      ).feed)
    #expect(feed.blocks.map { $0.settings["height"].double } == [180, 240, 240, 240])
    #expect(feed.blocks.map { $0.settings["card"]["title"]["lines"].int64 } == [2, 3, 2, 2])
    #expect(feed.blocks.map { $0.settings["card"]["width"].int64 } == [120, 120, 120, 120])
    #expect(feed.blocks[2].settings.document === feed.blocks[3].settings.document)
  }

  @Test("a repeated block replaces the earlier one at its position")
  func repeated() throws {
    let blocks = """
      {"blockCode": "A", "n": 1}, {"blockCode": "B", "n": 2}, {"blockCode": "A", "n": 3}
      """
    let assembly = Feed.assemble(
      layout: try home(), replies: [try reply("blocks", page(blocks))])
    #expect(assembly.feed?.blocks.map { $0.value["n"].int64 } == [3, 2])
    #expect(
      assembly.diagnostics.map(\.summary).first?.hasPrefix("SE1015 note blocks.json:1:") == true)
  }

  @Test("a layout with the identity of occurrences keeps repeated codes")
  func occurrences() throws {
    let layout = try home(join: "\"identity\": \"occurrence\",")
    let assembly = Feed.assemble(
      layout: layout, replies: [try reply("blocks", page(codes("A", "B", "A")))])
    #expect(assembly.codes == ["A", "B", "A"])
    #expect(assembly.found == [])
  }

  @Test("a failed source loses only its own section")
  func partial() throws {
    let refused = "{\"code\": 301, \"message\": \"please sign in\", \"data\": null}"
    let layout = try home()
    let withoutMenus = Feed.assemble(
      layout: layout,
      replies: [try reply("blocks", page(codes("A"))), try reply("menus", refused)])
    #expect(withoutMenus.codes == ["A"])
    #expect(
      withoutMenus.diagnostics.map(\.summary) == [
        "SE1010 error menus.json:1:10 $.code: the server answered \"please sign in\"",
        "SE1019 warning -: source `menus` is lost",
      ])
    let withoutBlocks = Feed.assemble(
      layout: layout, replies: [try reply("menus", menus), try reply("blocks", refused)])
    #expect(withoutBlocks.codes == ["MENUS"])
    #expect(withoutBlocks.found == ["SE1010", "SE1019"])
  }

  @Test("a layout with the join all fails as a whole")
  func allOrNothing() throws {
    let layout = try home(join: "\"join\": \"all\",")
    let refused = "{\"code\": 301, \"message\": \"\", \"data\": null}"
    let assembly = Feed.assemble(
      layout: layout,
      replies: [try reply("blocks", page(codes("A"))), try reply("menus", refused)])
    #expect(assembly.feed == nil)
    #expect(assembly.found == ["SE1027", "SE1010", "SE1019"])
    let absent = Feed.assemble(layout: layout, replies: [try reply("blocks", page(codes("A")))])
    #expect(absent.codes == ["A"])
  }

  @Test("a missing source that the join needs is reported if all replies are known")
  func absentSources() throws {
    let layout = try home(join: "\"join\": \"all\",")
    let blocks = try reply("blocks", page(codes("A")))
    #expect(
      Feed.assemble(layout: layout, replies: [blocks]).diagnostics.map(\.summary) == [
        "SE1027 warning -: source `menus` is not given",
        "SE1027 warning -: source `ads` is not given",
      ])
    // A source that has not replied yet is not missing.
    #expect(Feed.join(layout: layout, replies: [blocks]).feed.diagnostics.isEmpty)
    let all = [blocks, try reply("menus", menus), try reply("ads", "{\"ads\": [1]}")]
    #expect(Feed.assemble(layout: layout, replies: all).found == [])
    #expect(Feed.assemble(layout: try home(), replies: [blocks]).found == [])
  }

  /// Documents that give no section, with the codes of their diagnostics.
  static let fruitless: [(String, [String])] = [
    ("{\"code\": 500, \"message\": \"busy\"}", ["SE1010"]),
    ("{\"code\": \"200\", \"data\": {\"blocks\": []}}", ["SE1010"]),
    ("{\"data\": {\"blocks\": []}}", ["SE1010"]),
    ("{\"code\": 200}", ["SE1011"]), ("{}", ["SE1011"]), ("[]", ["SE1011"]),
    ("null", ["SE1011"]), ("\"\"", ["SE1011"]),
    ("{\"code\": 200, \"data\": {\"blocks\": null}}", ["SE1011"]),
    ("{\"code\": 200, \"data\": {\"blocks\": {}}}", ["SE1011"]),
    ("{\"code\": 200, \"data\": {\"blocks\": \"\"}}", ["SE1011"]),
    ("{\"code\": 200, \"data\": {\"blocks\": [{}]}}", ["SE1014", "SE1019"]),
  ]

  @Test("a feed without a section fails and reports why", arguments: fruitless)
  func nothing(text: String, found: [String]) throws {
    let assembly = Feed.assemble(layout: try home(), replies: [try reply("blocks", text)])
    #expect(assembly.feed == nil)
    #expect(assembly.found == found)
    #expect(assembly.diagnostics.contains { $0.severity == .error })
  }

  @Test("a feed whose list is empty is a feed without blocks")
  func emptyFeed() throws {
    let assembly = Feed.assemble(
      layout: try home(), replies: [try reply("blocks", page(""))])
    #expect(assembly.feed?.blocks.isEmpty == true && assembly.found == ["SE1004"])
  }

  @Test("a feed without any reply fails too")
  func noReplies() throws {
    let assembly = Feed.assemble(layout: try home(), replies: [])
    #expect(assembly.feed == nil)
    #expect(assembly.found == ["SE1019"])
  }

  @Test("empty menus give no section", arguments: ["[]", "{}"])
  func emptyMenus(data: String) throws {
    let empty = "{\"code\": 200, \"data\": \(data)}"
    let assembly = Feed.assemble(
      layout: try home(),
      replies: [try reply("blocks", page(codes("A"))), try reply("menus", empty)])
    #expect(assembly.codes == ["A"])
    #expect(assembly.found == ["SE1004"])
  }

  @Test("messages of the server become notices")
  func notices() throws {
    let more = ", \"end\": \"that is all\", \"toasts\": [\"one\", 2, \"\", \"three\"]"
    let assembly = Feed.assemble(
      layout: try home(), replies: [try reply("blocks", page(codes("A"), more))])
    #expect(
      assembly.feed?.notices == [
        SessionNotice(name: "end", text: "that is all"),
        SessionNotice(name: "toasts", text: "one"), SessionNotice(name: "toasts", text: "three"),
      ])
  }
}
