import Support
import FeedDocument
@testable import Feeds
import Testing

@Suite("Requests, pages and states of a feed layout") struct FeedRequestTests {
  /// Returns a layout of two sources. `source` adds members to the second one, `more` to the root.
  private func text(source: String = "", more: String = "") -> String {
    """
    {"name": "a", "version": 1, \(more)
     "sources": {
      "first": {"primary": true, "items": "$.x", "element": {"code": "t"}},
      "list": {"items": "$.x", \(source)
       "block": {"code": "LIST"}}}}
    """
  }

  private func refusals(source: String = "", more: String = "") throws -> [String] {
    let parsed = FeedLayout.parse(try document(text(source: source, more: more)))
    #expect(parsed.value == nil)
    return parsed.diagnostics.map { "\($0.location?.path ?? "-"): \($0.message)" }
  }

  @Test("a layout contains the request of a source")
  func request() throws {
    let layout = try layout(
      text(
        source: """
          "request": {"url": "list/{type}", "method": "POST", "query": {"p": "{page}"},
           "form": {"k": "{keyword}"}, "headers": {"Authorization": "Bearer ${TOKEN}"}},
          "after": ["first"], "sample": ["0.json", "1.json"],
          """,
        more: """
          "base": "https://example.com/api", "parameters": {"keyword": null, "type": "2"},
          "paging": {"source": "list", "by": "page", "first": 1},
          """))
    let source = try #require(layout.source(named: "list"))
    #expect(source.samples == ["0.json", "1.json"])
    #expect(source.dependencies == ["first"])
    #expect(
      source.request
        == FeedLayout.RequestTemplate(
          url: "list/{type}", method: .post, query: [.init(name: "p", value: "{page}")],
          form: [.init(name: "k", value: "{keyword}")],
          headers: [.init(name: "Authorization", value: "Bearer ${TOKEN}")]))
    #expect(layout.base == "https://example.com/api")
    #expect(
      layout.parameters == [
        FeedLayout.Parameter(name: "keyword", standard: nil),
        FeedLayout.Parameter(name: "type", standard: "2"),
      ])
    #expect(layout.paging?.advance == .page(first: 1))
    #expect(layout.paging?.endsWhenEmpty == true)
    #expect(layout.reveal == .each)
  }

  @Test("a template is split at its placeholders, and other braces are literal")
  func templates() {
    #expect(TemplateText("a").pieces == [.text("a")])
    #expect(TemplateText("").pieces == [])
    #expect(
      TemplateText("x/{page}/${T}{k}").pieces == [
        .text("x/"), .parameter("page"), .text("/"), .environment("T"), .parameter("k"),
      ])
    #expect(TemplateText(#"{"a": {}}"#).pieces == [.text(#"{"a": {}}"#)])
    #expect(TemplateText("{a").pieces == [.text("{a")])
    #expect(TemplateText("${").pieces == [.text("${")])
    #expect(TemplateText("{{a}}").pieces == [.text("{"), .parameter("a"), .text("}")])
  }

  /// Members of a source, members of the layout, and the expected refusal.
  static let refused: [(String, String, String)] = [
    (
      #""after": ["frist"],"#, "",
      "$.sources.list.after[0]: `frist` is not the name of another source"
    ),
    (
      #""after": ["list"],"#, "",
      "$.sources.list.after[0]: `list` is not the name of another source"
    ),
    (
      #""request": {"url": "a/{keywrd}"},"#, #""parameters": {"keyword": null},"#,
      "$.sources.list.request.url: `{keywrd}` is not a parameter"
    ),
    (
      #""request": {"url": "a/{page}"},"#, "",
      "$.sources.list.request.url: `{page}` is not a parameter"
    ),
    (
      #""request": {"url": "a", "query": {"p": "{offset}"}},"#,
      #""paging": {"source": "first", "by": "offset"},"#,
      "$.sources.list.request.query.p: `{offset}` is not a parameter"
    ),
    (
      #""request": {"url": "a", "query": {"p": "{page}"}},"#,
      #""paging": {"source": "list", "by": "offset"},"#,
      "$.sources.list.request.query.p: `{page}` is not a parameter"
    ),
    (
      #""request": {"url": "a"},"#, #""paging": {"source": "list", "by": "page"},"#,
      "$.sources.list.request: each page has the same request"
    ),
    (
      "", #""paging": {"source": "lst", "by": "page"},"#,
      "$.paging.source: `lst` is not the name of a source"
    ),
    ("", #""paging": {"source": "list", "by": "cursor"},"#, "$.paging: `cursor` is missing"),
    (
      "", #""paging": {"source": "list", "by": "offset", "first": 1},"#,
      "$.paging.first: `first` is for paging by page"
    ),
    (
      "", #""paging": {"source": "list", "by": "page", "end": [[]]},"#,
      "$.paging.end[0]: a rule without a test always holds"
    ),
    (
      "", #""paging": {"source": "list", "by": "page", "end": [[{"path": "$.a"}]]},"#,
      "$.paging.end[0][0]: a test compares with one thing"
    ),
    (
      #""request": {"url": "a?t=${TOKEN}"},"#, "",
      "$.sources.list.request.url: `${TOKEN}` is only allowed in a header"
    ),
    (
      #""request": {"url": "a", "query": {"t": "${TOKEN}"}},"#, "",
      "$.sources.list.request.query.t: `${TOKEN}` is only allowed in a header"
    ),
    (
      #""request": {"url": "a", "method": "POST", "form": {"t": "${TOKEN}"}},"#, "",
      "$.sources.list.request.form.t: `${TOKEN}` is only allowed in a header"
    ),
    (
      #""request": {"url": "a", "headers": {"T": "${MY TOKEN}"}},"#, "",
      #"$.sources.list.request.headers.T: a brace in "${MY TOKEN}" begins no placeholder"#
    ),
    (
      #""request": {"url": "a/{page"},"#, "",
      #"$.sources.list.request.url: a brace in "a/{page" begins no placeholder"#
    ),
    (
      #""request": {"url": "file:///etc/hosts"},"#, "",
      "$.sources.list.request.url: `url` is not a path like `home/list`, or a URL of http or https"
    ),
    (
      #""request": {"url": "a b"},"#, "",
      "$.sources.list.request.url: `url` is not a path like `home/list`, or a URL of http or https"
    ),
    (
      #""request": {"url": "a", "form": {"k": "v"}},"#, "",
      "$.sources.list.request.form: `form` is the body of a POST"
    ),
    (
      #""request": {"url": "a", "headers": {"A b": "v"}},"#, "",
      #"$.sources.list.request.headers['A b']: "A b" cannot name a header"#
    ),
    (
      #""request": {"url": "a", "headers": {"A": "x\r\nB: y"}},"#, "",
      "$.sources.list.request.headers.A: `A` is not one line of text"
    ),
    (
      "", #""base": "ftp://example.com","#,
      "$.base: `base` is not a URL like `https://example.com/api/`"
    ),
    ("", #""base": "https://","#, "$.base: `base` is not a URL like `https://example.com/api/`"),
    (
      "", #""base": "https://me:secret@example.com","#,
      "$.base: `base` is not a URL like `https://example.com/api/`"
    ),
    ("", #""parameters": {"page": null},"#, "$.parameters.page: `page` cannot name a parameter"),
    ("", #""freshness": {"unit": "seconds"},"#, "$.freshness: `seconds` is missing"),
    (
      #""whenEmpty": "never","#, "",
      "$.sources.list.whenEmpty: `whenEmpty` is not one of the words that it can be"
    ),
    (
      "", #""states": {"failed": {"title": "t", "on": ["net"]}},"#,
      "$.states.failed.on[0]: a value of the feed layout is not one of the words that it can be"
    ),
    (
      "", #""states": {"loading": {"sections": [{"code": "A", "height": 0}]}},"#,
      "$.states.loading.sections[0].height: "
        + "`height` is not a number of points from above 0 to 1000000"
    ),
  ]

  @Test("contradictory members are refused with their location", arguments: refused)
  func refusal(source: String, more: String, expected: String) throws {
    let refusals = try refusals(source: source, more: more)
    #expect(refusals.first == expected, "\(refusals)")
  }

  @Test("sources that wait for each other are refused once, with the cycle")
  func cycles() throws {
    let source = #""items": "$.x", "element": {"code": "t"}"#
    let text = """
      {"name": "a", "version": 1, "sources": {
       "a": {"primary": true, \(source), "after": ["d", "c"]}, "b": {\(source), "after": ["a"]},
       "c": {\(source), "after": ["b"]}, "d": {\(source)}}}
      """
    let diagnostics = FeedLayout.parse(try document(text)).diagnostics
    #expect(diagnostics.map(\.message) == ["sources wait for each other"])
    #expect(diagnostics.map(\.label) == ["`a` after `c` after `b` after `a`"])
    #expect(diagnostics.map(\.location?.path) == ["$.sources.a.after"])
  }

  @Test("a mistyped name gets a suggestion")
  func meant() throws {
    let parsed = FeedLayout.parse(
      try document(
        text(
          source: #""after": ["frist"], "request": {"url": "{pgae}"},"#,
          more: #""paging": {"source": "lits", "by": "page"}, "parameters": {"k": null},"#)))
    #expect(
      parsed.diagnostics.flatMap(\.helps) == [
        "did you mean `first`?", "did you mean `list`?",
        #"declare it: `"parameters": {"pgae": null}`"#,
      ])
  }

  @Test("a part of a block has no items, and only a source of one block is shown when it is empty")
  func shapes() throws {
    let parts = FeedLayout.parse(
      try document(
        """
        {"name": "a", "version": 1, "sources": {
         "a": {"primary": true, "items": "$.x", "whenEmpty": "show", "element": {"code": "t"}},
         "b": {"items": "$.x", "block": {"code": "B", "combine": {"part": "p"}, "item": "id"}},
         "c": {"items": "$.x", "block": {"showType": "s"}}}}
        """)
    ).diagnostics.map { "\($0.location?.path ?? ""): \($0.message)" }
    #expect(
      parts == [
        "$.sources.a.whenEmpty: `show` is for a source that gives one block",
        "$.sources.b.block.item: `item` is for a block whose value is an array",
        "$.sources.c.block: `code` is missing",
      ])
  }

  @Test("netease-home contains its requests, the end of its pages and its expiry")
  func neteaseHomeRequests() throws {
    let layout = try neteaseHome()
    #expect(layout.base == nil)
    let blocks = try #require(layout.source(named: "blocks"))
    #expect(blocks.request?.url == "homepage/block/page")
    #expect(blocks.request?.query == [.init(name: "cursor", value: "{cursor}")])
    #expect(layout.source(named: "menus")?.request?.url == "homepage/dragon/ball")
    let paging = try #require(layout.paging)
    #expect(paging.source == "blocks" && paging.advance == .cursor(path: "$.data.cursor"))
    #expect(paging.end.map { $0.map(\.path) } == [["$.data.hasMore"]])
    #expect(!paging.endsWhenEmpty)
    #expect(
      layout.freshness
        == FeedLayout.Freshness(
          seconds: 600, path: "$.data.pageConfig.refreshInterval", unit: 0.001))
  }

  @Test("the skeleton of netease-home has the heights of its sections")
  func neteaseHomeStates() throws {
    let layout = try neteaseHome()
    #expect(layout.states.skeletonDesignWidth == 414)
    #expect(layout.states.skeleton.count == 5)
    for section in layout.states.skeleton {
      #expect(layout.sections[section.code]["height"].double == section.height, "\(section.code)")
    }
    #expect(layout.states.failedOn == Set(SourceFailure.Kind.Name.allCases))
    #expect(layout.states.empty?.button != nil && layout.states.failed?.button != nil)
    #expect(layout.states.header.count == 2 && layout.states.footer.count == 3)
  }
}
