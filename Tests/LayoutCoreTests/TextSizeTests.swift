import Testing

@testable import LayoutCore

@Suite struct TextSizeTests {
  static let bodySizes: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]

  @Test(
    "text sizes scale like the body style of iOS, which has 17 points at large",
    arguments: zip(LayoutEnvironment.TextSize.allCases, bodySizes))
  func factors(size: LayoutEnvironment.TextSize, points: Double) {
    #expect(abs(size.factor * 17 - points) < 1e-12)
  }

  @Test("a larger text size never needs fewer lines, less width or less height")
  func monotone() {
    let measurer = RecordedTextMeasurer()
    for text in ["Paper Lanterns: slow mornings", "每日推荐 30 首，听了《晴天》的人", "a\nb c", "👨‍👩‍👧‍👦 x"] {
      for maxWidth in [40, 120, 374, Double.infinity] {
        var previous = TextMetrics(width: 0, height: 0, lineCount: 0, isTruncated: false)
        for size in LayoutEnvironment.TextSize.allCases {
          let metrics = measurer.measure(
            text, size: Float(14 * size.factor), maxWidth: maxWidth)
          #expect(metrics.lineCount >= previous.lineCount, "\(text) at \(size)")
          #expect(metrics.height > previous.height, "\(text) at \(size)")
          if maxWidth == .infinity { #expect(metrics.width > previous.width) }
          previous = metrics
        }
      }
    }
  }
}
