import FeedDocument
@testable import Feeds
import Foundation
import Support
import Testing

@Suite("Reading feeds of unknown shape") struct FeedReadingTests {
  /// Returns the codes of the blocks, and the inferred layout.
  private func blocks(_ text: String) throws -> (codes: [String], layout: FeedLayout) {
    let document = try document(text)
    let layout = try #require(FeedInference.infer(from: document).layout)
    let reply = SourceReply(source: "feed", outcome: .document(document, []))
    let drafted = try #require(
      LayoutDraft.draft(for: document, name: "mine").text)
    let codes = Feed.assemble(layout: layout, replies: [reply]).codes
    let drawn = try Feed.assemble(layout: parsed(drafted), replies: [reply]).codes
    #expect(codes == drawn, "a draft reads what is inferred")
    return (codes, layout)
  }

  private func parsed(_ text: String) throws -> FeedLayout { try layout(text) }

  /// Documents, and the codes of their blocks in order.
  static let shapes: [(String, [String])] = [
    // An object of named lists.
    (
      """
      {"data": {"top_banners": [{"title": "Harbour festival"}, {"title": "Night market"}],
        "services": [{"label": "Water taxi"}, {"label": "Lockers"}], "total": 2,
        "news": [{"headline": "Bridge reopens"}]}}
      """, ["top_banners", "services", "news"]
    ),
    (
      #"{"横幅": [{"title": "秋季新品"}, {"title": "冬日特惠"}], "分类": [{"name": "图书"}, {"name": "玩具"}, {"name": "厨房"}]}"#,
      ["横幅", "分类"]
    ),
    // A list whose elements have no code.
    (
      """
      {"list": [{"headline": "Ferry delayed by fog"}, {"headline": "New tram line"},
        {"headline": "Chess club wins"}, {"headline": "Old pier opens"}, {"headline": "Rain"}]}
      """, ["list"]
    ),
    // An object of sections, with and without a list of their order.
    (
      """
      {"sections": {"s1": {"type": "rail", "title": "Popular now", "items": [{"title": "Lamp"}]},
        "s2": {"type": "list", "title": "Seen", "items": [{"title": "Rug"}, {"title": "Box"}]}},
       "order": ["s2", "s1"]}
      """, ["list", "rail"]
    ),
    (
      """
      {"page": {"banner": {"head": "عروض", "list": [{"title": "شتاء"}, {"title": "صيف"}]},
        "more": {"head": "مختارات", "list": [{"title": "كتب"}]}}}
      """, ["banner", "more"]
    ),
    // Edges with nodes, as in GraphQL.
    (
      """
      {"data": {"sections": {"edges": [
        {"cursor": "a", "node": {"__typename": "Hero", "title": "Weekend reads", "stories": {"edges": [
          {"node": {"title": "The quiet valley"}}, {"node": {"title": "Salt and iron"}}]}}},
        {"cursor": "b", "node": {"__typename": "Shelf", "title": "Opinion", "stories": {"edges": [
          {"node": {"title": "Why bees matter"}}]}}}]}}}
      """, ["Hero", "Shelf"]
    ),
    // References into a pool of objects.
    (
      """
      {"data": [{"type": "section", "id": "1", "attributes": {"title": "Morning picks"},
        "relationships": {"items": {"data": [{"type": "article", "id": "10"}, {"type": "article", "id": "11"}]}}}],
       "included": [{"type": "article", "id": "10", "attributes": {"title": "Bakers at dawn", "lead": "Flour and time."}},
         {"type": "article", "id": "11", "attributes": {"title": "The last lighthouse", "lead": "A keeper looks back."}}]}
      """, ["section"]
    ),
    (
      """
      {"entities": {"p1": {"title": "Copper kettle"}, "p2": {"title": "Linen towel"}, "p3": {"title": "Salt jar"}},
       "shelves": [{"title": "Kitchen", "items": ["p1", "p3"]}, {"title": "Bath", "items": ["p2"]}]}
      """, ["shelves", "shelves"]
    ),
    // Sections inside an array of one object, and sections inside tabs.
    (
      """
      {"result": [{"v": 1, "cards": [{"id": "c1", "head": "Tools", "entries": [{"label": "Spade"}, {"label": "Rake"}]},
        {"id": "c2", "head": "Seeds", "entries": [{"label": "Sweet peas"}, {"label": "Marigold"}]}]}]}
      """, ["c1", "c2"]
    ),
    (
      """
      {"tabs": [{"name": "For you", "sections": [{"title": "Trending", "items": [{"t": "Red kite"}, {"t": "Green kite"}]}]},
        {"name": "Sports", "sections": [{"title": "Football", "items": [{"t": "Cup final"}, {"t": "Rumours"}]}]}]}
      """, ["sections", "sections"]
    ),
    // Lists of ads and templates, next to the list of the page's sections.
    (
      """
      {"ads": [{"type": "wide"}, {"type": "tall"}], "templates": [{"type": "a", "text": "Template text"}],
       "content": {"shelves": [{"shelfTitle": "New", "books": [{"bookName": "Tide tables"}, {"bookName": "Boats"}]},
         {"shelfTitle": "Classics", "books": [{"bookName": "Winter road"}, {"bookName": "Blue hour"}]}]}}
      """, ["shelves", "shelves"]
    ),
    // Nested components.
    (
      """
      {"templates": {"t": {"type": "text", "text": "Template text"}}, "card": {"states": [{"div": {"type": "container",
        "items": [{"type": "text", "text": "Weather today"}, {"type": "gallery", "items": [
          {"type": "text", "text": "Morning mist"}, {"type": "text", "text": "Sunny noon"}]},
          {"type": "text", "text": "Light breeze"}, {"type": "text", "text": "Good night"}]}}]}}
      """, ["text", "gallery", "text", "text"]
    ),
  ]

  @Test("the list of blocks is chosen by the texts that it shows", arguments: shapes)
  func shape(text: String, codes: [String]) throws {
    #expect(try blocks(text).codes == codes)
  }

  @Test("words of programs are no titles, hashtags are texts")
  func titles() throws {
    let text = """
      {"blocks": [
        {"type": "card", "align": "center", "variant": "primary", "stat": "live", "tag": "#Weekend", "body": "Strings in the park"},
        {"type": "card", "align": "center", "variant": "primary", "stat": "live", "tag": "#Poetry", "body": "Open stage at nine"},
        {"type": "card", "align": "start", "variant": "second", "stat": "ended", "tag": "#fff", "body": "Bring a blanket"}]}
      """
    let card = try blocks(text).layout.sections["card"]["generic"]["item"]
    let paths =
      [card["title"].string, card["detail"].string] + card["texts"].children.map(\.string)
    #expect(Set(paths.compactMap(\.self)) == ["tag", "body"])
  }

  @Test("a field of most blocks wins over one of the first block")
  func vote() throws {
    let text = """
      {"rows": [{"kind": "a", "label": "Only here", "items": [{"name": "One loaf"}]},
        {"kind": "a", "headline": "Bread", "items": [{"name": "Two loaves", "note": "Fresh today"}]},
        {"kind": "a", "headline": "Cake", "items": [{"name": "Three rolls", "note": "With plums"}]},
        {"kind": "a", "headline": "Tea", "items": [{"name": "Four cups", "note": "Very hot"}]}]}
      """
    let generic = try blocks(text).layout.sections["a"]["generic"]
    #expect(generic["title"].string == "headline")
    #expect(generic["item"]["texts"].children.map(\.string) == ["note"])
  }

  @Test("nested components are drawn as a tree, with the keys of their texts")
  func tree() throws {
    let text = """
      {"body": [{"type": "Row", "children": [{"type": "Text", "data": "Steps walked"}, {"type": "Text", "data": "Six thousand"}]},
        {"type": "Row", "children": [{"type": "Image", "src": "https://example.com/a.png"}, {"type": "Text", "data": "Drink water"}],
         "onTap": {"name": "open"}}]}
      """
    let tree = try blocks(text).layout.sections["Row"]["generic"]["tree"]
    #expect(tree["texts"].children.map(\.string) == ["data"])
    // An address in an object that states that it is a picture needs no key.
    #expect(tree["images"].children.map(\.string) == [])
    #expect(tree["omit"].children.map(\.string) == ["onTap"])
  }

  @Test("design sizes become height hints")
  func heights() throws {
    let text =
      #"{"c": [{"kind": "a", "w": 750, "h": 280, "t": "Rain"}, {"kind": "b", "w": 750, "h": 420}]}"#
    let layout = try blocks(text).layout
    #expect(layout.fallback.heightHint == .init(path: "h", designWidth: 375, widthPath: "w"))
    let columns = #"{"c": [{"kind": "a", "h": 2}, {"kind": "b", "h": 3}]}"#
    #expect(try blocks(columns).layout.fallback.heightHint == nil)
    for (text, height) in [
      (#""w": 640, "h": 320"#, 195.0), (#""height": 320"#, 332.8), (#""ratio": 0.5"#, 195),
      (#""ratio": 2"#, 195), (#""aspectRatio": 0.75"#, 520),
    ] {
      let document = try document(
        #"{"c": [{"kind": "a", "t": "Rain", \#(text)}, {"kind": "b", "t": "Sun"}]}"#)
      let layout = try #require(FeedInference.infer(from: document).layout)
      let feed = Feed.assemble(
        layout: layout, replies: [SourceReply(source: "feed", outcome: .document(document, []))])
      #expect(feed.value?.blocks.first?.heightHint?.height(forWidth: 390) == height, "\(text)")
    }
  }

  /// A string, its key, and whether it is a text that an app shows, not an identifier or number.
  static let strings: [(String, String, Bool)] = [
    ("Fresh bread", "x", true), ("Tools", "x", true), ("新歌", "type2", true), ("عروض", "x", true),
    ("#Weekend", "x", true), ("buy", "title", true), ("center", "x", false),
    ("center", "align", false),
    ("TOOLS", "x", false), ("toolBar", "x", false), ("match_parent", "name", false),
    ("#ff8800", "x", false), ("rgba(0, 0, 0, 0.5)", "x", false), ("12px", "title", false),
    ("2026-04-09T08:00:00Z", "title", false), ("https://example.com/a b", "x", false),
    ("app://a", "title", false), ("/a/b", "title", false), ("cover.png", "name", false),
    ("1984", "title", false), ("", "title", false), ("3 km", "x", false),
    ("One, up to 20 kg", "x", true),
  ]

  @Test("texts for people are told from identifiers and numbers", arguments: strings)
  func humanText(text: String, key: String, isText: Bool) {
    #expect(HumanText.isText(text, key: key) == isText)
  }

  @Test("items that name each other stay where they are, and unknown children are left out")
  func siblings() throws {
    let related = """
      {"sections": [{"type": "rail", "title": "News today", "items": [
          {"id": "a1", "name": "First story", "related": ["a2"]},
          {"id": "a2", "name": "Second story", "related": ["a1"]}]},
        {"type": "rail", "title": "Sport today", "items": [
          {"id": "a3", "name": "Third story", "related": ["a1"]}]}]}
      """
    #expect(ReferenceResolver.pool(of: try document(related)) == nil)
    #expect(try blocks(related).codes == ["rail", "rail"])
    let broken = """
      {"root": "a", "parts": [{"id": "a", "type": "Column", "children": ["t1", "gone", "t2"]},
        {"id": "t1", "type": "Text", "text": "Hello here"}, {"id": "t2", "type": "Text", "text": "Second one"}]}
      """
    let resolved = FeedReading(of: try document(broken)).document
    let strings = TextIndex(of: resolved).texts.compactMap(\.string)
    #expect(strings == ["Hello here", "Second one"])
    #expect(resolved.value(atPath: "$.root.children")?.count == 2)
  }

  @Test("prices, times and numbers with units are shown, but are no titles")
  func amounts() throws {
    let text = """
      {"sections": [{"type": "a", "title": "Rides", "items": [
        {"name": "Bike", "eta": "3 min", "fare": "₹49", "at": "12:04", "sku": "B-22-X"},
        {"name": "Auto", "eta": "5 min", "fare": "₹112", "at": "12:30", "sku": "B-23-X"}]},
        {"type": "b", "title": "Hi there"}]}
      """
    let item = try blocks(text).layout.sections["a"]["generic"]["item"]
    #expect(item["title"].string == "name")
    #expect(item["texts"].children.map(\.string) == ["eta", "fare", "at"])
  }

  @Test("a draft of any shape is a layout without findings")
  func reviewed() throws {
    for (text, _) in Self.shapes {
      let drafted = try #require(
        LayoutDraft.draft(for: try document(text), name: "mine").text)
      let layout = try parsed(drafted)
      let reply = SourceReply(source: "feed", outcome: .document(try document(text), []))
      var review = FeedLayoutReview(
        root: layout.sections.document.root, layout: layout,
        samples: FeedLayoutReview.Samples(
          blocks: Array(Feed.join(layout: layout, replies: [reply]).feed.blocks)),
        origin: "feed")
      review.reviewGeneric()
      #expect(review.diagnostics.map(\.message) == [])
    }
  }

  @Test("references that form a ring, and deep ones, end")
  func rings() throws {
    let ring =
      #"{"a": [{"id": "x", "title": "One here", "child": "y"}, {"id": "y", "title": "Two here", "child": "x"}], "root": "x"}"#
    #expect(FeedInference.infer(from: try document(ring)).layout != nil)
    let closed = ring.replacingOccurrences(of: ", \"root\": \"x\"", with: "")
    #expect(FeedReading(of: try document(closed)).candidates.first?.list.path == "$.a")
    let many = (0..<300).map {
      #"{"id": "n\#($0)", "title": "Text \#($0)", "children": ["n\#($0 + 1)", "n\#($0 + 2)"]}"#
    }
    let found = FeedInference.infer(
      from: try document(#"{"root": "n0", "a": [\#(many.joined(separator: ","))]}"#))
    #expect(found.layout != nil)
  }

  @Test("a path flattens arrays")
  func flattened() throws {
    let root = try document(
      #"{"a": [{"b": [1, 2]}, {"b": [3]}, {}, {"b": 4}], "c": [{"d": {"e": 1}}]}"#
    ).root
    func value(_ path: String) -> [Int64]? {
      FlattenedPath(path)?.value(in: root).children.compactMap(\.int64)
    }
    #expect(value("$.a[*].b") == [1, 2, 3])
    #expect(value("$.c[*].d.e") == [1])
    #expect(value("$.a[*]")?.count == 0 && FlattenedPath("$.a[*]")?.value(in: root).count == 4)
    #expect(FlattenedPath("$.a[*]..b") == nil)
  }
}
