import TestConditions
import TestTools
import Testing

@testable import LayoutCore
@testable import Renderers

/// Properties that the text picture of every tree has.
@Suite struct TextPropertyTests {
  private static let columns = [16, 40, 63, 80, 112, 120, 200]

  private func options(_ columns: Int, _ variant: UInt64) -> RenderOptions {
    var options = RenderOptions()
    options.columns = columns
    options.charset = variant % 2 == 0 ? .unicode : .ascii
    options.ambiguous = variant % 3 == 0 ? 2 : 1
    options.annotate = variant % 5 == 0
    options.chrome = variant % 4 == 0
    return options
  }

  @Test(
    "every line fits, has no trailing spaces and no control characters",
    arguments: 0..<60 as Range<UInt64>)
  func lines(seed: UInt64) {
    var pages = RandomPages(seed: seed)
    let page = pages.page()
    for columns in Self.columns {
      let options = options(columns, seed)
      let picture = TextRenderer(options: options).bytes(of: page)
      #expect(picture == TextRenderer(options: options).bytes(of: page), "seed \(seed)")
      #expect(picture.last == 0x0A, "seed \(seed)")
      let width = CellWidth(ambiguous: options.ambiguous)
      let text = String(decoding: picture, as: UTF8.self)
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(width.width(of: line) <= columns, "seed \(seed), \(columns) columns: \(line)")
        #expect(line.last != " ", "seed \(seed), \(columns) columns: \(line)")
        let hasControl = line.unicodeScalars.contains {
          $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.properties.isBidiControl
        }
        #expect(!hasControl, "seed \(seed), \(columns) columns: \(line)")
      }
    }
  }

  @Test("every line fits according to wcwidth", .needsWcwidth)
  func judged() throws {
    for ambiguous in [1, 2] {
      var lines: [String] = []
      var limits: [Int] = []
      for seed in 0..<40 as Range<UInt64> {
        var pages = RandomPages(seed: seed)
        var options = options(Self.columns[Int(seed) % Self.columns.count], seed)
        options.ambiguous = ambiguous
        let picture = String(
          decoding: TextRenderer(options: options).bytes(of: pages.page()), as: UTF8.self)
        for line in picture.split(separator: "\n") {
          lines.append(String(line))
          limits.append(options.columns)
        }
      }
      let widths = try Wcwidth.judge(lines, ambiguous: ambiguous).cells
      for (line, (cells, limit)) in zip(lines, zip(widths, limits)) {
        #expect(cells >= 0 && cells <= limit, "\(line)")
      }
    }
  }

  @Test(
    "the left edge of a card is at its x in proportion, within one cell",
    arguments: 0..<100 as Range<UInt64>)
  func leftEdges(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let columns = Int.random(in: 40..<200, using: &random)
    let width = Double.random(in: 100...200, using: &random)
    var x = Double.random(in: 0...30, using: &random)
    var cards: [Sketch] = []
    while x < 414 - width / 2 {
      cards.append(Sketch(.image, x, 0, width, 120))
      x += width + Double.random(in: 15...40, using: &random)
    }
    let page = page([
      section("EDGES", height: 120, Sketch(.carousel, 0, 0, 414, 120, "", cards))
    ])
    let picture = draw(page) { $0.columns = columns }
    let line = try #require(picture.split(separator: "\n").first { $0.contains("╭") })
    let found = line.enumerated().filter { $0.element == "╭" }.map { $0.offset }
    let scale = PageColumns(widest: 3, columns: columns, annotate: false).scale(width: 414)
    let expected = cards.map {
      scale.origin + Int(($0.frame.x / 414 * Double(scale.columns)).rounded())
    }
    #expect(found == expected, "seed \(seed), \(columns) columns")
  }

  @Test("the numbers in the gutter are the y of each section, and finally the height of the feed")
  func gutter() {
    let page = page(Sample.feed)
    let lines = draw(page).split(separator: "\n")
    let numbers = lines.compactMap { Double($0.prefix(4).filter { $0 != " " }) }
    #expect(numbers == page.sections.map(\.frame.y) + [page.height])
  }

  @Test("a tree of 10 000 levels is drawn without recursion")
  func deep() {
    var arena = NodeArena()
    for _ in 0..<10_000 { arena.begin(.box) }
    var content = NodeContent()
    content.text = arena.addText(Array("deep".utf8))
    arena.begin(.text, content: content)
    for _ in 0...10_000 { arena.end() }
    for index in arena.records.indices {
      arena.frames[index].width = 100
      arena.frames[index].height = 15
    }
    var deep = section("DEEP", height: 15, nil)
    deep.section.arena = arena
    #expect(draw(page([deep])).contains("deep"))
  }
}
