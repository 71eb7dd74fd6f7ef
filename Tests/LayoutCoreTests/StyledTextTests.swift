import Testing

@testable import LayoutCore

/// A measurer in which every cluster is as wide as the font size, and a line 1.2 times as high.
private final class EmMeasurer: TextMeasurer {
  var name: String { "em" }
  func lineHeight(_ font: Font) -> Double { Double(font.size) * 1.2 }
  func ascent(_ font: Font) -> Double { Double(font.size) }

  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    FixedAdvances().measure(
      text, width: LineWidth(maxWidth, unit: Double(font.size)), lineHeight: lineHeight(font),
      maxLines: maxLines)
  }

  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    FixedAdvances().lines(
      text, width: LineWidth(maxWidth, unit: Double(font.size)), maxLines: maxLines)
  }
}

/// A text with runs, as the engine lays it out.
private struct Sample {
  var text: String
  var size: Float = 20
  var maxLines: UInt32 = 0
  var runs: [(range: Range<Int>, change: (inout TextRun) -> Void)] = []
  var paragraph: (inout NodeAttributes) -> Void = { _ in }
  var measurer: any TextMeasurer = EmMeasurer()

  private var arena: NodeArena {
    var arena = NodeArena()
    var content = NodeContent()
    content.text = arena.addText(text.utf8)
    content.font = Font(size: size)
    content.maxLines = maxLines
    arena.begin(.text, content: content)
    for (range, change) in runs {
      var run = TextRun(range: range)
      change(&run)
      if run.imageWidth > 0 { run.image = arena.addText("a.png".utf8) }
      arena.addRun(run)
    }
    arena.describeOpenNode(paragraph)
    arena.end()
    return arena
  }

  func size(_ width: Float? = nil) -> [Double] {
    let size = PageLeaves(arena: arena, measurer: measurer).measure(
      0, width: width.map { .exactly($0) } ?? .undefined, height: .undefined)
    return [size.width, size.height]
  }

  func baseline(_ width: Float) -> Float? {
    PageLeaves(arena: arena, measurer: measurer).baseline(of: 0, width: width, height: 0, top: 0)
  }

  func fitted(_ width: Double, _ height: Double = 1_000) -> FittedText? {
    var arena = arena
    arena.setFrame(Rect(x: 0, y: 0, width: width, height: height), of: 0)
    return LayoutNode(arena: arena, index: 0).fittedText(measurer)
  }

  /// Returns the visible lines within this width and height, as they are drawn.
  func lines(_ width: Double, _ height: Double = 1_000) -> [String] {
    let bytes = Array(text.utf8)
    return (fitted(width, height)?.lines ?? []).map { line in
      let text = String(decoding: bytes[line.range], as: UTF8.self)
      guard line.isTruncated else { return text }
      return text + "…" + String(decoding: bytes[line.suffix], as: UTF8.self)
    }
  }

  func pieces(isRightToLeft: Bool = false) -> [StyledLines.Piece] {
    let lines = fitted(10_000)?.styled
    return Array(text.utf8).withUnsafeBufferPointer {
      lines?.drawn($0, isRightToLeft: isRightToLeft).first?.pieces ?? []
    }
  }
}

@Suite("Texts with runs") struct StyledTextTests {
  @Test("sizes share a baseline, and the largest decides the height of a line")
  func baselines() {
    // 5 clusters of 20 points and 4 of 10 are 140 wide. The line has 20 points above the baseline
    // and 4 below it.
    var price = Sample(text: "¥199 ¥299", runs: [(6..<11, { $0.font.size = 10 })])
    #expect(price.size() == [140, 24] && price.baseline(200) == 20)
    // Raised by 16, the small digits reach 26 above the baseline.
    price.runs = [(6..<11, { ($0.font.size, $0.baselineOffset) = (10, 16) })]
    #expect(price.size() == [140, 30] && price.baseline(200) == 26)
    // A line height of 40 puts (40 - 12) / 2 above and below the small digits.
    price.runs = [(6..<11, { ($0.font.size, $0.lineHeight) = (10, 40) })]
    #expect(price.size() == [140, 40] && price.baseline(200) == 24)
    // The text's own line height replaces the line heights of its runs.
    price.paragraph = { $0.lineHeight = 30 }
    #expect(price.size() == [140, 30] && price.baseline(200) == 19)
  }

