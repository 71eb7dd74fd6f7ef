import Foundation
import Testing

/// `serve`, with requests over the test's own sockets instead of a browser.
@Suite struct ServeTests {
  private static let feed =
    #"{"code": 200, "data": {"blocks": [{"blockCode": "NOTE", "title": "HEADLINE", "showType": "TEXT"}]}}"#

  private func write(_ headline: String, in scratch: Scratch) throws {
    try scratch.write(
      Self.feed.replacingOccurrences(of: "HEADLINE", with: headline), to: "feed.json")
  }

  private func served(_ scratch: Scratch, _ arguments: [String] = ["feed.json"]) throws
    -> ServedProgram
  {
    if arguments.first == "feed.json" { try write("First words", in: scratch) }
    return try ServedProgram(arguments, in: scratch)
  }

  @Test(
    "the page has devices, controls and diagnostics, and loads nothing from other servers"
  )
  func page() throws {
    let scratch = try Scratch()
    let program = try served(scratch)
    let page = try program.ask("/?device=iphone-se&device=ipad-mini&appearance=dark&text=xl")
    #expect(page.status == 200)
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    for part in [
      "375 × 667 pt @2x", "744 × 1133 pt @2x", "First words", "<option selected>dark</option>",
      "<option selected>xl</option>", "SE3002", "data-node=\"NOTE\"",
    ] { #expect(page.body.contains(part), "\(part)") }
    #expect(!page.body.contains("iphone-14</h2>"))
    // There are no inline styles and no external resources.
    #expect(!page.body.contains("style="))
    #expect(!page.body.contains("://"))
    for asset in ["preview.js", "preview.css", "drawing.css", "icon.svg"] {
      #expect(page.body.contains("\"/\(asset)\""))
      #expect(try program.ask("/\(asset)").status == 200)
    }
    #expect(try program.ask("/plugins").body.contains("draws HOMEPAGE_BANNER"))
    #expect(program.end() == 0)
  }

  @Test("every reply has headers that forbid what a preview does not need")
  func headers() throws {
    let program = try served(try Scratch())
    for path in ["/", "/preview.js", "/plugins", "/nothing", "/page/svg", "/changes?since=0"] {
      let headers = try program.ask(path).headers
      #expect(headers["x-content-type-options"] == "nosniff", "\(path)")
      #expect(headers["referrer-policy"] == "no-referrer")
      #expect(headers["cross-origin-resource-policy"] == "same-origin")
      #expect(headers["cache-control"] == "no-store")
      let policy = headers["content-security-policy"] ?? ""
      #expect(policy.hasPrefix("default-src '") && !policy.contains("unsafe-eval"))
      #expect(!policy.contains("script-src"))
    }
  }

  @Test("foreign hosts, origins and sites are refused, and so are other methods")
  func refusals() throws {
    let program = try served(try Scratch())
    let own = "http://127.0.0.1:\(program.port)"
    #expect(try program.ask("/", host: "localhost:\(program.port)").status == 200)
    #expect(try program.ask("/", host: "evil.example:\(program.port)").status == 403)
    #expect(try program.ask("/", host: "127.0.0.1").status == 403)
    #expect(try program.ask("/", headers: ["Host: evil.example"]).status >= 400)
    #expect(try program.ask("/", headers: ["Origin: \(own)"]).status == 200)
    #expect(try program.ask("/", headers: ["Origin: http://evil.example"]).status == 403)
    #expect(try program.ask("/", headers: ["Sec-Fetch-Site: cross-site"]).status == 403)
    for method in ["PUT", "DELETE", "OPTIONS"] {
      #expect(try program.ask("/", method: method).status == 405, "\(method)")
    }
    #expect(try program.ask("/base", method: "POST", body: "keep=yes").status == 403)
    #expect(
      try program.ask("/base", method: "POST", headers: ["Origin: \(own)"], body: "keep=yes").status
        == 303)
    let long = String(repeating: "a", count: 70_000)
    #expect(
      try program.ask("/base", method: "POST", headers: ["Origin: \(own)"], body: long).status
        == 413)
    #expect(try program.ask("/?locale=" + String(repeating: "a", count: 9_000)).status == 414)
  }

  @Test("an unknown path in any spelling is 404, and a reply to HEAD has no body")
  func addresses() throws {
    let program = try served(try Scratch())
    for path in [
      "/nothing", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page/", "/page/../base",
      "/page/exe", "//", "/preview.js/x", "/explain/SE0000", "/explain/../x", "/%00",
    ] { #expect(try program.ask(path).status == 404, "\(path)") }
    let head = try program.ask("/", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(Int(head.headers["content-length"] ?? "") ?? 0 > 1_000)
    #expect(try program.ask("/explain/SE3002").body.contains("SE3002:"))
    for format in ["text", "json", "json-lines", "dump", "svg"] {
      #expect(try program.ask("/page/\(format)?device=iphone-se").status == 200, "\(format)")
    }
  }

  @Test("errors in the query are reported on the page")
  func badQueries() throws {
    let program = try served(try Scratch())
    for (query, words) in [
      ("device=iphone-41", "did you mean `iphone-1"), ("appearance=dusk", "light, dark"),
      ("text=huge", "values:"), ("locale=%3Cscript%3E", "not a tag such as zh-CN"),
      ("colour=1", "unknown field `colour`"), ("direction=%F0%9F%92%A9", "💩"),
    ] {
      let page = try program.ask("/?\(query)")
      #expect(page.status == 400 && page.body.contains(words), "\(query)")
      #expect(!page.body.contains("<script>"))
    }
    let missing = try program.ask("/node?node=NOTHING%2Fhere")
    #expect(missing.status == 200 && missing.body.contains("No node of this page"))
    #expect(try program.ask("/changes?since=x").status == 400)
  }

  @Test(
    "a request for changes is answered when the feed changes, and a broken feed keeps the picture")
  func changes() throws {
    let scratch = try Scratch()
    let program = try served(scratch)
    func version(otherThan version: Int) throws -> Int {
      let body = try program.ask("/changes?since=\(version)").body
      return try #require(Int(body.dropFirst(#"{"version":"#.count).dropLast()), "\(body)")
    }
    let first = try version(otherThan: -1)
    try write("Second words", in: scratch)
    let second = try version(otherThan: first)
    #expect(second != first)
    let page = try program.ask("/")
    #expect(page.body.contains("Second words") && !page.body.contains("First words"))
    #expect(page.body.contains("changed: feed.json"))

    try scratch.write(#"{"code": 200, "data": {"#, to: "feed.json")
    let third = try version(otherThan: second)
    let broken = try program.ask("/")
    #expect(broken.body.contains("Second words") && broken.body.contains("the last good picture"))
    #expect(broken.body.contains("SE1003"))
    #expect(program.errors.contains("SE1003"))
    try write("Third words", in: scratch)
    _ = try version(otherThan: third)
    let repaired = try program.ask("/").body
    #expect(repaired.contains("Third words") && !repaired.contains("the last good picture"))
  }

  @Test("several feeds have a list, each a page, and a change of one leaves the others as they are")
  func severalFeeds() throws {
    let scratch = try Scratch()
    let names = ["feed.json", #"<b>&"1".json"#, "新闻/feed.json", "broken.json"]
    for name in names.prefix(3) {
      try scratch.write(
        Self.feed.replacingOccurrences(
          of: "HEADLINE", with: "Words of \(names.firstIndex(of: name)!)"),
        to: name)
    }
    try scratch.write("{", to: "broken.json")
    let program = try ServedProgram(names + ["feed.json"], in: scratch)
    let list = try program.ask("/").body
    #expect(list.contains("<h1>4 feeds</h1>"))
    for words in [
      "<h2>feed.json</h2>", "<h2>&lt;b&gt;&amp;&quot;1&quot;.json</h2>", "<h2>新闻/feed.json</h2>",
      "it could not be drawn · 1 error", "1 section · ", "First screen of feed.json",
    ] { #expect(list.contains(words), "\(words)") }
    let links = list.split(separator: "href=\"").compactMap { part in
      part.hasPrefix("/?feed=") ? String(part.prefix { $0 != "\"" }) : nil
    }
    #expect(links.count == 4)
    for (index, link) in links.prefix(3).enumerated() {
      let page = try program.ask(link)
      #expect(page.status == 200 && page.body.contains("Words of \(index)"), "\(link)")
      #expect(page.body.contains("selected>\(["feed", "&lt;b&gt;", "新闻"][index])"))
      // The page's links lead to the feed of the page.
      #expect(
        page.body.contains("\(link.dropFirst(2))&amp;device=")
          || page.body.contains("\(link.dropFirst(2))&device="))
    }
    let unknown = try program.ask("/?feed=fed.json")
    #expect(unknown.status == 400 && unknown.body.contains("did you mean `feed.json`?"))
    #expect(try program.ask("/changes?since=1&feed=x").status == 400)

    func version(_ query: String) throws -> String {
      try program.ask("/changes?since=-1\(query)").body
    }
    let before = try (version(""), version("&feed=feed.json"), version("&feed=broken.json"))
    try scratch.write(
      Self.feed.replacingOccurrences(of: "HEADLINE", with: "Repaired"), to: "broken.json")
    let number = before.0.filter(\.isNumber)
    #expect(try program.ask("/changes?since=\(number)").body != before.0)
    #expect(try version("&feed=feed.json") == before.1)
    #expect(try version("&feed=broken.json") != before.2)
    #expect(try program.ask("/?feed=broken.json").body.contains("Repaired"))
    #expect(try program.ask("/").body.contains("changed: broken.json"))
    #expect(program.end() == 0)
  }

  @Test("too many feeds, or standard input beside others, end with 64")
  func wrongFeeds() throws {
    let many = try Program.run(["serve"] + (0...64).map { "\($0).json" })
    #expect(many.status == 64 && many.errors.contains("at most 64 feeds"))
    let input = try Program.run(["serve", "a.json", "-"])
    #expect(input.status == 64 && input.errors.contains("alone"))
  }

  @Test("a project serves all of its feeds")
  func project() throws {
    let scratch = try Scratch()
    try write("First words", in: scratch)
    try scratch.write(Self.feed, to: "other.json")
    try scratch.write(
      """
      {"feeds": {"home": {"feed": "feed.json"}, "other": {"feed": "other.json", "devices": ["iphone-se"]}}}
      """, to: "sectionengine.json")
    let program = try ServedProgram([], in: scratch)
    let list = try program.ask("/").body
    #expect(list.contains("<h2>home</h2>") && list.contains("on iphone-se"), "\(list)")
    #expect(try program.ask("/?feed=home").body.contains("First words"))
    #expect(try program.ask("/?feed=other").body.contains("data-device=\"iphone-se\""))
  }

  @Test("texts of a feed are escaped in the page")
  func markup() throws {
    let scratch = try Scratch()
    try write(#"<script>alert(1)</script>&amp;\"'<b>"#, in: scratch)
    let program = try ServedProgram(["feed.json"], in: scratch)
    let body = try program.ask("/").body
    #expect(body.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"))
    #expect(!body.contains("<script>alert") && !body.contains("<b>"))
  }

  @Test("a hundred slow clients do not delay other clients")
  func slowClients() throws {
    let program = try served(try Scratch())
    var slow: [ServedProgram.Connection] = []
    for _ in 0..<100 {
      let connection = try ServedProgram.Connection(program.port)
      try connection.send("GET / HTTP/1.1\r\nHost: 127")
      slow.append(connection)
    }
    let start = ContinuousClock.now
    #expect(try program.ask("/preview.css").status == 200)
    // A silent client is disconnected after ten seconds; the request above did not wait for that.
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test(
    "it ends with 0 on SIGINT and SIGTERM, also while a client waits for changes",
    arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) throws {
    let program = try served(try Scratch())
    let waiting = try ServedProgram.Connection(program.port)
    try waiting.send(
      "GET /changes?since=1 HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nConnection: close\r\n\r\n"
    )
    #expect(try program.ask("/preview.css").status == 200)
    #expect(program.end(signal) == 0)
  }

  @Test("a port in use is an error that suggests another port")
  func usedPort() throws {
    let scratch = try Scratch()
    let program = try served(scratch)
    let other = try Program.run(["serve", "--port", "\(program.port)"])
    #expect(other.status == 2 && other.output.isEmpty)
    #expect(other.errors.contains("SE4050") && other.errors.contains("--port \(program.port + 1)"))
  }

  @Test("an unknown device is an error, and a custom size is shown as a device")
  func devices() throws {
    let unknown = try Program.run(["serve", "--devices", "iphone-14,ipad-12"])
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean `ipad-1"))
    #expect(try Program.run(["serve", "--port", "70000"]).status == 64)
    let program = try served(
      try Scratch(), ["feed.json", "--width", "300", "--height", "500", "--appearance", "dark"])
    let body = try program.ask("/").body
    #expect(body.contains("300 × 500 pt @2x") && body.contains("<option selected>dark</option>"))
  }

  @Test(
    "beyond loopback the printed address has a token, without which nothing is shown",
    arguments: ["0.0.0.0", "::"])
  func listen(_ address: String) throws {
    let scratch = try Scratch()
    try write("First words", in: scratch)
    let program = try ServedProgram(
      ["feed.json", "--listen", address, "--allow-host", "box.example:9000"], in: scratch,
      opening: "http://localhost:")
    let query = try #require(program.query)
    #expect(query.count == "token=".count + 32)
    let refused = try program.ask("/")
    #expect(refused.status == 403 && !refused.body.contains("First words"))
    #expect(try program.ask("/?token=\(String(repeating: "0", count: 32))").status == 403)
    let first = try program.ask("/?\(query)")
    #expect(first.status == 303 && first.headers["location"] == "/")
    let cookie = try #require(first.headers["set-cookie"]?.split(separator: ";").first)
    for host in ["localhost:9000", "box.example:9000"] {
      let page = try program.ask("/", host: host, headers: ["Cookie: \(cookie)"])
      #expect(page.status == 200 && page.body.contains("First words"), "\(host)")
    }
    let foreign = try program.ask("/", host: "evil.example", headers: ["Cookie: \(cookie)"])
    #expect(foreign.status == 403)
    // Each run has a different token, which is the query of its address.
    let other = try ServedProgram(
      ["feed.json", "--listen", address], in: scratch, opening: "http://localhost:")
    #expect(other.query != program.query)
    #expect(program.end() == 0)
  }

  @Test("on loopback an allowed host is a forwarded port, and there is no token")
  func forwardedPort() throws {
    let program = try served(try Scratch(), ["feed.json", "--allow-host", "localhost:9000"])
    #expect(program.query == nil)
    #expect(try program.ask("/", host: "localhost:9000").status == 200)
    let refused = try program.ask("/", host: "localhost:9001")
    #expect(refused.status == 403 && refused.body.contains("--allow-host localhost:9001"))
  }

  @Test("a wrong address is an error that names a right one")
  func wrongAddress() throws {
    for (arguments, words) in [
      (["--listen", "example.com"], "such as 0.0.0.0 or ::"),
      (["--listen", "1.2.3"], "such as 0.0.0.0 or ::"),
      (["--allow-host", "http://box"], "NAME or NAME:PORT"),
    ] {
      let run = try Program.run(["serve"] + arguments)
      #expect(run.status == 64 && run.errors.contains(words), "\(arguments)")
    }
    let foreign = try Program.run(["serve", "--port", "0", "--listen", "192.0.2.1"])
    #expect(foreign.status == 2 && foreign.errors.contains("--listen 0.0.0.0"), "\(foreign.errors)")
  }
}
