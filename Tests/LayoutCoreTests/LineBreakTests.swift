import PortableCases
import Testing

@testable import LayoutCore

/// Line breaks of texts whose clusters are one point wide, so widths equal cluster counts.
@Suite struct LineBreakTests {
  @Test("lines end where UAX #14 allows", arguments: PortableCases.breaks)
  func opportunities(text: String, width: Int, lines: [String]) {
    #expect(counting.broken(text, at: Double(width)) == lines)
  }

  @Test(
    "a line break character ends the line at any width",
    arguments: [
      ("a\nb", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("a\rb", ["a", "b"]),
      ("a\u{2028}b", ["a", "b"]), ("a\u{2029}b", ["a", "b"]), ("a\u{85}b", ["a", "b"]),
      ("a\u{0B}b", ["a", "b"]), ("a\u{0C}b", ["a", "b"]), ("a\n\nb", ["a", "", "b"]),
      ("a \n b", ["a", " b"]), ("\na", ["", "a"]), ("a\n", ["a"]), ("a\n\n", ["a", ""]),
      ("\n", [""]),
    ])
  func mandatory(text: String, lines: [String]) {
    #expect(counting.broken(text, at: .infinity) == lines)
    #expect(counting.broken(text, at: 100) == lines)
  }

  @Test("spaces at the end of a line have no width")
  func hangingSpaces() {
    #expect(counting.broken("abc     def", at: 3) == ["abc", "def"])
    #expect(counting.broken("abc \t\u{3000}", at: 3) == ["abc"])
    #expect(counting.measure("abc   ").width == 3)
    #expect(
      counting.measure("   ") == .init(width: 0, height: 10, lineCount: 1, isTruncated: false))
    #expect(counting.measure("  a").width == 3)
    // A space with a combining mark is visible.
    #expect(counting.broken("ab \u{301}  ", at: 3) == ["ab \u{301}"])
    #expect(counting.measure("ab \u{301}  ").width == 3)
    // After a space at the end of a line, a mark without width does not begin a line on its own.
    let measurer = RecordedTextMeasurer()
    #expect(measurer.broken("每日 \u{200E} ", at: 20) == ["每日"])
    #expect(measurer.broken("每日\u{200E} ", at: 20) == ["每日\u{200E}"])
    #expect(measurer.broken("每日 \u{200E}ab", at: 20) == ["每日", "\u{200E}ab"])
    #expect(measurer.broken("每 \u{200E}日", at: 30) == ["每 \u{200E}日"])
    #expect(measurer.measure("每日 \u{3164}").width == 20)
  }

  @Test("a word longer than the line breaks between clusters")
  func longWord() {
    #expect(counting.broken("abcdefgh", at: 3) == ["abc", "def", "gh"])
    #expect(counting.broken("x abcdefgh y", at: 3) == ["x", "abc", "def", "gh", "y"])
    #expect(counting.broken("e\u{301}e\u{301}e\u{301}", at: 2) == ["e\u{301}e\u{301}", "e\u{301}"])
    #expect(counting.broken("👨‍👩‍👧‍👦👍🏽🇨🇳🇯🇵", at: 2) == ["👨‍👩‍👧‍👦👍🏽", "🇨🇳🇯🇵"])
  }

  @Test(
    "a cluster wider than the line has its own line",
    arguments: [0, -5, 0.5, -.infinity] as [Double])
  func narrow(width: Double) {
    #expect(counting.broken("ab c", at: width) == ["a", "b", "c"])
    #expect(counting.measure("ab c", maxWidth: width).width == 1)
    #expect(RecordedTextMeasurer().broken("e\u{301}\u{200B}每", at: width).count == 2)
  }

  @Test("a width that is not a number is unlimited")
  func undefinedWidth() {
    #expect(counting.broken("the quick brown fox", at: .nan) == ["the quick brown fox"])
  }

  @Test("an empty text has no line and no height")
  func empty() {
    let nothing = TextMetrics(width: 0, height: 0, lineCount: 0, isTruncated: false)
    #expect(counting.measure("", maxWidth: 10, maxLines: 2) == nothing)
    #expect(counting.broken("", at: 10).isEmpty)
  }

  @Test("a line may exceed the width by a hundredth of a point, but not by more")
  func tolerance() {
    let measurer = RecordedTextMeasurer()
    #expect(measurer.measure("每日", size: 10, maxWidth: 19.991).lineCount == 1)
    #expect(measurer.measure("每日", size: 10, maxWidth: 19.989).lineCount == 2)
  }

  @Test("a text fits the width it was measured with, stored as Float")
  func storedAsFloat() {
    let measurer = RecordedTextMeasurer()
    for size in stride(from: Float(7), to: 40, by: 0.37) {
      for weight in [UInt16(400), 600] {
        let natural = measurer.measure("Daily mix 每日推荐 42", size: size, weight: weight)
        let stored = Double(Float(natural.width))
        let again = measurer.measure(
          "Daily mix 每日推荐 42", size: size, weight: weight, maxWidth: stored)
        #expect(again == natural, "\(size)")
      }
    }
  }
}