  @Test("each line is as high as what it shows")
  func heights() {
    let text = Sample(text: "ab cd ef", runs: [(3..<5, { $0.font.size = 10 })])
    #expect(text.lines(45) == ["ab", "cd", "ef"])
    #expect(text.size(45) == [40, 24 + 12 + 24])
    let drawn = "ab cd ef".utf8.withContiguousStorageIfAvailable {
      text.fitted(45)?.styled?.drawn($0, isRightToLeft: false).map(\.baseline)
    }
    #expect(drawn == [20, 34, 56])
    // A frame of two lines shows the first two.
    #expect(text.lines(45, 36) == ["ab", "cd…"] && text.fitted(45, 36)?.isTruncated == true)
  }

  @Test("letter spacing, indent and breaks within words change lines")
  func paragraphs() {
    let spaced = Sample(text: "abc", runs: [(1..<2, { $0.letterSpacing = 5 })])
    #expect(spaced.size() == [65, 24])
    let all = Sample(text: "abc", paragraph: { $0.letterSpacing = -2 })
    #expect(all.size() == [54, 24])
    let indented = Sample(text: "ab cd", paragraph: { $0.firstLineIndent = 30 })
    #expect(indented.lines(100) == ["ab", "cd"] && indented.size(100) == [70, 48])
    #expect(indented.size() == [130, 24])
    let broken = Sample(text: "a bcdef", paragraph: { $0.breaksWords = true })
    #expect(broken.lines(80) == ["a bc", "def"])
    let whole = Sample(text: "a bcdef", paragraph: { $0.letterSpacing = 0.01 })
    #expect(whole.lines(99) == ["a", "bcde", "f"])
  }

  @Test("a picture is on the baseline, and a line may end on both sides of it")
  func pictures() {
    var text = Sample(
      text: "abVIPcd", runs: [(2..<5, { ($0.imageWidth, $0.imageHeight) = (24, 36) })])
    #expect(text.size() == [104, 40] && text.baseline(200) == 36)
    #expect(text.lines(64) == ["abVIP", "cd"] && text.lines(63) == ["ab", "VIP", "cd"])
    text.runs = [(2..<5, { ($0.imageWidth, $0.imageHeight, $0.baselineOffset) = (24, 10, -6) })]
    // The picture reaches 4 above the baseline and 6 below it.
    #expect(text.size() == [104, 26])
  }

  @Test(
    "a text is cut at its tail, in the middle or at its head",
    arguments: [
      (NodeAttributes.Truncation.tail, "abcd…"), (.middle, "ab…ij"), (.head, "…ghij"),
    ])
  func truncation(_ truncation: NodeAttributes.Truncation, _ line: String) {
    let text = Sample(
      text: "abcdefghij", maxLines: 1, runs: [(0..<10, { $0.baselineOffset = 1 })],
      paragraph: { $0.truncation = truncation })
    #expect(text.lines(100) == [line] && text.size(100) == [100, 24])
    #expect(text.lines(200) == ["abcdefghij"])
    #expect(text.lines(0) == ["…"] && text.lines(20) == ["…"])
  }

  @Test("only the last line is cut, and only its paragraph is shown behind the ellipsis")
  func lastLine() {
    let text = Sample(
      text: "ab cd ef gh\nij", maxLines: 2, paragraph: { $0.truncation = .head })
    #expect(text.lines(110) == ["ab cd", "…f gh"])
    #expect(text.lines(60) == ["ab", "…gh"])
  }

