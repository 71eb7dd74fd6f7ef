import Testing

@testable import Renderers

@Suite struct CellWidthTests {
  @Test(
    "a cluster takes the cells that a terminal gives it",
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
    "what draws nothing takes no cell",
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
    "the option is brought into its range", arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (9, 2)])
  func option(_ given: Int, _ used: Int) {
    #expect(CellWidth(ambiguous: given).ambiguous == used)
  }

  @Test("the runs of the table ascend and hold known classes")
  func table() {
    var last: UInt32?
    for run in CellWidth.runs {
      if let last { #expect(run >> 4 > last >> 4) }
      #expect(CellWidth.Class(rawValue: run & 15) != nil)
      #expect(run >> 4 < 0x110000)
      last = run
    }
    #expect(CellWidth.runs.first.map { $0 >> 4 } == 0)
  }

  @Test("a text is as wide as its clusters, cut anywhere")
  func sum() {
    let text = "夏日 e\u{301} 👨‍👩‍👧 ·क्ष 한 🇳🇴🇳🇴"
    let width = CellWidth()
    for index in text.indices {
      #expect(
        width.width(of: text[..<index]) + width.width(of: text[index...]) == width.width(of: text))
    }
  }

  /// Differences: a three-part conjunct or an emoji modifier on a symbol without wide presentation,
  /// such as ☝🏻, is one cell wider here; U+200D joins only emoji here, and anything there. Ours is
  /// never the narrower one.
  @Test("wcwidth finds no text wider, and the common ones equal", .enabled(if: Wcwidth.isAvailable))
  func judge() throws {
    let same = [
      "plain text", "夏日音乐节 · 现场直播", "ｆｕｌｌ 한글 ﾊﾝｶｸ", "e\u{301}clair", "مرحبا بالعالم", "שָׁלוֹם",
      "👍🏽 👨‍👩‍👧 🇳🇴 1️⃣ ❤️ ❤️‍🔥 ☰", "क्षत्रिय हिन्दी", "กำลังใจ", "বাংলা", "தமிழ்", "“quotes” — …", "①②③ ★☆ ♪♫",
      "Ａ・Ｂ：Ｃ！", "🎵新歌🎶", "¥99 €1 ₩1", "½ ¾ °C ±", "áéíóúñüç", "Привет", "Ελληνικά",
    ]
    for ambiguous in [1, 2] {
      let judged = try #require(Wcwidth.widths(of: same, ambiguous: ambiguous))
      #expect(judged == same.map { CellWidth(ambiguous: ambiguous).width(of: $0) })
    }
    let wider = ["☝🏻", "क्ष्म", "a\u{200D}b"]
    let judged = try #require(Wcwidth.widths(of: wider, ambiguous: 1))
    for (text, cells) in zip(wider, judged) { #expect(CellWidth().width(of: text) >= cells) }
  }

  @Test("every scalar that wcwidth knows is as wide", .enabled(if: Wcwidth.isAvailable))
  func scalars() throws {
    let all = (UInt32(0x20)...0x10FFFF).compactMap { Unicode.Scalar($0) }
    // After a letter, so that marks count as they do in a text. Scalars of later versions, and
    // line separators, which are drawn as a space, are not compared.
    let compared = all.filter { scalar in
      let category = scalar.properties.generalCategory
      let isLetterlike =
        category != .unassigned && category != .control && category != .lineSeparator
        && category != .paragraphSeparator
      return isLetterlike && scalar.properties.age.map { $0.major <= 15 } == true
        && scalar.value != 0x200D && !(0x1F3FB...0x1F3FF).contains(scalar.value)
    }
    let texts = compared.map { "a \(Character($0))" }
    let judged = try #require(Wcwidth.widths(of: texts, ambiguous: 1))
    let width = CellWidth()
    var differences: [String] = []
    for (scalar, (text, cells)) in zip(compared, zip(texts, judged))
    where width.width(of: text) != cells {
      differences.append("U+\(String(scalar.value, radix: 16)): \(width.width(of: text)), \(cells)")
    }
    #expect(differences.isEmpty)
  }
}
