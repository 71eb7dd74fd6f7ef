import LayoutCore
import Page
import Renderers
import TestTools
import Support
import Testing

@testable import LayoutReview

@Suite("Differences of pages") struct PageDiffTests {
  static func rails(_ count: Int) -> TestDump {
    TestDump(sections: (0..<count).map { TestDump.rail("S\($0)") })
  }

  static func diff(_ old: TestDump, _ new: TestDump, tolerance: Double = 0) -> PageDiff {
    PageDiff(from: old.page, to: new.page, tolerance: tolerance)
  }

  static func text(_ old: TestDump, _ new: TestDump) -> String {
    DiffText(color: false).text(of: diff(old, new))
  }

  @Test("a page has no differences from itself")
  func same() {
    let page = Self.rails(5)
    let diff = Self.diff(page, page)
    #expect(diff.isEmpty)
    #expect(diff.counts == PageDiff.Counts(unchanged: 5))
    #expect(DiffText(color: false).text(of: diff) == "no differences\n")
  }

  @Test("a page built by hand, of views of a platform with frames only, can be compared")
  func views() {
    func page(cell height: Double) -> Page {
      var writer = LineWriter()
      let frame = Rect(x: 0, y: 0, width: 414, height: 300)
      writer.section(.section, "UICollectionView", frame: frame) { _ in }
      for cell in 0..<2 {
        writer.node(
          "App.BannerCell", number: cell, string: nil,
          frame: Rect(x: 0, y: Double(cell) * height, width: 414, height: height), level: 1
        ) { _ in }
        writer.node(
          "UILabel", number: -1, string: "Night \(cell)",
          frame: Rect(x: 16, y: 8, width: 120, height: 20), level: 2
        ) { _ in }
      }
      return Page(read: writer.finished(), feedID: "app")
    }
    let (old, new) = (page(cell: 140), page(cell: 150))
    #expect(old.sections.isEmpty && !old.isLaidOut)
    #expect(PageDiff(from: old, to: old).isEmpty)
    let diff = PageDiff(from: old, to: new)
    #expect(
      DiffText(color: false).text(of: diff) == """
        app  0 x 0
        ~ UICollectionView
            App.BannerCell[0]  414x140 -> 414x150 (+10 high)
            1 more App.BannerCell alike
        1 section changed

        """)
    let html = String(decoding: DiffHTML.bytes(of: diff), as: UTF8.self)
    #expect(html.contains(">Night 1</text>"))
  }

  @Test("a section that grew is reported with its grown nodes, and the pushed sections in one line")
  func grown() {
    let old = Self.rails(6)
    var new = old
    new.sections[2] = TestDump.rail("S2", height: 262)
    new.stack()
    #expect(
      Self.text(old, new) == """
        news  414 x 1440 -> 414 x 1462 (+22)
        ~ S2  414x240 -> 414x262 (+22 high)
            carousel          414x190 -> 414x212 (+22 high)
              card[0] "S2 0"  120x160 -> 120x182 (+22 high)
              3 more cards alike
          sections 4-6 moved +22
        1 section resized, 3 pushed, 2 unchanged

        """)
  }

  @Test("nodes pushed by a higher header of their section are not reported")
  func pushedWithin() {
    let old = Self.rails(2)
    var new = old
    new.sections[0].frame.height += 10
    new.sections[0].lines[0].frame.height += 10
    new.sections[0].lines[2].frame.y += 10
    new.stack()
    let diff = Self.diff(old, new)
    #expect(diff.sections.count == 1)
    #expect(diff.sections.first?.nodes.map(\.path) == [["header"]])
    #expect(diff.pushes == [PageDiff.Push(first: 2, last: 2, distance: 10, position: 1)])
  }

  @Test("a node that moved without a cause is reported")
  func movedByItself() throws {
    let old = Self.rails(1)
    var new = old
    new.sections[0].lines[1].frame.x += 6
    let diff = Self.diff(old, new)
    let change = try #require(diff.sections.first?.nodes.first)
    #expect(change.kinds == .moved)
    #expect(change.path == ["header", "text"])
    #expect(Self.text(old, new).contains("10,10 -> 16,10 (x +6)"))
    #expect(Self.diff(old, new, tolerance: 6).isEmpty)
  }

  @Test(
    "nodes that moved by a pixel are reported if nothing else changed, however many they are",
    arguments: [0.5, 1, 22])
  func movedByPixels(_ step: Double) {
    let old = Self.rails(1)
    var new = old
    var count = 0.0
    for index in new.sections[0].lines.indices
    where new.sections[0].lines[index].name == "card" {
      count += 1
      new.sections[0].lines[index].frame.x += count * step
    }
    let diff = Self.diff(old, new)
    #expect(count == 4)
    #expect(!diff.isEmpty)
    #expect(Self.diff(old, new, tolerance: 100).isEmpty)
  }

  @Test("sections that each grew by a pixel are reported with the sections that they push")
  func grownByPixels() {
    func page(_ height: Double) -> TestDump {
      var page = Self.rails(6)
      for index in 0..<6 {
        page.sections[index] = TestDump.rail("S\(index)", height: height)
        page.sections[index].attributes = [.init("rows", "1x\(height)")]
      }
      page.stack()
      return page
    }
    let (old, new) = (page(240), page(240.5))
    let diff = Self.diff(old, new)
    #expect(diff.counts.resized == 6)
    #expect(diff.pushes.map(\.distance) == [0.5, 1, 1.5, 2, 2.5])
    #expect(Self.diff(old, new, tolerance: 3.5).isEmpty)
  }

  @Test("pixel rounding after an inserted section resizes nothing")
  func insertedAtThreePixels() throws {
    // Sections of 227.78 points at 3 pixels a point: edges are rounded, so heights alternate.
    func page(_ codes: [String]) throws -> Page {
      func edge(_ index: Int) -> Double { (Double(index) * 227.78 * 3).rounded() / 3 }
      var text =
        "# layout-dump v1 · unit pt · scale 3 · section frames in feed, node frames in parent\n"
      text +=
        "feed news 393x\(points(edge(codes.count))) appearance=light sections=\(codes.count)\n"
      for (index, code) in codes.enumerated() {
        let height = edge(index + 1) - edge(index)
        text += "  section \(code) @0,\(points(edge(index))) 393x\(points(height)) rows=1x187.78\n"
        text += "    text \"\(code)\" @10,10 100x20 font=12/400 lines=1 color=text\n"
      }
      return try #require(DumpParser.parse(Array(text.utf8), file: "page").page)
    }
    let codes = (0..<6).map { "S\($0)" }
    let diff = PageDiff(from: try page(codes), to: try page(["S0", "new"] + codes.dropFirst()))
    #expect(diff.counts == PageDiff.Counts(added: 1, pushed: 5, unchanged: 1))
    #expect(diff.pushes.count == 1)
  }

  @Test("an attribute that a dump omits is shown with its default value")
  func standard() throws {
    func page(_ attributes: String) throws -> Page {
      let text = """
        # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
        feed news 393x40 appearance=light sections=1
          section A @0,0 393x40 rows=1x40
            button "Go" @0,0 80x40\(attributes)

        """
      return try #require(DumpParser.parse(Array(text.utf8), file: "page").page)
    }
    let diff = PageDiff(
      from: try page(" font=12/400 radius=8 background=cell"), to: try page(""))
    let words = DiffText(color: false).text(of: diff)
    for change in ["font 12/400 -> 14/400", "radius 8 -> 0", "background cell -> none"] {
      #expect(words.contains(change), "\(words)")
    }
  }

  @Test("an inserted item pushes the others and does not rename them")
  func inserted() {
    let old = Self.rails(1)
    var new = old
    var lines = TestDump.rail("S0", cards: 5).lines
    for index in lines.indices where index >= 3 {
      let card = (index - 3) / 3
      let word = card == 0 ? "new" : "S0 \(card - 1)"
      if lines[index].name != "image" { lines[index].string = word }
      if lines[index].name == "card" {
        lines[index].attributes = [
          .init("action", card == 0 ? "app://new" : "app://S0/\(card - 1)")
        ]
      }
    }
    new.sections[0].lines = lines
    let diff = Self.diff(old, new)
    #expect(diff.sections.first?.nodes.map(\.kinds) == [.added])
    #expect(diff.sections.first?.nodes.first?.path == ["carousel", "card[0]"])
    let reverse = Self.diff(new, old)
    #expect(reverse.sections.first?.nodes.map(\.kinds) == [.removed])
  }

  @Test("nodes that a dump omits are not reported, but a changed count of them is")
  func elided() {
    let old = Self.rails(1)
    var new = old
    // Removes the last two cards, each of three lines.
    new.sections[0].lines.removeLast(6)
    new.sections[0].lines.append(
      TestDump.Line(level: 2, name: "offscreen", number: 2, isElided: true))
    #expect(!Self.diff(old, new).sections.flatMap(\.nodes).contains { $0.kinds == .removed })
    new.sections[0].lines[2].attributes[1].value = "9"
    #expect(Self.text(old, new).contains("items 4 -> 9"))
    // Both dumps omit deeper nodes, but state how many they omit.
    func cut(_ count: Int) -> TestDump {
      var dump = old
      dump.sections[0].lines = [
        TestDump.Line(level: 1, name: "nodes (--depth 1)", number: count, isElided: true)
      ]
      return dump
    }
    #expect(Self.text(cut(9), cut(11)).contains("nodes below 9 -> 11"))
    #expect(Self.diff(cut(15), old).isEmpty)
  }

  @Test(
    "a changed environment is one line, and changes that follow the page width are counted")
  func environment() {
    let old = Self.rails(2)
    var new = old
    new.feed.size.width = 390
    new.feed.attributes[0].value = "dark"
    for section in new.sections.indices {
      new.sections[section].frame.width = 390
      for index in new.sections[section].lines.indices
      where new.sections[section].lines[index].frame.width == 414 {
        new.sections[section].lines[index].frame.width = 390
      }
    }
    let diff = Self.diff(old, new)
    #expect(diff.environment.map(\.key) == ["width", "appearance"])
    #expect(diff.following == 6)
    #expect(diff.sections.isEmpty)
    #expect(
      Self.text(old, new).contains("environment: width 414 -> 390, appearance light -> dark"))
  }

  @Test("sections with the same code are paired by their contents, not by their index")
  func repeatedCodes() {
    let parts = (0..<6).map { number in
      var section = TestDump.rail("CARD", height: 200 + Double(number))
      section.attributes = [Page.Text("title", "T\(number)")]
      return section
    }
    let old = TestDump(sections: parts)
    let new = TestDump(sections: Array(parts.dropFirst()))
    let diff = Self.diff(old, new)
    #expect(diff.counts == PageDiff.Counts(removed: 1, pushed: 5))
    #expect(diff.sections.map(\.name) == ["CARD"])
  }

  @Test("text changes are reported with the changed part, and wide characters stay aligned")
  func texts() {
    let old = Self.rails(1)
    var new = old
    new.sections[0].lines[1].string = "Title of 山海"
    #expect(Self.text(old, new).contains(#"header/text  "Title of S0" -> "Title of 山海""#))
    let change = TextDifference(
      "a shared beginning that is long, one, and an end that is long too",
      "a shared beginning that is long, two, and an end that is long too")
    #expect(change.parts(of: change.old).map(\.text) == ["… long, ", "one", ", and an…"])
    #expect(change.parts(of: change.new).filter(\.isChanged).map(\.text) == ["two"])
  }

  @Test(
    "a long text is shortened between words, in a script without spaces anywhere",
    arguments: [
      ("Everything that is Trending Now in the world", "Trending Now", "Trending Today", "…"),
      ("今天推荐的歌曲和专辑都在这里面可以找到许多新的内容来听", "推荐", "热门", "今天"),
      ("Donaudampfschifffahrtsgesellschaftskapitän sagt heute nichts", "sagt", "fragt", "…"),
    ])
  func elision(_ text: String, _ old: String, _ new: String, _ start: String) throws {
    let change = TextDifference(text, text.replacing(old, with: new))
    let parts = change.parts(of: change.old).map(\.text)
    #expect(parts.first?.hasPrefix(start) == true, "\(parts)")
    let words = Set(text.split { !$0.isLetter }.map(String.init))
    let isSpaced = text.contains(" ")
    for part in parts where isSpaced && part.contains("…") {
      // Only the changed part may begin or end inside a word.
      for word in part.split(whereSeparator: { !$0.isLetter }).map(String.init).dropLast() {
        #expect(words.contains { $0.hasSuffix(word) }, "\(parts)")
      }
    }
    #expect(parts.joined().count < text.count + 2)
  }

  @Test("a section that appeared or moved has its title or first text, a removed one its title")
  func names() {
    let old = Self.rails(4)
    var moved = old
    moved.sections.swapAt(0, 3)
    #expect(Self.text(old, moved).contains("> S"))
    #expect(Self.text(old, moved).contains(#""Title of S"#))
    var longer = old
    longer.sections.append(TestDump.rail("NEW"))
    #expect(Self.text(old, longer).contains(#"+ NEW "Title of NEW""#))
    var titled = longer
    titled.sections[4].attributes = [Page.Text("title", "Fresh")]
    #expect(Self.text(titled, old).contains(#"- NEW "Fresh"  @"#))
  }

  @Test("boxes that only differ by rounding come after the changes")
  func rounded() {
    let words = ChangeWords(diff: Self.diff(Self.rails(1), Self.rails(2)))
    #expect(words.remarks.allSatisfy { !$0.contains("rounded") })
    #expect(words.consequences.isEmpty)
  }

  @Test("Markdown escapes the characters that hosts interpret")
  func markdown() {
    #expect(Markdown.plain("@team #1 a|b `c` <script> :tada:").contains("@team") == false)
    #expect(!Markdown.plain("a|b `c` <b>").contains { "|`<".contains($0) })
    #expect(Markdown.code("A_B") == "`A_B`")
    #expect(Markdown.code("A`B") == "A&#96;B")
  }

  @Test(
    "random edits are all reported, without others, and reversed in the other direction",
    arguments: 1...60)
  func edits(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let old = Self.rails(12)
    var new = old
    var expected: [String: PageDiff.Kinds] = [:]
    for index in new.sections.indices.shuffled(using: &random).prefix(3).sorted(by: >) {
      let code = new.sections[index].code
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let height = 240 + Double(Int.random(in: 1...80, using: &random))
        new.sections[index] = TestDump.rail(code, height: height)
        expected[code] = .resized
      case 1:
        new.sections.remove(at: index)
        expected[code] = .removed
      case 2:
        new.sections.insert(TestDump.rail("N\(index)"), at: index)
        expected["N\(index)"] = .added
      default:
        new.sections[index].lines[1].string = "Another title"
        expected[code] = []
      }
    }
    new.stack()
    let there = Self.diff(old, new)
    let told = Dictionary(there.sections.map { ($0.name, $0.kinds) }) { $1 }
    #expect(told == expected, "seed \(seed)")
    let back = Self.diff(new, old)
    let mirrored = Dictionary(back.sections.map { ($0.name, $0.kinds.mirrored) }) { $1 }
    #expect(mirrored == expected, "seed \(seed)")
    #expect(
      back.pushes.map { -$0.distance }.reduce(0, +) == there.pushes.map(\.distance).reduce(0, +)
        || back.pushes.count == there.pushes.count, "seed \(seed)")
  }

  @Test(
    "sections that change places are reported as moved, and as the same ones in reverse",
    arguments: 1...40)
  func moves(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let old = TestDump(
      sections: (0..<10).map { TestDump.rail("S\($0)", cards: 1 + $0 % 4) })
    var new = old
    let from = Int.random(in: 0..<10, using: &random)
    let section = new.sections.remove(at: from)
    let to = Int.random(in: 0..<10, using: &random)
    new.sections.insert(section, at: to)
    new.stack()
    let there = Self.diff(old, new)
    #expect(there.sections.count == (from == to ? 0 : 1))
    #expect(there.sections.allSatisfy { $0.isReordered && $0.nodes.isEmpty })
    let back = Self.diff(new, old)
    #expect(back.sections.map(\.name) == there.sections.map(\.name))
    #expect(
      back.sections.map { [$0.places.new, $0.places.old] }
        == there.sections.map { [$0.places.old, $0.places.new] })
  }
}

extension PageDiff.Kinds {
  fileprivate var mirrored: PageDiff.Kinds {
    self == .added ? .removed : self == .removed ? .added : self
  }
}
