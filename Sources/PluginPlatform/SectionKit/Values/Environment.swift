/// The inputs of a layout besides the block and the settings.
public struct Environment: Sendable, Hashable {
  /// The appearance: light or dark.
  public enum Appearance: Sendable, Hashable { case light, dark }
  /// The direction of text and rows.
  public enum Direction: Sendable, Hashable { case leftToRight, rightToLeft }
  /// The reader's text size, from extra small to the fifth accessibility size.
  public enum TextSize: UInt32, Sendable, Hashable, CaseIterable {
    case xs, s, m, large, xl, xxl, xxxl, ax1, ax2, ax3, ax4, ax5
  }

  /// The width of the page in points.
  public var width: Double
  /// Pixels per point.
  public var scale: Double
  /// The appearance: light or dark.
  public var appearance: Appearance
  /// The direction of text and rows.
  public var direction: Direction
  /// The reader's text size.
  public var textSize: TextSize
  /// The factor by which `textSize` scales body text; 1 for `large`. The engine scales every font
  /// size itself, and larger fonts by a factor closer to 1.
  public var textScale: Double
  /// The BCP 47 language tag, such as `"zh-CN"`.
  public var locale: String

  init(_ raw: se_environment) {
    width = raw.width
    scale = raw.scale
    appearance = raw.appearance == SE_DARK ? .dark : .light
    direction = raw.direction == SE_RTL ? .rightToLeft : .leftToRight
    textSize = TextSize(rawValue: raw.text_size) ?? .large
    textScale = raw.text_scale
    locale = String(raw.locale)
  }
}
