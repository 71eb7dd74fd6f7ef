import FeedDocument
import Feeds
import Foundation
import LayoutCore
import SectionKit
import Synchronization
import TestTools
import Testing

@testable import SectionEngine

/// Sections whose provider promises that a row depends on its element alone keep the rows of unchanged
/// elements. A page must be the same as one that is drawn at once.
@Suite("Rows that are kept", .serialized) struct EarlierRowsTests {
  /// Draws lists: an array, or the member `list` of an object. Rows have every text and attribute of
  /// nodes. An element with `warn` gives a warning, one with `outside` a node that shows the block's
  /// heading.
  private struct Shelf: SectionProvider {
    static let blockCodes: [StaticString] = ["LIST", "NEST"]
    static let built = Mutex(0)

    private struct Item {
      var title, kind: String
      var height: Double?
      var source: Source
      var warns, isWide: Bool
      var outside: Source?
    }

    private let block: SectionKit.Block
    private let items: [Item]
    let rowElements: Source?
    private let heading: String

    init(_ block: SectionKit.Block) throws {
      self.block = block
      let list = block.kind == .array ? block.root : block["list"]
      let isPromised = block["promise"].bool ?? true
      rowElements = isPromised ? list.source : nil
      heading = block["heading"].string ?? ""
      items = list.array.map { value in
        Item(
          title: value["title"].string ?? "", kind: value["kind"].string ?? "",
          height: value["height"].double, source: value["title"].source,
          warns: value["warn"].bool ?? false, isWide: value["wide"].bool ?? false,
          outside: value["outside"].bool == true ? block["heading"].source : nil)
      }
    }

    var rowCount: Int { items.count }

    var section: SectionDescription {
      var description = SectionDescription(
        title: heading, insets: EdgeInsets(end: 8, start: Double(heading.count)), rowSpacing: 3,
        header: block["bare"].bool == true ? nil : .automatic)
      if let columns = block["columns"].int {
        description.layout = .grid(columns: columns)
      }
      return description
    }

    var header: Body { Body { Text("\(heading): \(items.count)").name("count") } }

    var frame: SectionFrame? {
      block["frame"].double.map { SectionFrame(height: .points($0)) }
    }

    func item(_ row: Int) -> ItemDescription {
      var item = ItemDescription()
      if items[row].isWide { item.isFullBleed = true }
      return item
    }

    func rowHeight(_ row: Int) -> RowHeight { items[row].height.map { .points($0) } ?? .automatic }

    func body(row: Int) -> Body {
      Self.built.withLock { $0 += 1 }
      let item = items[row]
      if item.warns { block.root.warn("row \(item.title) is odd") }
      return Body {
        Row {
          Text(item.title).source(item.source).font(15, .bold).color("text").name("title").grow()
          if item.kind != "" { Badge(item.kind).background("tint").padding(horizontal: 2) }
        }
        .gap(4).wrap(.wrap).action("open", "app://\(item.title)").label("row \(item.title)")
        .identifier(type: "song", id: item.title)
        if item.kind == "rail" {
          Carousel {
            Image(url: "https://example.com/\(item.title)").frame(width: 90, height: 40)
            Image(url: "https://example.com/2").frame(width: 700, height: 40)
          }
        }
        if item.kind == "rich" {
          Text("a ") + Text(item.title).bold().color("sale")
          Stack().frame(height: 4).background("line").opacity(0.5)
        }
        if let outside = item.outside { Text("outside").source(outside) }
      }
    }
  }

  private static let layout = """
    {"name": "shelves", "version": 1, "identity": "code",
     "sources": {
       "list": {"primary": true, "request": {"url": "list/{page}"}, "items": "$.items",
         "whenEmpty": "hide", "block": {"code": "LIST", "item": "id", "combine": "append"}},
       "blocks": {"request": {"url": "blocks"}, "items": "$.blocks", "whenEmpty": "hide",
         "element": {"code": "code"}}},
     "join": "all",
     "paging": {"source": "list", "by": "page", "first": 0,
       "end": [[{"path": "$.end", "equals": true}]]}}
    """

  /// A list of items that edits change as a server does.
  private struct Items {
    var random: SplitMix64
    var values: [String] = []
    private var next = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func item() -> String {
      next += 1
      let more =
        [
          "", "", "", #", "height": 33.5"#, #", "kind": "rail""#, #", "kind": "rich""#,
          #", "kind": "新""#, #", "warn": true"#, #", "outside": true"#, #", "wide": true"#,
        ].randomElement(using: &random) ?? ""
      let words = ["雨天", "a rather long title that needs more than one line on a page", "x", ""]
      let title = words.randomElement(using: &random) ?? ""
      return #"{"id": "\#(next)", "title": "\#(title)\#(next)"\#(more)}"#
    }

