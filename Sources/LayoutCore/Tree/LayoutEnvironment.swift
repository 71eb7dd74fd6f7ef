/// Everything outside the feed that a layout depends on. Layout is a pure function of the feed, the
/// feed layout and this.
public struct LayoutEnvironment: Sendable, Hashable {
  /// Of the feed, not of a terminal.
  public enum Appearance: String, Sendable, Hashable, CaseIterable { case light, dark }
  /// Of the page: where a line starts.
  public enum Direction: String, Sendable, Hashable, CaseIterable { case ltr, rtl }
  /// The reader's choice, by the names of iOS: `large` is the standard, `ax…` the accessibility sizes.
  public enum TextSize: String, Sendable, Hashable, CaseIterable {
    case xs, s, m, large, xl, xxl, xxxl, ax1, ax2, ax3, ax4, ax5

    /// Factor of the body text style of iOS, whose sizes are 14 … 53 with 17 at `large`.
    public var factor: Double {
      let points: Double =
        switch self {
        case .xs: 14
        case .s: 15
        case .m: 16
        case .large: 17
        case .xl: 19
        case .xxl: 21
        case .xxxl: 23
        case .ax1: 28
        case .ax2: 33
        case .ax3: 40
        case .ax4: 47
        case .ax5: 53
        }
      return points / 17
    }
  }

  /// Width of the page in points.
  public var width: Double
  /// Height of the screen in points; nothing is laid out by it but what floats or pins.
  public var height: Double
  /// Pixels per point: 1, 2 or 3.
  public var scale: Int
  /// Light or dark.
  public var appearance: Appearance
  /// Left to right, or right to left.
  public var direction: Direction
  /// Scales fonts.
  public var textSize: TextSize
  /// BCP 47: "zh-CN".
  public var locale: String

  /// A page of 414 points at scale 2, light, left to right, unless stated.
  public init(
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
