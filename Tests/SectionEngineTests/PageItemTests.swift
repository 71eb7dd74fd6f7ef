import FeedDocument
import Feeds
import Foundation
import LayoutCore
import Page
import TestTools
import Testing

@testable import PluginHost
@testable import SectionEngine

/// The items that nodes and rows show, and the nodes at points of a page.
@Suite("Items of a page") struct PageItemTests {
  /// Draws the lists of a block as boxes in boxes: one box for each object, with its texts. All nodes
  /// have the same action.
  private struct ListRunner: ProviderRunner {
    /// The members whose text names an item, such as "songId"; each with its type.
    var identifiers: [String: String] = [:]
    var setsSources = true

    func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome]
    {
      batch.map { .section(section(of: $1.block, $1.blockCode), warnings: []) }
    }

    private func section(of block: FeedValue, _ code: String) -> Section {
      var section = Section(blockCode: code, provider: .init(id: "lists", version: "1.0.0"))
      section.arena.begin(.box)
      let rows = block.kind == .array ? block : block["items"].exists ? block["items"] : block
      for row in rows.kind == .array ? Array(rows.children) : [rows] {
        section.rows.append(.init(node: section.arena.count, height: nil))
        draw(row, in: &section.arena)
      }
      section.arena.end()
      return section
    }