  @Test("a text shrinks as little as needed, but not below its smallest scale")
  func scale() throws {
    var text = Sample(text: "abcdefghij", maxLines: 1, paragraph: { $0.minimumScale = 0.5 })
    #expect(text.size() == [200, 24] && text.fitted(200)?.styled?.scale == 1)
    let fitted = try #require(text.fitted(150))
    #expect(fitted.styled?.scale == 0.75 && !fitted.isTruncated)
    #expect(text.size(150) == [150, 18])
    #expect(text.fitted(90)?.styled?.scale == 0.5 && text.fitted(90)?.isTruncated == true)
    text.runs = [(0..<5, { ($0.imageWidth, $0.imageHeight) = (50, 10) })]
    // The text shrinks by half and the picture keeps its size: 50 + 5 x 20 x 0.5 = 100.
    #expect(text.fitted(100)?.styled?.scale == 0.5 && text.fitted(100)?.isTruncated == false)
  }

  @Test("the parts of a line follow each other from left to right in the order of their levels")
  func bidi() {
    let text = Sample(
      text: "ab אבג 12", runs: [(3..<5, { $0.font.size = 10 }), (10..<12, { $0.font.size = 30 })])
    let pieces = text.pieces()
    #expect(pieces.map(\.range) == [0..<3, 10..<12, 5..<10, 3..<5])
    #expect(pieces.map(\.x) == [0, 60, 120, 180])
    #expect(pieces.map(\.width) == [60, 60, 60, 10])
    #expect(pieces.map(\.run) == [nil, 1, nil, 0])
    #expect(pieces.map(\.isRightToLeft) == [false, false, true, true])
    let mirrored = text.pieces(isRightToLeft: true)
    #expect(mirrored.last?.range == 0..<2)
  }

  @Test("runs that change no measure leave a text as it is without them")
  func decoration() {
    let plain = Sample(text: "To You, AVATAR", measurer: RecordedTextMeasurer())
    let struck = Sample(
      text: "To You, AVATAR", runs: [(3..<6, { $0.traits = .strike })],
      measurer: RecordedTextMeasurer())
    for (a, b) in zip(plain.size(90), struck.size(90)) { #expect(abs(a - b) < 1e-6) }
    #expect(plain.lines(90) == struck.lines(90))
  }

  private static let texts = [
    "", " ", "a", "The quick brown fox, jumps over: the lazy dog.", "汉字和 Latin 混排,标点。",
    "a\nb\n\nc", "tab\tstop", "soft\u{AD}hyphen", "👨‍👩‍👧 family 🇩🇪",
    "e\u{301}\u{301} marks", "שלום עולם abc",
    "https://example.com/a/very/long/path?with=query", "   leading and trailing   ",
  ]

  @Test("clusters give the lines and widths of the measurer", arguments: texts)
  func agreement(_ text: String) {
    let measurer = RecordedTextMeasurer()
    for width in stride(from: 0.0, through: 300, by: 7.3) {
      for maxLines: UInt32 in [0, 1, 2] {
        var sample = Sample(text: text, size: 14, maxLines: maxLines, measurer: measurer)
        // A baseline offset makes the text a styled one, but does not change its breaks.
        sample.runs = text.isEmpty ? [] : [(0..<text.utf8.count, { $0.baselineOffset = 1 })]
        let plain = Sample(text: text, size: 14, maxLines: maxLines, measurer: measurer)
        let (styled, expected) = (sample.fitted(width), plain.fitted(width))
        #expect(styled?.lines.map(\.range) == expected?.lines.map(\.range), "\(width) \(maxLines)")
        for (a, b) in zip(styled?.lines ?? [], expected?.lines ?? []) {
          #expect(abs(a.width - b.width) < 1e-6 && a.isTruncated == b.isTruncated)
        }
      }
    }
  }
}
