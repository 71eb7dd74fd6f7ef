/// The differences between implementations of flexbox, besides the initial values of a style. It is
/// an input of the one solver; there is no second solver.
package struct LayoutProfile: Sendable, Hashable {
  /// A flexible item does not shrink below its content (CSS Flexbox §4.5).
  package var hasAutomaticMinimum = false
  /// Sizes follow CSS Sizing: the content is the automatic minimum of a box with an aspect ratio, and
  /// the content that determines a size is not limited by the maximum of the box. Otherwise, content
  /// that determines a flex base size in a row is fitted into the container's width first, so that a
  /// single long text never overflows its row; and a style's aspect ratio, but never a picture's,
  /// determines an item's cross size in preference to stretching or a size of its own. In CSS, the
  /// root is also placed at the right edge of the available width if it is right-to-left.
  package var sizesAsCSS = false

  /// Percentages of absolute boxes refer to the containing block's content box, not its padding
  /// box.
  package var absolutePercentagesOfContent = false
  /// Absolute boxes without insets are placed as if their parent had no padding.
  package var absoluteIgnoresPadding = false
  /// Content of undefined height is laid out within the available height: measure functions receive
  /// it, and percentages refer to it. In CSS, such percentages have no basis.
  package var fitsAvailableHeight = false
  /// Content that determines a flex base size grows and shrinks into the available space.
  package var basisStretches = false
  /// The content width of a container that wraps is the sum of its columns; otherwise it is the
  /// widest column.
  package var wrappedColumnsAddUp = true

  /// The profile of the plugin contract, which is Yoga's.
  package static let contract = LayoutProfile()
  /// The profile of a browser.
  package static let css: LayoutProfile = {
    var profile = LayoutProfile()
    profile.hasAutomaticMinimum = true
    profile.sizesAsCSS = true
    return profile
  }()
}