    private func draw(_ value: FeedValue, in arena: inout NodeArena) {
      var content = NodeContent()
      content.actionTarget = arena.addText("app://play".utf8)
      if value.isContainer {
        arena.begin(.box, content: content)
        for (key, type) in identifiers {
          guard let id = value[key].identityText else { continue }
          arena.describeOpenNode {
            ($0.resourceType, $0.resourceID) = (.empty, .empty)
          }
          let (typeRange, idRange) = (arena.addText(type.utf8), arena.addText(id.utf8))
          arena.describeOpenNode { ($0.resourceType, $0.resourceID) = (typeRange, idRange) }
        }
        for child in value.children { draw(child, in: &arena) }
      } else {
        content.source = setsSources ? value.index : 0
        content.text = arena.addText((value.string ?? "1").utf8)
        arena.begin(.text, content: content)
      }
      arena.end()
    }
  }

  private func page(_ feed: String, item: String? = nil, _ runner: ListRunner) throws -> FeedPage {
    let identity = item.map { ", \"item\": \"\($0)\", \"combine\": \"append\"" } ?? ""
    let layout = """
      {"name": "test", "version": 1, "sources": {"feed": {"items": "$.items",
       "block": {"code": "SONGS"\(identity)}}}}
      """
    let registry = ProviderRegistry(plugins: [
      PluginDescriptor(
        id: "lists", version: "1.0.0", path: "lists.so", origin: .bundled,
        providers: [.init(blockCodes: ["*"], showTypes: [])])
    ])
    let engine = try Engine(
      layout: Array(layout.utf8),
      providers: SectionProviders(
        registry: registry, runner: runner,
        measurer: FixedTextMeasurer(advance: 10, lineHeight: 20)))
    return engine.page(of: ["feed": Array("{\"items\": \(feed)}".utf8)])
  }

  /// Returns the item of each text on the page, by text.
  private func items(of page: FeedPage) -> [String: PageItem?] {
    var items: [String: PageItem?] = [:]
    for y in stride(from: 0.5, to: page.height, by: 20) {
      if let node = page.node(at: Point(x: 5, y: y)) { items[node.text] = node.item }
    }
    return items
  }

  private static let creatives = """
    [{"creativeId": 70, "title": "Rain", "resources": [
       {"resourceId": "8825067562187480000", "title": "Drop"}, {"resourceId": 2, "title": "Puddle"}]},
     {"creativeId": 71, "title": "Wind", "resources": [{"title": "Gust"}]}]
    """

  @Test("without names of a plugin, an item is the innermost object in a list, with its own member")
  func unnamed() throws {
    let items = items(of: try page(Self.creatives, ListRunner()))
    let drop = try #require(items["Drop"] ?? nil)
    #expect(drop.id == "8825067562187480000" && drop.type.isEmpty && drop.indexPath == [0, 0])
    #expect(
      String(decoding: drop.payload, as: UTF8.self)
        == #"{"resourceId": "8825067562187480000", "title": "Drop"}"#)
    #expect(items["Puddle"]??.id == "2" && items["Puddle"]??.indexPath == [0, 1])
    #expect(items["Gust"]??.id == "" && items["Gust"]??.indexPath == [1, 0])
    #expect(items["Rain"]??.indexPath == [0] && items["Wind"]??.indexPath == [1])
  }

  @Test("an item that a plugin names has its type, and its parts belong to it")
  func named() throws {
    let runner = ListRunner(identifiers: ["creativeId": "album"])
    let items = items(of: try page(Self.creatives, runner))
    for text in ["Rain", "Drop", "Puddle"] {
      let item = try #require(items[text] ?? nil)
      #expect(item.type == "album" && item.id == "70" && item.indexPath == [0], "\(text)")
      #expect(item.payload.starts(with: Array(#"{"creativeId": 70"#.utf8)))
    }
    let inner = ListRunner(identifiers: ["resourceId": "song"])
    let songs = self.items(of: try page(Self.creatives, inner))
    #expect(songs["Drop"]??.type == "song" && songs["Rain"]??.type == "")
  }

  @Test("a plugin without sources has the items that it names, or one item for each row")
  func sourceless() throws {
    let named = ListRunner(identifiers: ["resourceId": "song"], setsSources: false)
    let items = items(of: try page(Self.creatives, named))
    #expect(items["Puddle"]??.indexPath == [0, 1] && items["Rain"] == .some(nil))
    let rows = ListRunner(setsSources: false)
    let byRow = try page(Self.creatives, item: "creativeId", rows)
    #expect(self.items(of: byRow)["Gust"]??.id == "71")
    #expect(byRow.sections[0].rowItems.map { $0?.id } == ["70", "71"])
    #expect(self.items(of: try page(Self.creatives, rows))["Gust"] == .some(nil))
  }

  @Test("a feed layout says what the items are, whatever lists they have")
  func byLayout() throws {
    let page = try page(Self.creatives, item: "creativeId", ListRunner())
    #expect(items(of: page)["Puddle"]??.id == "70")
    let section = page.sections[0]
    #expect(section.rowItems.map { $0?.indexPath } == [[0], [1]])
    #expect(
      section.rowItems[1]?.payload
        == Array(
          #"{"creativeId": 71, "title": "Wind", "resources": [{"title": "Gust"}]}"#.utf8))
    #expect(section.payload == Array(Self.creatives.utf8))
  }

  @Test("texts in a list are items, and texts in the list of an item are not")
  func texts() throws {
    let words = items(of: try page(#"["风", "🌧️", "مطر"]"#, ListRunner()))
    #expect(words["🌧️"]??.payload == Array(#""🌧️""#.utf8) && words["مطر"]??.indexPath == [2])
    let tags = items(of: try page(#"[{"id": 1, "tags": ["new", "hot"]}]"#, ListRunner()))
    #expect(tags["hot"]??.id == "1" && tags["hot"]??.indexPath == [0])
  }

  @Test("a block of one object, and a message, have no items")
  func none() throws {
    let single = try page(#"{"title": "Sun"}"#, ListRunner())
    #expect(items(of: single) == ["Sun": nil])
    #expect(single.sections[0].payload == Array(#"{"title": "Sun"}"#.utf8))
    let failed = try page("3", ListRunner())
    #expect(
      failed.sections.map(\.payload) == [[]] && failed.sections[0].rowItems.allSatisfy { $0 == nil }
    )
  }

  @Test("an updated item has the payload with the update")
  func updated() async throws {
    let layout = FeedPageTests.layout
    let engine = try Engine(layout: Array(layout.utf8), providers: RowsRunner.providers())
    let feed = LiveFeed(engine) { request in
      Array((request.source == "list" ? #"[{"id": 8}, {"id": 9}]"# : "[]").utf8)
    }
    var updates = feed.updates.makeAsyncIterator()
    await feed.refresh()
    while let update = await updates.next(), !update.page.blockIdentities.contains("LIST") {}
    _ = try await feed.update(item: "9", ofSection: "LIST", with: Array(#"{"height": 30}"#.utf8))
    let node = try #require(await feed.tap(at: Point(x: 5, y: 25)))
    #expect(node.item?.id == "9" && node.item?.indexPath == [1] && node.sectionIdentity == "LIST")
    let payload = try JSONSerialization.jsonObject(with: Data(node.item?.payload ?? []))
    #expect(payload as? [String: Int] == ["id": 9, "height": 30])
    #expect(await feed.tap(at: Point(x: 5, y: 2_000)) == nil)
  }

  /// Returns a random value, in which each object has an identifier of its own.
  private func value(_ random: inout SplitMix64, _ depth: Int, _ id: inout Int) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 1 : 4), using: &random) {
    case 0: return "\"t\(Int.random(in: 0..<1_000, using: &random))\""
    case 1:
      let elements = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        value(&random, depth + 1, &id)
      }
      return "[\(elements.joined(separator: ", "))]"
    default:
      id += 1
      let own = id
      let members = (0..<Int.random(in: 0..<3, using: &random)).map {
        "\"m\($0)\": \(value(&random, depth + 1, &id))"
      }
      return "{\((["\"id\": \(own)"] + members).joined(separator: ", "))}"
    }
  }

  @Test(
    "of random feeds, the payload at an index path is the item, and all items equal single ones")
  func random() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var id = 0
      let elements = (0..<Int.random(in: 1..<5, using: &random)).map { _ in
        value(&random, 1, &id)
      }
      let named = Bool.random(using: &random) ? ["id": "thing"] : [:]
      let page = try page("[\(elements.joined(separator: ", "))]", ListRunner(identifiers: named))
      let section = try #require(page.laidOut.sections.first?.section)
      let block = try #require(page.block(ofSection: 0))
      let finder = ItemFinder(section, of: block)
      let all = finder.origin().items
      for node in 0..<section.arena.count {
        let path = (0...node).filter { section.arena.end(of: $0) > node }
        guard let found = finder.item(at: path) else { continue }
        let item = finder.pageItem(found)
        let known = all.last { $0.node <= node && section.arena.end(of: $0.node) > node }
        #expect(known?.id == item.id && known?.indexPath == item.indexPath, "seed \(seed)")
        let value = block.value.value(atPath: known?.path ?? "")
        #expect(value.json == item.payload, "seed \(seed)")
        if !item.id.isEmpty { #expect(value["id"].identityText == item.id, "seed \(seed)") }
      }
    }
  }
}

