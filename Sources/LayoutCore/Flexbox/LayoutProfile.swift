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
  package static let css = LayoutProfile(
    hasAutomaticMinimum: true, basisFitsContainer: false, aspectRatioDecidesCross: false)
}
