import LayoutCore

/// Line breaks and layouts that have the same results on every platform. Embedded Swift compiles this
/// file for wasm32, where `Int` has 32 bits.
package enum PortableCases {
  /// Texts whose clusters are one point wide, and the lines into which a width breaks them.
  package static let breaks: [(text: String, width: Int, lines: [String])] = [
    ("the quick brown fox", 9, ["the quick", "brown fox"]),
    ("the quick brown fox", 10, ["the quick", "brown fox"]),
    ("the quick brown fox", 8, ["the", "quick", "brown", "fox"]),
    ("每日推荐歌单", 4, ["每日推荐", "歌单"]),
    ("听了《晴天》的人", 3, ["听了", "《晴", "天》的", "人"]),
    ("你好，世界。再见", 2, ["你", "好，", "世", "界。", "再见"]),
    ("「引用」後", 3, ["「引", "用」後"]),
    ("歌单Daily推荐", 4, ["歌单", "Dail", "y推荐"]),
    ("歌单Daily推荐", 7, ["歌单Daily", "推荐"]),
    ("ちょっと", 2, ["ちょ", "っと"]),
    ("コーヒー", 1, ["コ", "ー", "ヒ", "ー"]),
    ("well-known fact", 6, ["well-", "known", "fact"]),
    ("up 12.5% in 2024", 5, ["up", "12.5%", "in", "2024"]),
    ("costs $1,000.00 now", 9, ["costs", "$1,000.00", "now"]),
    ("a (b) c", 3, ["a", "(b)", "c"]),
    ("see https://a.example/b?c=d", 10, ["see", "https://", "a.example/", "b?c=d"]),
    ("no\u{A0}break here", 8, ["no\u{A0}break", "here"]),
    ("soft\u{AD}hyphen", 6, ["soft\u{AD}", "hyphen"]),
    ("zero\u{200B}width", 5, ["zero\u{200B}", "width"]),
    ("wait… what", 5, ["wait…", "what"]),
    ("a\u{200D}b每。。", 4, ["a\u{200D}b", "每。。"]),
    ("שלום עולם", 5, ["שלום", "עולם"]),
    ("مرحبا بالعالم", 7, ["مرحبا", "بالعالم"]),
    ("안녕 세상", 2, ["안녕", "세상"]),
  ]

  /// Returns the results, line by line: the breaks, and the frames of pages of texts and boxes.
  package static func results() -> [String] { breaks.map(broken) + pages() }

  private static func broken(_ text: String, _ width: Int, _ lines: [String]) -> String {
    let bytes = Array(text.utf8)
    let measurer = FixedTextMeasurer(advance: 1, lineHeight: 10)
    let found = bytes.withUnsafeBufferPointer { buffer in
      measurer.lines(buffer, font: Font(size: 10), maxWidth: Double(width), maxLines: 0).map {
        String(decoding: buffer[$0.range], as: UTF8.self)
      }
    }
    var result = found == lines ? "breaks" : "BREAKS WRONGLY"
    for line in found { result += " | " + line }
    return result
  }

  /// Returns a line for each of some random pages: its height, and a hash of the bits of its frames.
  private static func pages() -> [String] {
    var random = Random()
    return (0..<200).map { number in
      var environment = LayoutEnvironment()
      environment.width = Double(200 + random.below(700))
      var section = Section(blockCode: "CASE", provider: .init(id: "cases", version: "1"))
      section.layout = number % 3 == 0 ? .grid : number % 3 == 1 ? .waterfall : .list
      section.columns = 1 + random.below(3)
      section.arena.begin(.box)
      for _ in 0..<1 + random.below(6) {
        section.rows.append(
          .init(node: addTree(to: &section.arena, depth: 3, &random), height: nil))
      }
      section.arena.end()
      let engine = LayoutEngine(
        environment: environment, measurer: RecordedTextMeasurer(), threads: 1)
      let placed = engine.layOut([section])[0]
      var hash: UInt32 = 0x811c_9dc5
      for frame in placed.arena.frames {
        for side in [frame.x, frame.y, frame.width, frame.height] {
          hash = (hash ^ side.bitPattern) &* 0x0100_0193
        }
      }
      return "page \(number): \(placed.arena.frames.count) frames, height "
        + "\(Int((placed.frame.height * 1000).rounded())), hash \(hash)"
    }
  }

  private static func addTree(
    to arena: inout NodeArena, depth: Int, _ random: inout Random
  ) -> Int {
    var style = Style()
    style.flexDirection = random.below(2) == 0 ? .row : .column
    style.flexWrap = random.below(3) == 0 ? .wrap : .noWrap
    style.flexGrow = Float(random.below(3))
    style.flexShrink = Float(random.below(2))
    style.columnGap = .points(Float(random.below(12)))
    if random.below(4) == 0 { style.width = .percent(Float(10 + random.below(90))) }
    if random.below(4) == 0 { style.minHeight = .points(Float(random.below(60))) }
    if depth == 0 || random.below(4) == 0 {
      var content = NodeContent()
      let text = breaks[random.below(breaks.count)].text
      content.text = arena.addText(text.utf8)
      let index = arena.begin(.text, style: style, content: content)
      arena.end()
      return index
    }
    let index = arena.begin(.box, style: style)
    for _ in 0..<1 + random.below(4) { _ = addTree(to: &arena, depth: depth - 1, &random) }
    arena.end()
    return index
  }

  /// The linear congruential generator of Numerical Recipes.
  private struct Random {
    var state: UInt32 = 1

    mutating func below(_ limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 16) % limit
    }
  }
}
