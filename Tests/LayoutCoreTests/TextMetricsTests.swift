import Testing

@testable import LayoutCore

/// A font of 8 units per em, in which a unit is a point at a size of 8.
@Suite struct TextMetricsTests {
  private static func table(_ advances: [(ClosedRange<UInt32>, UInt16)]) -> AdvanceTable {
    var table = AdvanceTable()
    for (range, advance) in advances {
      for scalar in range.compactMap(Unicode.Scalar.init) { _ = table.record(advance, of: scalar) }
    }
    return table
  }

  /// A weight with advances of the space, a … f, 每, and the last private character.
  private let light: FontMetrics.Weight = .init(
    from: 300,
    advances: Self.table([
      (0x20...0x20, 2), (0x61...0x66, 4), (0x6BCF...0x6BCF, 9), (0x10FFFD...0x10FFFD, 6),
    ]), wide: 10, narrow: 5)

  private var measurer: RecordedTextMeasurer {
    var medium = light
    medium.from = 500
    medium.scale = 1.5
    let bold = FontMetrics.Weight(
      from: 700, advances: Self.table([(0x61...0x66, 6), (0x2026...0x2026, 3)]), wide: 8, narrow: 7)
    return RecordedTextMeasurer(
      FontMetrics(
        name: "eight", unitsPerEm: 8, ascent: 7, descent: 2, lineHeight: 11,
        weights: [light, medium, bold]))
  }

  static let texts: [(String, Double)] = [
    ("abc", 12), ("a b", 10), ("xyz", 15), ("每", 9), ("日", 10), ("ｱ", 5), ("😀", 10),
    ("👨‍👩‍👧‍👦", 10), ("❤️", 10), ("1️⃣", 10), ("e\u{301}", 4), ("\u{301}", 0), ("שלום", 20),
    ("\u{10FFFD}", 6), ("a\tb", 16), ("\u{0}\u{200B}", 0), ("", 0),
  ]

  @Test(
    "characters of the font have their recorded width, other characters that of their class",
    arguments: texts)
  func classes(text: String, width: Double) {
    #expect(measurer.width(text, size: 8) == width)
    #expect(measurer.width(text, size: 16) == width * 2)
  }

  @Test(
    "a weight applies up to the next one, and the first also to lighter ones",
    arguments: [
      (100, 4.0), (300, 4), (499, 4), (500, 6), (699, 6), (700, 6), (900, 6),
    ] as [(UInt16, Double)])
  func weights(weight: UInt16, width: Double) {
    #expect(measurer.width("a", size: 8, weight: weight) == width)
    // Medium scales the light 9 by 1.5. Bold lacks the ideograph, so it has bold's wide advance, 8.
    let ideograph: Double = weight < 500 ? 9 : weight < 700 ? 13.5 : 8
    #expect(measurer.width("每", size: 8, weight: weight) == ideograph)
  }

  @Test("line height and baseline come from the font, rounded if it requests that")
  func lines() {
    #expect(measurer.lineHeight(Font(size: 8)) == 11)
    #expect(measurer.lineHeight(Font(size: 12)) == 16.5)
    // The box is 7 + 2 in a line of 11, so one unit of leading is above it.
    #expect(measurer.ascent(Font(size: 8)) == 8)
    #expect(measurer.ascent(Font(size: 12)) == 12)
    var rounded = FontMetrics.bundled
    rounded.unitsPerEm = 8
    rounded.lineHeight = 11
    #expect(RecordedTextMeasurer(rounded).lineHeight(Font(size: 12)) == 17)
    #expect(measurer.measure("ab\nc", size: 12).height == 33)
  }

  @Test("the ellipsis has the width of the font, or of its character class")
  func ellipsis() {
    // Bold: two letters of 6 and the font's ellipsis of 3 fit 16. Light: the font lacks it, so it
    // takes 10, and only one letter of 4 fits 17.
    #expect(measurer.measure("abcd", size: 8, weight: 700, maxWidth: 16, maxLines: 1).width == 15)
    #expect(measurer.measure("abcdef", size: 8, maxWidth: 17, maxLines: 1).width == 14)
  }

  @Test("a character is recorded once, and the table covers all of Unicode")
  func table() {
    var table = AdvanceTable()
    let empty = table
    let answers = [table.record(7, of: "é"), table.record(8, of: "é")]
    #expect(answers == [true, false])
    _ = table.record(.max, of: "\u{10FFFF}")
    #expect(table != empty)
    var weight = light
    weight.advances = table
    RecordedAdvances.of(weight) { advances in
      func advance(_ scalar: Unicode.Scalar) -> Int {
        advances.advance(of: scalar.value, CharacterProperties(scalar.value))
      }
      #expect(advance("é") == 7)
      #expect(advance("ë") == 5)
      #expect(advance("\u{10FFFF}") == Int(AdvanceTable.widest))
      #expect(advance("\u{D7FF}") == 5)
    }
  }
}
