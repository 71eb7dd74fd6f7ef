/// The inputs of a layout other than the feed. Layout is a pure function of the feed, the feed
/// layout and the environment.
public struct LayoutEnvironment: Sendable, Hashable {
  /// The appearance of the feed, not of a terminal.
  public enum Appearance: String, Sendable, Hashable, CaseIterable { case light, dark }
  /// The reading direction of the page.
  public enum Direction: String, Sendable, Hashable, CaseIterable { case ltr, rtl }
  /// The reader's text size, named as in iOS: `large` is the default, `ax…` are the accessibility
  /// sizes.
  public enum TextSize: String, Sendable, Hashable, CaseIterable {
    case xs, s, m, large, xl, xxl, xxxl, ax1, ax2, ax3, ax4, ax5

    /// The font scale factor. It follows the body text style of iOS, whose sizes are 14 … 53, with
    /// 17 at `large`.
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

  /// The width of the page in points.
  public var width: Double
  /// The height of the screen in points; it only affects floating and pinned sections.
  public var height: Double
  /// Pixels per point: 1, 2 or 3.
  public var scale: Int
  /// The appearance: light or dark.
  public var appearance: Appearance
  /// The reading direction: left to right, or right to left.
  public var direction: Direction
  /// The text size, which scales fonts.
  public var textSize: TextSize
  /// The BCP 47 language tag, such as "zh-CN".
  public var locale: String

  /// Creates an environment. By default it is a page of 414 points at scale 2, light, left to
  /// right.
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
