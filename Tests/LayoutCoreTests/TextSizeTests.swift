import Testing

@testable import LayoutCore

@Suite struct TextSizeTests {
  private typealias TextSize = LayoutEnvironment.TextSize
  static let bodySizes: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]

  @Test(
    "text sizes scale like the body style of iOS, which has 17 points at large",
    arguments: zip(LayoutEnvironment.TextSize.ofContract, bodySizes))
  func factors(size: LayoutEnvironment.TextSize, points: Double) {
    #expect(abs(size.factor * 17 - points) < 1e-12)
    #expect(abs(TextScale(size)(17) - points) < 1e-12)
  }

  @Test("font sizes follow the styles of iOS and the tables of Android, and the line between them")
  func sizes() {
    let expected: [(TextSize, Double, Double)] = [
      (.large, 13.7, 13.7), (.ax5, 34, 60), (.ax5, 11, 40), (.ax5, 68, 120), (.ax5, 5.5, 20),
      (.ax5, 31, 59), (.xs, 11.5, 11), (.xs, 34, 31), (.xl, 14, 16), (.ax1, 28, 38),
      (.android130, 14, 18.8), (.android130, 16, 20.2), (.android200, 4, 8), (.android200, 30, 38),
      (.android200, 65, 69), (.android085, 20, 17), (.android085, 200, 170),
      (.android115, 200, 200), (.android150, 8, 12), (.android180, 24, 32.8),
    ]
    for (size, large, points) in expected {
      #expect(abs(TextScale(size)(large) - points) < 1e-9, "\(large) at \(size)")
    }
    #expect(TextScale(.ax5, isUniform: true)(34) == 34 * (53.0 / 17))
  }

  @Test("a larger font never becomes smaller than another, and all stay finite")
  func monotoneSizes() {
    for size in TextSize.allCases {
      let scale = TextScale(size)
      var previous = 0.0
      #expect(scale(0) == 0)
      for step in 1...4_000 {
        let points = scale(Double(step) / 8)
        #expect(points >= previous && points.isFinite, "\(step) at \(size)")
        previous = points
      }
    }
  }

  @Test("a larger text size never needs fewer lines, less width or less height")
  func monotone() {
    let measurer = RecordedTextMeasurer()
    let sizes = Array(TextSize.ofContract)
    for family in [sizes, Array(TextSize.allCases.dropFirst(sizes.count))] {
      for text in ["Paper Lanterns: slow mornings", "每日推荐 30 首，听了《晴天》的人", "a\nb c", "👨‍👩‍👧‍👦 x"] {
        for maxWidth in [40, 120, 374, Double.infinity] {
          var previous = TextMetrics(width: 0, height: 0, lineCount: 0, isTruncated: false)
          for size in family {
            let metrics = measurer.measure(
              text, size: Float(TextScale(size)(14)), maxWidth: maxWidth)
            #expect(metrics.lineCount >= previous.lineCount, "\(text) at \(size)")
            #expect(metrics.height >= previous.height, "\(text) at \(size)")
            if maxWidth == .infinity { #expect(metrics.width > previous.width) }
            previous = metrics
          }
        }
      }
    }
  }

  @Test("emoji are as wide as in Noto Color Emoji at every weight, once for a sequence")
  func emoji() {
    let measurer = RecordedTextMeasurer()
    for text in ["😀", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1️⃣", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"] {
      for weight: UInt16 in [400, 600, 700] {
        let width = measurer.width(text, size: 100, weight: weight)
        #expect(abs(width - 13_600 / 109) < 0.1, "\(text) at \(weight)")
      }
    }
    #expect(measurer.width("e\u{301}\u{323}", size: 100) == measurer.width("e", size: 100))
    #expect(measurer.width("a\u{301}a", size: 100) == measurer.width("aa", size: 100))
    #expect(measurer.width("你", size: 100) == 100)
    let regular = measurer.width("Hamburg", size: 100)
    for (weight, factor) in [(500, 1.0), (600, 1.025), (700, 1.038), (900, 1.038)] {
      let width = measurer.width("Hamburg", size: 100, weight: UInt16(weight))
      #expect(abs(width - regular * factor) < 1e-9)
    }
  }
}