/// The nodes at points of scrolled pages and of scrolled sections.
@Suite("Nodes at points") struct HitTests {
  private func page(_ sections: [Section], height: Double = 300) -> Page {
    let environment = LayoutEnvironment(width: 200, height: height)
    let engine = LayoutEngine(
      environment: environment, measurer: FixedTextMeasurer(advance: 10, lineHeight: 20))
    var placed = engine.layOut(sections)
    _ = engine.place(&placed, below: 0)
    Viewport(offset: 0, height: height).placeFloating(&placed)
    return Page(
      feedID: "test", title: "", layoutName: "test@1", environment: environment, sections: placed,
      measurer: FixedTextMeasurer(advance: 10, lineHeight: 20))
  }

  /// A section of rows of 40 points, whose nodes have the actions "CODE/0", "CODE/1" and so on.
  private func rows(_ code: String, _ count: Int, _ placement: Section.Placement = .flow) -> Section
  {
    var section = Section(blockCode: code, provider: .init(id: "test", version: "1"))
    section.placement = placement
    section.arena.begin(.box)
    for row in 0..<count {
      var content = NodeContent()
      content.actionTarget = section.arena.addText("\(code)/\(row)".utf8)
      section.rows.append(
        .init(node: section.arena.begin(.button, content: content), height: 40))
      section.arena.end()
    }
    section.arena.end()
    return section
  }

