import Testing

@testable import LayoutCore

/// Widths of texts. At a size of 1000 points, a point is a thousandth of an em, the unit of the
/// recorded advances.
@Suite struct TextAdvanceTests {
  let measurer = RecordedTextMeasurer()

  @Test(
    "the width of a line is the sum of its recorded advances",
    arguments: [
      ("Play", 635 + 237 + 564 + 557),
      ("10:45", 464 + 625 + 276 + 642 + 608),
      ("a b", 564 + 281 + 621),
      ("café", 558 + 564 + 361 + 582),
      ("Łódź", 563 + 597 + 621 + 541),
      ("Ωμέγα", 761 + 622 + 544 + 534 + 641),
      ("Мир", 889 + 597 + 609),
      ("€5…", 665 + 608 + 821),
      ("a\u{A0}b", 564 + 281 + 621),
    ])
  func recorded(text: String, thousandths: Int) {
    #expect(measurer.width(text) == Double(thousandths))
  }

  @Test(
    "a wide character is one em",
    arguments: ["每", "あ", "ア", "한", "，", "。", "（", "　a", "Ａ", "①", "★", "𠮷", "\u{E000}"])
  func wide(text: String) {
    let expected: Double = text == "　a" ? 1564 : 1000
    #expect(measurer.width(text) == expected)
  }

  @Test(
    "an emoji of any number of scalars is as wide as one in Noto Color Emoji",
    arguments: [
      "😀", "👍🏽", "👨‍👩‍👧‍👦", "🇨🇳", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "❤️‍🔥", "👁‍🗨", "☝🏽", "1️⃣", "#⃣", "©️", "🇨",
    ])
  func emoji(text: String) {
    #expect(measurer.width(text) == 1248)
  }

  @Test("only a single joiner joins two emoji")
  func twoJoiners() {
    #expect(measurer.width("❤\u{200D}🔥") == 1248)
    #expect(measurer.width("❤\u{200D}\u{200D}🔥") == 2496)
    #expect(measurer.width("❤\u{FE0F}\u{200D}\u{FE0F}🔥") == 2496)
  }

  @Test("text presentation keeps the recorded advance of a letterlike pictograph")
  func textPresentation() {
    #expect(measurer.width("©\u{FE0E}") == measurer.width("©"))
    #expect(measurer.width("©") < 1000)
  }

  @Test("a halfwidth form is half an em")
  func halfwidth() {
    #expect(measurer.width("ｱ") == 500)
    #expect(measurer.width("ｶﾞ") == 500)
    #expect(measurer.width("￩") == 500)
  }

  @Test(
    "a script without recorded advances has the mean advance of a … z per cluster",
    arguments: [("שלום", 4), ("مرحبا", 5), ("ไทย", 3), ("กำ", 1), ("नि", 1), ("ქართ", 4)])
  func narrow(text: String, clusters: Int) {
    #expect(measurer.width(text) == Double(clusters * 534))
  }

  @Test(
    "marks, joiners, selectors and controls have no width",
    arguments: [
      "\u{301}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{FE0F}", "\u{AD}",
      "\u{0}", "\u{7F}", "\u{202E}", "\u{E0101}", "\n", "\r\n", "\u{2028}",
    ])
  func zero(text: String) {
    #expect(measurer.width(text) == 0)
    #expect(measurer.width("a" + text) == 564)
  }

  @Test("a combining sequence is as wide as its base")
  func combining() {
    #expect(measurer.width("e\u{301}\u{323}") == 582)
    #expect(measurer.width("が") == measurer.width("か\u{3099}"))
    #expect(measurer.width("\u{1112}\u{1161}\u{11AB}") == 1000)
  }

  @Test("a tab is four spaces")
  func tab() {
    #expect(measurer.width("a\tb") == 564 + 4 * 281 + 621)
  }

  @Test("bolder weights have the factors of Inter Semi Bold and Bold")
  func weight() {
    for (weight, width) in [(599, 1000.0), (600, 1025), (699, 1025), (700, 1038), (900, 1038)] {
      #expect(abs(measurer.width("每", weight: UInt16(weight)) - width) < 1e-9)
    }
  }

  @Test(
    "a line is 1.2 times the font size high, rounded to whole points with halves up",
    arguments: [(10, 12), (11, 13), (12, 14), (14, 17), (17, 20), (1.25, 2), (16.25, 20), (0, 0)]
      as [(Float, Double)])
  func lineHeight(size: Float, height: Double) {
    #expect(measurer.lineHeight(Font(size: size)) == height)
  }

  @Test("the baseline centres the font's box in the line")
  func ascent() {
    // The line is 12 high and the box (0.969 + 0.241) x 10 = 12.1, so the ascent is 9.69 - 0.05.
    #expect(abs(measurer.ascent(Font(size: 10)) - 9.64) < 1e-9)
  }

  @Test("an invalid font size draws nothing", arguments: [-1, .nan, .infinity] as [Float])
  func invalidSize(size: Float) {
    let metrics = measurer.measure("Play", size: size, maxWidth: 10)
    #expect(metrics == TextMetrics(width: 0, height: 0, lineCount: 1, isTruncated: false))
    #expect(measurer.ascent(Font(size: size)) == 0)
  }
}
