/// The differences between implementations of flexbox, besides the initial values of a style. A
/// single solver implements all of them.
package struct LayoutProfile: Sendable, Hashable {
  /// Whether a flexible item does not shrink below its content (CSS Flexbox §4.5).
  package var hasAutomaticMinimum = false
  /// Whether sizes follow CSS Sizing: the content is the automatic minimum of a box with an aspect
  /// ratio, and content that determines a size is measured without the box's maximum. A
  /// right-to-left root is also placed at the right edge of the available width. If false, content
  /// that determines a flex base size in a row is first fitted into the container's width, so a
  /// single long text never overflows its row; and a style's aspect ratio, but never a picture's,
  /// takes precedence over stretching and a specified cross size.
  package var sizesAsCSS = false

  /// Whether percentages of absolute boxes refer to the containing block's content box instead of
  /// its padding box.
  package var absolutePercentagesOfContent = false
  /// Whether absolute boxes without insets are placed as if their parent had no padding.
  package var absoluteIgnoresPadding = false
  /// Whether content of undefined height is laid out within the available height, which measure
  /// functions receive and percentages refer to. In CSS, such percentages have no basis.
  package var fitsAvailableHeight = false
  /// Whether content that determines a flex base size grows and shrinks into the available space.
  package var basisStretches = false
  /// Whether the content width of a wrapping container is the sum of its columns; otherwise it is
  /// the width of the widest column.
  package var wrappedColumnsAddUp = true

  /// The profile that the plugin contract requires: the behaviour of Yoga.
  package static let contract = LayoutProfile()
  /// The profile of a browser.
  package static let css: LayoutProfile = {
    var profile = LayoutProfile()
    profile.hasAutomaticMinimum = true
    profile.sizesAsCSS = true
    return profile
  }()
}
