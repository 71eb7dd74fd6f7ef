import FeedDocument
import Testing

@testable import Feeds

@Suite struct RequestBuilderTests {
  /// Returns a layout of one source with this request, and the parameters `keyword` and `kind`.
  private func layout(
    _ request: String, base: String = "https://example.com/api/", isPaged: Bool = false
  ) throws -> FeedLayout {
    let paging = isPaged ? #""paging": {"source": "list", "by": "page"},"# : ""
    let text = """
      {"name": "own", "version": 1, "title": "Own", "base": "\(base)",
       \(paging) "parameters": {"keyword": null, "kind": "2"},
       "sources": {"list": {"primary": true, "items": "$.data", "block": {"code": "A"},
                            "request": \(request)}}}
      """
    let document = try #require(FeedDocument.parse(PaddedBytes(text.utf8), name: "own").value)
    let parsed = FeedLayout.parse(document)
    return try #require(parsed.value, "\(parsed.diagnostics)")
  }

  private func request(
    _ template: String, base: String? = nil, parameters: [String: String] = [:],
    values: [String: String] = [:], headers: [HTTPRequest.Header] = [],
    variables: [String: String] = [:]
  ) throws -> HTTPRequest {
    let layout = try layout(template)
    let builder = RequestBuilder(
      layout: layout, base: base.flatMap(URLReference.init), parameters: parameters,
      headers: headers, variables: { variables[$0] })
    return try builder.request(for: try #require(layout.sources.first), values: values)
  }

  @Test("parameters are percent-encoded, and inserted values are not expanded again")
  func encoding() throws {
    let found = try request(
      #"{"url": "list/{kind}/{keyword}", "query": {"k": "{keyword}", "é": "1"}}"#,
      parameters: ["keyword": "a/b ?#{kind}&=+周"])
    let keyword = "a%2Fb%20%3F%23%7Bkind%7D%26%3D%2B%E5%91%A8"
    #expect(
      found.url.text == "https://example.com/api/list/2/\(keyword)?k=\(keyword)&%C3%A9=1")
    #expect(found.method == .get && found.form.isEmpty)
  }

