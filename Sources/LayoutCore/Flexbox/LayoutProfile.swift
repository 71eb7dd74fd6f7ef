/// What two implementations of flexbox may differ in besides the initial values of a style: an input
/// of the solver, never a switch between two solvers.
package struct LayoutProfile: Sendable, Hashable {
  /// CSS Flexbox §4.5: a flexible item does not shrink below its content.
  package var hasAutomaticMinimum: Bool
  /// Content that determines a flex base size in a row is fitted into the container's width first,
  /// so that one long text alone never overflows its row. CSS takes the max-content width.
  package var basisFitsContainer: Bool
  /// A style's aspect ratio determines an item's cross size from its main size whatever else would:
  /// stretching, or a size of its own. A picture's ratio never does.
  package var aspectRatioDecidesCross: Bool

  /// Percentages of absolute boxes are of the containing block's content box, not its padding box.
  package var absolutePercentagesOfContent = false
  /// Absolute boxes without insets stand where they would if their parent had no padding.
  package var absoluteIgnoresPadding = false
  /// Content of undefined height is laid out within the height that is available: measure functions
  /// see it, and percentages refer to it. In CSS there is nothing for them to refer to.
  package var fitsAvailableHeight = false
  /// Content that determines a flex base size grows and shrinks into what is available.
  package var basisStretches = false
  /// Columns of a container that wraps are all part of its content's width; else the widest one is.
  package var wrappedColumnsAddUp = true
  /// The root stands at the right edge of the available width where text runs from the right.
  package var placesRootByDirection = false

  package init(
    hasAutomaticMinimum: Bool, basisFitsContainer: Bool, aspectRatioDecidesCross: Bool
  ) {
    self.hasAutomaticMinimum = hasAutomaticMinimum
    self.basisFitsContainer = basisFitsContainer
    self.aspectRatioDecidesCross = aspectRatioDecidesCross
  }

  /// The plugin contract's, which is Yoga's.
  package static let contract = LayoutProfile(
    hasAutomaticMinimum: false, basisFitsContainer: true, aspectRatioDecidesCross: true)
  /// A browser's.
  package static let css: LayoutProfile = {
    var profile = LayoutProfile(
      hasAutomaticMinimum: true, basisFitsContainer: false, aspectRatioDecidesCross: false)
    profile.placesRootByDirection = true
    return profile
  }()
}