    mutating func edit() {
      let index = values.isEmpty ? 0 : Int.random(in: 0..<values.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !values.isEmpty: values.remove(at: index)
      case 1 where !values.isEmpty: values[index] = item()
      case 2: values.insert(item(), at: index)
      case 3 where values.count > 1: values.swapAt(0, index)
      default: for _ in 0..<3 { values.append(item()) }
      }
    }

    var json: String { "[\(values.joined(separator: ", "))]" }
  }

  private static func document(_ text: String) -> FeedDocument? {
    FeedDocument.parse(PaddedBytes(text.utf8), name: "update").value
  }

  private static func parsed(_ text: String, _ name: String) -> SourceReply.Outcome {
    SourceReply.Outcome(FeedDocument.parse(PaddedBytes(text.utf8), name: name))
  }

  private static func check(_ page: FeedPage, _ note: String) {
    let whole = page.engine.page(page.scene.caching(in: nil))
    for format in ["dump", "json", "text"] {
      #expect(page.bytes(as: format) == whole.bytes(as: format), "\(note)")
    }
    for (section, drawn) in zip(page.laidOut.sections, whole.laidOut.sections) {
      var section = section
      #expect(section.cost.visits >= drawn.cost.visits, "\(note)")
      section.cost = drawn.cost
      #expect(section == drawn, "\(note)")
    }
    #expect(page.diagnostics == whole.diagnostics, "\(note)")
  }