  @Test("no value can leave its segment of the path", arguments: ["..", "."])
  func dots(_ keyword: String) throws {
    let encoded = String(repeating: "%2E", count: keyword.count)
    let found = try request(#"{"url": "list/{keyword}/json"}"#, parameters: ["keyword": keyword])
    #expect(found.url.text == "https://example.com/api/list/\(encoded)/json")
    let joined = try request(
      #"{"url": "list/{keyword}{kind}"}"#, parameters: ["keyword": keyword, "kind": "."])
    #expect(joined.url.text == "https://example.com/api/list/\(encoded)%2E")
  }

  @Test("a field whose parameter has no value is omitted")
  func absent() throws {
    let template = #"{"url": "list?a=1", "query": {"cursor": "{keyword}", "k": "{kind}"}}"#
    #expect(try request(template).url.query == "a=1&k=2")
    #expect(try request(template, parameters: ["keyword": ""]).url.query == "a=1&k=2")
  }

  @Test("a base is a folder, and the user's base overrides the layout's")
  func bases() throws {
    let template = #"{"url": "list"}"#
    #expect(try request(template).url.text == "https://example.com/api/list")
    for base in ["http://localhost:8000/v2", "http://localhost:8000/v2/"] {
      #expect(try request(template, base: base).url.text == "http://localhost:8000/v2/list")
    }
    #expect(try request(template, base: "http://localhost").url.text == "http://localhost/list")
    #expect(
      try request(#"{"url": "http://elsewhere.com/x"}"#, base: "http://localhost").url.text
        == "http://elsewhere.com/x")
  }

  @Test("a source can be requested once the parameters of the user have values")
  func askable() throws {
    for (template, parameters, isAskable) in [
      (#"{"url": "list"}"#, [:], true), (#"{"url": "{keyword}"}"#, [:], false),
      (#"{"url": "list", "query": {"k": "{kind}"}}"#, [:], true),
      (#"{"url": "list", "query": {"k": "{keyword}"}}"#, [:], false),
      (#"{"url": "list", "query": {"k": "{keyword}"}}"#, ["keyword": "x"], true),
      (#"{"url": "l", "method": "POST", "form": {"k": "{keyword}"}}"#, [:], false),
    ] as [(String, [String: String], Bool)] {
      let layout = try layout(template)
      let builder = RequestBuilder(layout: layout, parameters: parameters, variables: { _ in nil })
      #expect(builder.isAskable(try #require(layout.sources.first)) == isAskable, "\(template)")
    }
  }

  @Test("a header with a variable is secret, and a header of the user overrides the layout's")
  func headers() throws {
    let template = #"{"url": "list", "headers": {"Accept": "a/{kind}", "X-Token": "T ${TOKEN}"}}"#
    let plain = try request(template, variables: ["TOKEN": "abc"])
    #expect(
      plain.headers == [.init("Accept", "a/2"), .init("X-Token", "T abc", isSecret: true)])
    let own = HTTPRequest.Header("x-token", "mine", isSecret: true)
    let beaten = try request(template, headers: [own], variables: ["TOKEN": "abc"])
    #expect(beaten.headers == [.init("Accept", "a/2"), own])
    #expect(throws: RequestProblem.missingVariable("TOKEN", header: "X-Token")) {
      try request(template)
    }
  }

  @Test("headers of the user are sent only to the base")
  func strangers() throws {
    let own = HTTPRequest.Header("X", "mine", isSecret: true)
    let absolute = #"{"url": "http://elsewhere.com/x"}"#
    #expect(try request(absolute, headers: [own]).headers.isEmpty)
    #expect(try request(absolute, base: "http://elsewhere.com/", headers: [own]).headers == [own])
    #expect(try request(absolute, base: "http://elsewhere.com:81/", headers: [own]).headers.isEmpty)
  }

  @Test("no value can add a header")
  func injection() throws {
    let template = #"{"url": "list", "headers": {"X": "{keyword}"}}"#
    for value in ["a\r\nY: b", "a\nb", "a\u{0}b", "a\u{7f}"] {
      #expect(throws: RequestProblem.invalidHeader("X")) {
        try request(template, parameters: ["keyword": value])
      }
    }
    #expect(throws: RequestProblem.invalidHeader("")) {
      try RequestBuilder.header("no colon", variables: { _ in nil })
    }
    let typed = try RequestBuilder.header("A:  {b} ${C}", variables: { $0 == "C" ? "d" : nil })
    #expect(typed == .init("A", "{b} d", isSecret: true))
  }

  @Test("a variable goes only to the origin of the base, or to the origins listed for it")
  func foreignVariables() throws {
    for (url, base, isAllowed) in [
      ("list", nil, true), ("https://example.com/other", nil, true),
      ("https://EXAMPLE.com:443/other", nil, true), ("http://example.com/", nil, false),
      ("https://example.com:8443/", nil, false), ("https://api.example.com/", nil, false),
      ("https://example.com/x", "https://localhost/", false), ("//other.org/x", nil, false),
      ("https://listed.org/x", nil, true), ("https://listed.org:444/x", nil, false),
    ] as [(String, String?, Bool)] {
      let layout = try layout(#"{"url": "\#(url)", "headers": {"X": "T ${TOKEN}"}}"#)
      let builder = RequestBuilder(
        layout: layout, base: base.flatMap(URLReference.init),
        origins: ["TOKEN": ["https://listed.org:443"], "OTHER": ["http://example.com:80"]],
        variables: { $0 == "TOKEN" ? "abc" : nil })
      let source = try #require(layout.sources.first)
      let request = try? builder.request(for: source)
      #expect((request != nil) == isAllowed, "\(url) \(base ?? "")")
      if !isAllowed {
        #expect {
          _ = try builder.request(for: source)
        } throws: { error in
          guard let problem = error as? RequestProblem else { return false }
          return problem.diagnostic(source: "f").code == .foreignVariable
        }
      }
    }
  }

  @Test("a request is shown without the values of its query, except the page number")
  func shown() throws {
    let builder = RequestBuilder(
      layout: try layout(
        #"{"url": "list", "query": {"p": "{page}", "k": "{kind}", "x": "{page}{kind}"}}"#,
        isPaged: true),
      variables: { _ in nil })
    let source = try #require(builder.layout.sources.first)
    #expect(
      try builder.request(for: source, values: ["page": "7"]).shown
        == "https://example.com/api/list?p=7&k=…&x=…")
    let found = try request(#"{"url": "list?token=abc&flag", "query": {"k": "{kind}"}}"#)
    #expect(found.shown == "https://example.com/api/list?token=…&…&k=…")
  }
}
