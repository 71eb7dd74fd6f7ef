/// The inputs of a layout other than the feed. Layout is a pure function of the feed, the feed
/// layout and the environment.
public struct LayoutEnvironment: Sendable, Hashable {
  /// The appearance of the rendered page. It does not depend on the terminal.
  public enum Appearance: String, Sendable, Hashable, CaseIterable { case light, dark }
  /// The reading direction of the page.
  public enum Direction: String, Sendable, Hashable, CaseIterable { case ltr, rtl }
  /// The device's platform, whose guidelines `check` applies. On Android, a point is a dp.
  public enum Platform: String, Sendable, Hashable, CaseIterable { case ios, android }
  /// The reader's text size. iOS sizes have iOS names: `large` is the default, and `ax…` are the
  /// accessibility sizes. Android sizes are font scales.
  public enum TextSize: String, Sendable, Hashable, CaseIterable {
    case xs, s, m, large, xl, xxl, xxxl, ax1, ax2, ax3, ax4, ax5
    case android085 = "0.85", android105 = "1.05", android110 = "1.1", android115 = "1.15"
    case android120 = "1.2", android130 = "1.3", android150 = "1.5", android180 = "1.8"
    case android200 = "2.0"

    /// The iOS text sizes, the only ones in the plugin contract.
    package static var ofContract: ArraySlice<Self> { allCases.prefix(12) }
  }

  /// The width of a text that does not fit on one line.
  public enum WrappedWidth: String, Sendable, Hashable, CaseIterable {
    /// As wide as the longest line, as in UIKit (`sizeThatFits`) and SwiftUI.
    case longestLine = "longest-line"
    /// As wide as the space, as in Android (`TextView` with `AT_MOST`) and CSS.
    case available
  }

  /// The width of the page in points.
  public var width: Double
  /// The height of the screen in points. It only affects floating sections and pinned parts.
  public var height: Double
  /// Pixels per point, such as 3, or 2.625 for 420 dots per inch on Android.
  public var scale: Double
  /// The appearance: light or dark.
  public var appearance: Appearance
  /// The reading direction: left to right, or right to left.
  public var direction: Direction
  /// The text size, which scales fonts.
  public var textSize: TextSize
  /// The BCP 47 language tag, such as "zh-CN".
  public var locale: String
  /// The platform of the device. It determines the width of wrapped texts, unless `wrappedWidth`
  /// does.
  public var platform = Platform.ios
  /// The width of texts that wrap; `nil` for the width that the platform gives them.
  public var wrappedWidth: WrappedWidth?
  /// Whether lengths are exact. Otherwise sections and texts have whole pixels.
  public var isExact = false

  /// Creates an environment. The defaults describe a light page from left to right, 414 points wide
  /// at scale 2.
  public init(
    width: Double = 414, height: Double = 896, scale: Double = 2, appearance: Appearance = .light,
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

extension LayoutEnvironment {
  /// The pixels to which sections and texts are rounded.
  package var grid: PixelGrid { isExact ? .exact : PixelGrid(scale: scale) }
}
