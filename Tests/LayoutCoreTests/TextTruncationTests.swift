import Testing

@testable import LayoutCore

@Suite struct TextTruncationTests {
  @Test(
    "the last allowed line is cut so that the ellipsis fits",
    arguments: [
      ("the quick brown fox", 9, 1, ["the quic…"]),
      ("the quick brown fox", 9, 2, ["the quick", "brown fox"]),
      ("the quick brown fox!", 9, 2, ["the quick", "brown fo…"]),
      ("the quick", 4, 1, ["the…"]),
      ("the quick", 5, 1, ["the…"]),
      ("the quick", 6, 1, ["the q…"]),
      ("每日推荐歌单", 3, 1, ["每日…"]),
      ("每日推荐歌单", 3, 2, ["每日推", "荐歌单"]),
      ("每日推荐，歌单", 3, 2, ["每日推", "荐，…"]),
      ("abcdefgh", 3, 2, ["abc", "de…"]),
      ("a\nb", 9, 1, ["a…"]),
      ("abc   \nb", 4, 1, ["abc…"]),
      ("abc\nb", 3, 1, ["ab…"]),
      ("a\n\n", 3, 1, ["a…"]),
      ("a\n", 3, 1, ["a"]),
      ("abc   ", 3, 1, ["abc"]),
      ("👨‍👩‍👧‍👦👍🏽🇨🇳", 2, 1, ["👨‍👩‍👧‍👦…"]),
    ])
  func cut(text: String, width: Int, maxLines: Int, lines: [String]) {
    #expect(counting.broken(text, at: Double(width), maxLines: maxLines) == lines)
    let metrics = counting.measure(text, maxWidth: Double(width), maxLines: maxLines)
    #expect(metrics.isTruncated == (lines.last?.last == "…"))
    #expect(metrics.lineCount == lines.count)
    #expect(metrics.height == Double(lines.count * 10))
  }

  @Test("a line too narrow for a cluster and the ellipsis contains only the ellipsis")
  func ellipsisAlone() {
    #expect(counting.broken("abc", at: 1, maxLines: 1) == ["…"])
    #expect(counting.broken("abc", at: 0, maxLines: 1) == ["…"])
    #expect(counting.broken("a b c", at: 1, maxLines: 2) == ["a", "…"])
    #expect(counting.measure("abc", maxWidth: 0, maxLines: 1).width == 1)
  }

  @Test("the width includes the ellipsis")
  func ellipsisWidth() {
    let measurer = RecordedTextMeasurer()
    // 每日 and an ellipsis of 821 thousandths at 10 points take 28.21, which fits 29. Three
    // ideographs and an ellipsis do not fit.
    let metrics = measurer.measure("每日推荐歌单", size: 10, maxWidth: 29, maxLines: 1)
    #expect(abs(metrics.width - 28.21) < 1e-9)
    #expect(measurer.broken("每日推荐歌单", at: 29, maxLines: 1) == ["每日…"])
  }

  @Test("a line is cut although its whole text would fit without the ellipsis")
  func cutForEllipsis() {
    #expect(counting.broken("ab cd ef", at: 5, maxLines: 1) == ["ab c…"])
  }

  @Test("only the last line of a text is truncated")
  func onlyLast() {
    let bytes = Array("the quick brown fox jumps".utf8)
    let lines = bytes.withUnsafeBufferPointer {
      counting.lines($0, font: Font(), maxWidth: 5, maxLines: 3)
    }
    #expect(lines.map(\.isTruncated) == [false, false, true])
    #expect(lines.map(\.range) == [0..<3, 4..<9, 10..<14])
    #expect(lines.map(\.width) == [3, 5, 5])
  }

  @Test("text after the last line changes nothing, however long it is")
  func restOfText() {
    let short = String(repeating: "word ", count: 100)
    let long = String(repeating: "word ", count: 400_000)
    #expect(
      counting.measure(long, maxWidth: 30, maxLines: 2)
        == counting.measure(short, maxWidth: 30, maxLines: 2))
  }
}
