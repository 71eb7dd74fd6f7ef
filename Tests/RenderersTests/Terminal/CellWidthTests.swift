import TestConditions
import TestTools
import Testing

@testable import Renderers

@Suite struct CellWidthTests {
  @Test(
    "a cluster takes as many cells as in a terminal",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("中", 2), ("ｆ", 2), ("ﾊ", 1), ("한", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("。", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇳🇴", 2),
      ("1️⃣", 2), ("❤", 1), ("❤️", 2), ("❤️‍🔥", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("क्ष", 2), ("กำ", 2), ("ل", 1),
      ("\u{5D0}\u{5B8}", 1),
      ("·", 1), ("☰", 2), ("\u{115F}\u{1161}", 2), ("\u{1F1F3}", 2), ("🏽", 2),
    ])
  func cluster(_ text: String, _ cells: Int) {
    #expect(CellWidth().width(of: text) == cells)
  }

  @Test(
    "characters that draw nothing take no cell",
    arguments: [
      "", "\u{0}", "\n", "\r\n", "\u{1B}", "\u{7F}", "\u{85}", "\u{301}", "\u{200D}", "\u{202E}",
      "\u{2028}",
    ])
  func nothing(_ text: String) {
    #expect(CellWidth().width(of: text) == 0)
  }

  @Test(
    "ambiguous characters take the cells of the option",
    arguments: [("·", 2), ("…", 2), ("─", 2), ("●", 2), ("▶", 2), ("›", 1), ("a", 1), ("中", 2)])
  func ambiguous(_ text: String, _ cells: Int) {
    #expect(CellWidth(ambiguous: 2).width(of: text) == cells)
  }

  @Test(
    "the option is clamped to its range", arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (9, 2)])
  func option(_ given: Int, _ used: Int) {
    #expect(CellWidth(ambiguous: given).ambiguous == used)
  }

  @Test("the width of a text is the sum of its clusters' widths")
  func sum() {
    let text = "夏日 e\u{301} 👨‍👩‍👧 ·क्ष 한 🇳🇴🇳🇴"
    let width = CellWidth()
    for index in text.indices {
      #expect(
        width.width(of: text[..<index]) + width.width(of: text[index...]) == width.width(of: text))
    }
  }

  @Test("wcwidth counts the same cells", .needsWcwidth)
  func judge() throws {
    let same = [
      "plain text", "夏日音乐节 · 现场直播", "ｆｕｌｌ 한글 ﾊﾝｶｸ", "e\u{301}clair", "مرحبا بالعالم", "שָׁלוֹם",
      "👍🏽 👨‍👩‍👧 🇳🇴 1️⃣ ❤️ ❤️‍🔥", "क्षत्रिय हिन्दी", "กำลังใจ", "বাংলা", "தமிழ்", "“quotes” — …", "①②③ ★☆ ♪♫",
      "Ａ・Ｂ：Ｃ！", "🎵新歌🎶", "¥99 €1 ₩1", "½ ¾ °C ±", "áéíóúñüç", "Привет", "Ελληνικά",
    ]
    for ambiguous in [1, 2] {
      let judged = try Wcwidth.judge(same, ambiguous: ambiguous).cells
      for (text, cells) in zip(same, judged) {
        #expect(CellWidth(ambiguous: ambiguous).width(of: text) == cells, "\(text), \(ambiguous)")
      }
    }
  }

  /// Scalars on which versions of Unicode and wcwidth disagree: Hangul vowels and finals, which
  /// join the preceding syllable; regional indicators, which form pairs; a mark whose category
  /// changed; symbols that Unicode 16 made wide; modifiers of emoji.
  private static let unsettled: [ClosedRange<UInt32>] = [
    0x1160...0x11FF, 0xD7B0...0xD7FB, 0x1F1E6...0x1F1FF, 0x1171E...0x1171E, 0x2630...0x2637,
    0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F3FB...0x1F3FF,
  ]

  /// Returns whether terminals and wcwidth agree on the width of a scalar in a version of Unicode.
  private static func isSettled(_ scalar: Unicode.Scalar, unicode: Int) -> Bool {
    let properties = scalar.properties
    let drawsNothing: [Unicode.GeneralCategory] = [
      .unassigned, .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    guard let age = properties.age, (age.major, age.minor) <= (unicode, 0),
      !drawsNothing.contains(properties.generalCategory), !properties.isDefaultIgnorableCodePoint
    else { return false }
    return !unsettled.contains { $0.contains(scalar.value) }
  }

  @Test("every scalar has the width of wcwidth", .exhaustive, .needsWcwidth)
  func scalars() throws {
    let unicode = try Wcwidth.judge(["a"]).unicode
    let compared = (UInt32(0x20)...0x10FFFF).compactMap { Unicode.Scalar($0) }
      .filter { Self.isSettled($0, unicode: unicode) }
    #expect(compared.count > 100_000)
    // Each scalar follows a letter, so that marks are measured as in a text.
    let texts = compared.map { "a \(Character($0))" }
    let judged = try Wcwidth.judge(texts).cells
    let width = CellWidth()
    var differences: [String] = []
    for (scalar, (text, cells)) in zip(compared, zip(texts, judged))
    where width.width(of: text) != cells {
      differences.append("U+\(String(scalar.value, radix: 16)): \(width.width(of: text)), \(cells)")
    }
    #expect(differences.isEmpty)
  }
}
