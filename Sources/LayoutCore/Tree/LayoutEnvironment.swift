/// Everything outside the feed that a layout depends on. Layout is a pure function of the feed, the
/// feed layout and this.
package struct LayoutEnvironment: Sendable, Hashable {
  package enum Appearance: String, Sendable, Hashable, CaseIterable { case light, dark }
  package enum Direction: String, Sendable, Hashable, CaseIterable { case ltr, rtl }
  package enum TextSize: String, Sendable, Hashable, CaseIterable {
    case xs, s, m, large, xl, xxl, xxxl, ax1, ax2, ax3, ax4, ax5

    /// Factor of the body text style of iOS, whose sizes are 14 … 53 with 17 at `large`.
    package var factor: Double {
      let sizes: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
      return sizes[Self.allCases.firstIndex(of: self) ?? 3] / 17
    }
  }

  /// Width of the page in points.
  package var width: Double
  /// Height of the screen in points; nothing is laid out by it but what floats or pins.
  package var height: Double
  /// Pixels per point: 1, 2 or 3.
  package var scale: Int
  package var appearance: Appearance
  package var direction: Direction
  package var textSize: TextSize
  /// BCP 47: "zh-CN".
  package var locale: String

  package init(
    width: Double = 414, height: Double = 896, scale: Int = 2, appearance: Appearance = .light,
    direction: Direction = .ltr, textSize: TextSize = .large, locale: String = "en"
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.appearance = appearance
    self.direction = direction
    self.textSize = textSize
    self.locale = locale
  }
}
