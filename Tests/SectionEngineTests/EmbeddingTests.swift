import Foundation
import FoundationNetworking
import MockServer
import SectionEngine
import Synchronization
import TestConditions
import Testing

/// The code examples of the article on embedding.
@Suite("Embedding", .timeLimit(.minutes(1))) final class EmbeddingTests {
  private static let source = URL(filePath: #filePath)
  private static let layout = """
    {"name": "shop", "version": 1, "parameters": {"shelf": null},
     "paging": {"source": "goods", "by": "page", "end": [[{"path": "$.last", "equals": true}]]},
     "sources": {"goods": {
       "request": {"url": "goods/{page}", "query": {"shelf": "{shelf}"},
                   "headers": {"Authorization": "Bearer ${TOKEN}", "Accept": "application/json"}},
       "items": "$.items", "element": {"code": "code"}}}}
    """
  private let layoutFile = Array(EmbeddingTests.layout.utf8)
  private let reply = Array(#"{"items": [{"code": "A", "id": 1}, {"code": "B", "id": 2}]}"#.utf8)

  private func print(_ words: Any...) { printed.withLock { $0.append("\(words)") } }
  private let printed = Mutex<[String]>([])

  @Test("a single page")
  func page() throws {
    let plugins: [String] = []
    // page.swift
    let engine = try Engine(
      layout: layoutFile, named: "shop.json", providers: SectionProviders(folders: plugins))
    var page = engine.page(of: ["goods": reply])

    for section in page.sections {
      print(section.blockCode, section.frame, section.rowHeights)
    }
    if let node = page.node(at: Point(x: 20, y: 60)), let action = node.action {
      print("a tap opens", action.target)
    }
    let before = page
    page.move(from: 1, to: 0)
    print(page.changes(since: before).movedSections)
    print(page.shift(since: before, visible: 0...800).distance)
    // end
    let words = printed.withLock { $0 }
    // Without plugins each block is a placeholder of 120 points.
    #expect(words.count == 4 && words[0].contains("120"))
    #expect(page.sections.map(\.blockCode) == ["B", "A"])
    #expect(words.last == "[120.0]")
  }

  @Test("what was tapped, and the payloads of cells")
  func taps() throws {
    let engine = try Engine(layout: layoutFile, providers: RowsRunner.providers())
    let page = engine.page(of: ["goods": Array(#"{"items": [{"code": "A", "list": [7]}]}"#.utf8)])
    // taps.swift
    if let node = page.node(at: Point(x: 20, y: 60), scrolledBy: 0), let item = node.item {
      print(item.type, item.id, item.indexPath, String(decoding: item.payload, as: UTF8.self))
    }
    for section in page.sections {
      let cells = zip(section.rowFrames, section.rowItems)
      for (frame, item) in cells { print(section.blockCode, frame, item?.payload ?? []) }
    }
    // end
    #expect(printed.withLock { $0.count } == 1)
    #expect(page.sections.map(\.payload) == [Array(#"{"code": "A", "list": [7]}"#.utf8)])
  }

  @Test("several pages at once")
  func widths() async throws {
    let engine = try Engine(layout: layoutFile, providers: RowsRunner.providers())
    let reply = reply
    // widths.swift
    let heights = try await withThrowingTaskGroup(of: (Double, Double).self) { group in
      for width in [320.0, 390, 834] {
        group.addTask {
          var environment = engine.standardEnvironment
          environment.width = width
          let page = try engine.pageUnlessCancelled(of: ["goods": reply], in: environment)
          return (width, page.height)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    // end
    #expect(heights == [320: 100, 390: 100, 834: 100])
  }

  /// Sends requests for the shop to the test server.
  private struct Client: Sendable {
    let server: String

    func bytes(
      _ method: String, _ url: String, _ headers: [String: String], _ form: String
    ) async throws -> [UInt8] {
      #expect(method == "GET" && form.isEmpty)
      let path = url.replacingOccurrences(of: "https://shop.example.com/api", with: server)
      var request = URLRequest(url: try #require(URL(string: path)))
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      return Array(try await URLSession.shared.data(for: request).0)
    }
  }

  private struct Rule: Encodable { var match, body: String }

  @Test("a feed over time asks for each page once and in order", .needsServer)
  func live() async throws {
    let server = try MockServer()
    let rules = (0..<3).map { page in
      let items = (page * 10..<min(page * 10 + 10, 27)).map { #"{"code": "C\#($0)"}"# }
      return Rule(
        match: "goods/\(page)",
        body: #"{"items": [\#(items.joined(separator: ", "))], "last": \#(page == 2)}"#)
    }
    let settings = try JSONEncoder().encode(["rules": rules])
    try server.control(String(decoding: settings, as: UTF8.self))
    let client = Client(server: server.url)
    let text = Self.layout.replacingOccurrences(
      of: #""Authorization": "Bearer ${TOKEN}", "#, with: "")
    let engine = try Engine(layout: Array(text.utf8), providers: RowsRunner.providers())
    var shown: [[String]] = []
    func show(_ page: FeedPage, inserted: [ItemPath]) { shown.append(page.blockIdentities) }
    // live.swift
    let feed = LiveFeed(engine, parameters: ["shelf": "7"]) { request in
      let question = try engine.serverRequest(
        for: request, base: "https://shop.example.com/api/", parameters: ["shelf": "7"])
      return try await client.bytes(question.method, question.url, question.headers, question.form)
    }
    await feed.refresh()
    for await update in feed.updates {
      show(update.page, inserted: update.changes.insertedItems)
      if update.footer == .idle { await feed.loadMore() }
      if update.footer == .noMoreData { break }
    }
    // end
    #expect(shown.first == [] && shown.last == (0..<27).map { "C\($0)" })
    let requests = try server.requests()
    #expect(requests.map(\.path) == ["/goods/0", "/goods/1", "/goods/2"])
    #expect(requests.allSatisfy { $0.query == ["shelf": "7"] })
    #expect(requests.allSatisfy { $0.headers["accept"] == "application/json" })
  }

  @Test("a request contains its secrets, and a missing one is reported")
  func requests() throws {
    let engine = try Engine(layout: layoutFile, providers: RowsRunner.providers())
    let request = SourceRequest(id: 1, source: "goods", values: ["page": "0"])
    let made = try engine.serverRequest(
      for: request, base: "https://shop.example.com", parameters: ["shelf": "a b"],
      variables: { $0 == "TOKEN" ? "secret" : nil })
    #expect(made.url == "https://shop.example.com/goods/0?shelf=a%20b")
    #expect(made.headers["Authorization"] == "Bearer secret")
    for base in [nil, "https://shop.example.com", "nonsense:"] {
      let error = #expect(throws: Engine.UnaskableSource.self) {
        try engine.serverRequest(for: request, base: base)
      }
      #expect(error?.diagnostic.helps.isEmpty == false)
    }
  }

  @Test("the article contains the same lines as these tests")
  func article() throws {
    let folder = Self.source.deletingLastPathComponent()
    let article = try String(
      contentsOf: folder.appending(
        path: "../../Sources/Engine/Documentation.docc/Embedding.md"), encoding: .utf8)
    let test = try String(contentsOf: Self.source, encoding: .utf8)
    for name in ["page.swift", "widths.swift", "live.swift"] {
      let shown = try #require(
        article.components(separatedBy: "`\(name)`:\n\n```swift\n").last?
          .components(separatedBy: "```").first)
      let run = try #require(
        test.components(separatedBy: "    // \(name)\n").dropFirst().first?
          .components(separatedBy: "    // end\n").first)
      let lines = run.components(separatedBy: "\n").map {
        $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0
      }
      var code = shown.components(separatedBy: "\n")[...]
      // The imports of the article are at the top of this file.
      while let line = code.first, line.hasPrefix("import ") {
        #expect(test.contains("\n\(line)\n"), "\(line)")
        code.removeFirst()
        if code.first == "" { code.removeFirst() }
      }
      #expect(Array(code) == lines)
    }
    for (name, file) in [
      ("main.swift", "OwnSections/main.swift"),
      ("TickerTests.swift", "SectionTests/TickerTests.swift"),
    ] {
      let shown = article.components(separatedBy: "`\(name)`:\n\n```swift\n").last?
        .components(separatedBy: "```").first
      #expect(
        try String(contentsOf: folder.appending(path: "../Apps/\(file)"), encoding: .utf8) == shown)
    }
  }
}