  @Test("floating sections are on top, where they are at the scroll offset")
  func floating() {
    let page = page([rows("BAR", 1, .floatTop), rows("A", 20), rows("CART", 1, .floatBottom)])
    #expect(page.hit(at: Point(x: 5, y: 20))?.actionTarget == "BAR/0")
    #expect(page.hit(at: Point(x: 5, y: 280))?.actionTarget == "CART/0")
    #expect(page.hit(at: Point(x: 5, y: 100))?.actionTarget == "A/2")
    let scrolled = page.scrolled(by: 100)
    #expect(scrolled.hit(at: Point(x: 5, y: 20))?.actionTarget == "A/0")
    #expect(scrolled.hit(at: Point(x: 5, y: 120))?.actionTarget == "BAR/0")
    #expect(scrolled.hit(at: Point(x: 5, y: 380))?.actionTarget == "CART/0")
  }

  @Test("a pinned header is above the rows that scroll behind it")
  func pinned() {
    var section = rows("A", 20)
    var content = NodeContent()
    content.actionTarget = section.arena.addText("head".utf8)
    var arena = NodeArena()
    arena.begin(.box)
    content.actionTarget = arena.addText("head".utf8)
    let header = arena.begin(.button, content: content)
    arena.end()
    var rows: [Section.Row] = []
    for row in 0..<20 {
      var content = NodeContent()
      content.actionTarget = arena.addText("A/\(row)".utf8)
      rows.append(.init(node: arena.begin(.button, content: content), height: 40))
      arena.end()
    }
    arena.end()
    (section.arena, section.rows) = (arena, rows)
    section.header = .init(node: header, isPinned: true, height: 30)
    let page = page([section])
    #expect(page.hit(at: Point(x: 5, y: 15))?.actionTarget == "head")
    let scrolled = page.scrolled(by: 200)
    #expect(scrolled.hit(at: Point(x: 5, y: 215))?.actionTarget == "head")
    #expect(scrolled.hit(at: Point(x: 5, y: 235))?.actionTarget == "A/5")
  }

  @Test(
    "the items of a scrolled carousel are where they are seen, also as the only row of a section",
    arguments: [NodeKind.carousel, .pager], [true, false])
  func scrolled(_ kind: NodeKind, isBareRow: Bool) {
    var section = Section(blockCode: "A", provider: .init(id: "test", version: "1"))
    var content = NodeContent()
    content.scroll = kind == .carousel ? 100 : 0
    content.current = kind == .pager ? 1 : 0
    var style = Style()
    style.height = .points(50)
    if !isBareRow { section.arena.begin(.box) }
    section.rows = [
      .init(node: section.arena.begin(kind, style: style, content: content), height: nil)
    ]
    for item in 0..<4 {
      var content = NodeContent()
      content.actionTarget = section.arena.addText("\(item)".utf8)
      var style = Style()
      (style.width, style.height) = (.points(kind == .pager ? 200 : 100), .points(50))
      section.arena.begin(.button, style: style, content: content)
      section.arena.end()
    }
    section.arena.end()
    if !isBareRow { section.arena.end() }
    let page = page([section])
    #expect(page.hit(at: Point(x: 5, y: 5))?.actionTarget == "1")
    let hit = page.hit(at: Point(x: 150, y: 5))
    #expect(hit?.actionTarget == (kind == .pager ? "1" : "2"))
    let node = hit.flatMap { PageNode($0, in: page, of: nil) }
    #expect(node?.frame.x == (kind == .pager ? 0 : 100))
  }
}