  @Test(
    "a session with random edits shows the pages that are drawn at once", arguments: UInt64(0)..<40)
  func sessions(seed: UInt64) throws {
    let engine = try Engine(
      layout: Array(Self.layout.utf8), providers: SectionProviders([Shelf.self]))
    var session = SessionPage(engine, in: engine.standardEnvironment)
    var items = Items(seed: seed)
    var nested = Items(seed: seed &+ 1_000)
    var time = 0.0
    for step in 0..<14 {
      time += 10
      let isFirst = step == 0
      var update: FeedUpdate
      switch isFirst ? 0 : Int.random(in: 0..<4, using: &items.random) {
      case 0: update = session.send(.refresh, at: time)
      case 1 where !items.values.isEmpty:
        let change = try #require(
          Self.document(#"{"title": "likéd", "kind": "rich"}"#))
        let id = Int.random(in: 1...max(1, items.values.count), using: &items.random)
        update = session.send(
          .update(ItemUpdate(blockIdentity: "LIST", item: "\(id)", change: change.root)), at: time)
      default: update = session.send(.loadMore, at: time)
      }
      if !update.step.hasNoEffect { Self.check(session.page, "seed \(seed) step \(step)") }
      for request in update.step.requests {
        var reply: String
        if request.source == "list" {
          if request.page == 0 { items.edit() }
          let more = (0..<3).map { _ in items.item() }.joined(separator: ", ")
          reply = #"{"items": \#(request.page == 0 ? items.json : "[\(more)]")}"#
        } else {
          nested.edit()
          nested.edit()
          let columns = step % 5 == 4 ? #", "columns": 2"# : ""
          let promise = step % 7 == 6 ? #", "promise": false"# : ""
          let heading = step % 3 == 0 ? "abc" : "Shelf"
          reply = #"""
            {"blocks": [{"code": "NEST", "heading": "\#(heading)", "list": \#(nested.json)
              \#(columns)\#(promise)}]}
            """#
        }
        _ = session.receive(
          SourceReply(
            source: request.source, page: request.page,
            outcome: Self.parsed(reply, "\(request.source)-\(step)")),
          to: request.id, at: time)
        Self.check(session.page, "seed \(seed) step \(step) \(request.source)")
      }
    }
  }

  @Test(
    "a list that shrinks to one row fills its frame, and grows again",
    arguments: ["", #", "frame": 300"#, #", "frame": 300, "bare": true"#, #", "bare": true"#])
  func frames(members: String) throws {
    let engine = try Engine(
      layout: Array(Self.layout.utf8), providers: SectionProviders([Shelf.self]))
    var session = SessionPage(engine, in: engine.standardEnvironment)
    let lists = [["a", "b"], ["a"], ["a", "c"], ["c"], [], ["d"], ["e", "d"], ["d"]]
    for (step, list) in lists.enumerated() {
      let items = list.map { #"{"id": "\#($0)", "title": "\#($0)"}"# }.joined(separator: ", ")
      let reply = #"{"items": [], "blocks": [{"code": "NEST", "list": [\#(items)]\#(members)}]}"#
      for request in session.send(.refresh, at: Double(step) * 10).step.requests {
        _ = session.receive(
          SourceReply(
            source: request.source, page: request.page, outcome: Self.parsed(reply, "\(step)")),
          to: request.id, at: Double(step) * 10)
      }
      Self.check(session.page, "\(list)\(members)")
    }
  }

  @Test("an update that only moves a list in its document draws nothing else")
  func movedList() throws {
    let engine = try Engine(
      layout: Array(Self.layout.utf8), providers: SectionProviders([Shelf.self]))
    var session = SessionPage(engine, in: engine.standardEnvironment)
    let reply = """
      {"items": [], "blocks": [{"code": "NEST", "pad": [], "list": [
        {"id": "1", "title": "a"}, {"id": "2", "title": "b"}]}]}
      """
    for request in session.send(.refresh, at: 0).step.requests {
      _ = session.receive(
        SourceReply(
          source: request.source, page: request.page, outcome: Self.parsed(reply, "reply")),
        to: request.id, at: 0)
    }
    let before = Shelf.built.withLock { $0 }
    let change = try #require(Self.document(#"{"pad": [1, 2, 3]}"#))
    let update = session.send(
      .update(ItemUpdate(blockIdentity: "NEST", item: nil, change: change.root)), at: 10)
    #expect(update.step.outcome == .undrawn)
    #expect(Shelf.built.withLock { $0 } == before)
    Self.check(session.page, "moved list")
  }

  @Test("a plugin in a worker process keeps rows, too")
  func worker() throws {
    let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      at: built.appending(path: "libArticlesSection.so"),
      to: scratch.url.appending(path: "articles.so"))
    let layout = """
      {"name": "articles", "version": 1, "identity": "code",
       "sources": {"list": {"request": {"url": "list/{page}"}, "items": "$",
         "block": {"code": "ARTICLES", "item": "id", "combine": "append"}}},
       "paging": {"source": "list", "by": "page", "first": 0}}
      """
    let engine = try Engine(
      layout: Array(layout.utf8),
      providers: SectionProviders(
        folders: [scratch.url.path], worker: built.appending(path: "section-worker").path))
    #expect(engine.diagnostics.isEmpty)
    var session = SessionPage(engine, in: engine.standardEnvironment)
    var time = 0.0
    for page in 0..<4 {
      let articles = (page * 5..<page * 5 + 5).map {
        #"{"id": \#($0), "title": "第 \#($0) 篇文章 👍🏽 مقال", "author": "a\#($0)"}"#
      }
      let input = page == 0 ? SessionInput.refresh : .loadMore
      for request in session.send(input, at: time).step.requests {
        _ = session.receive(
          SourceReply(
            source: request.source, page: request.page,
            outcome: Self.parsed("[\(articles.joined(separator: ","))]", "list-\(page)")),
          to: request.id, at: time)
      }
      #expect(session.page.laidOut.sections.first?.rows.count == page * 5 + 5)
      Self.check(session.page, "page \(page)")
      time += 10
    }
    let change = try #require(Self.document(#"{"title": "liked", "zan": 4}"#))
    _ = session.send(
      .update(ItemUpdate(blockIdentity: "ARTICLES", item: "7", change: change.root)), at: time)
    #expect(
      session.page.bytes(as: "text").map { String(decoding: $0, as: UTF8.self) }?
        .contains("liked") == true)
    Self.check(session.page, "liked")
  }

  @Test("a further page and a changed item build only their own rows")
  func builtRows() throws {
    let engine = try Engine(
      layout: Array(Self.layout.utf8), providers: SectionProviders([Shelf.self]))
    var session = SessionPage(engine, in: engine.standardEnvironment)
    func send(_ input: SessionInput, _ reply: String, at time: Double) -> Int {
      let before = Shelf.built.withLock { $0 }
      for request in session.send(input, at: time).step.requests {
        let reply = request.source == "list" ? reply : #"{"blocks": []}"#
        _ = session.receive(
          SourceReply(
            source: request.source, page: request.page, outcome: Self.parsed(reply, "r\(time)")),
          to: request.id, at: time)
      }
      return Shelf.built.withLock { $0 } - before
    }
    func page(_ ids: Range<Int>) -> String {
      #"{"items": [\#(ids.map { #"{"id": "\#($0)", "title": "t\#($0)"}"# }.joined(separator: ","))]}"#
    }
    #expect(send(.refresh, page(0..<20), at: 0) == 20)
    #expect(send(.loadMore, page(20..<40), at: 10) == 20)
    #expect(send(.loadMore, page(40..<60), at: 20) == 20)
    let change = try #require(Self.document(#"{"title": "changed"}"#))
    let update = ItemUpdate(blockIdentity: "LIST", item: "33", change: change.root)
    #expect(send(.update(update), "", at: 30) == 1)
    #expect(session.page.laidOut.sections.first?.rows.count == 60)
    Self.check(session.page, "built rows")
  }
}
