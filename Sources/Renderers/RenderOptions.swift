import LayoutCore

/// Options that all renderers share; one that a format has no use for has no effect on it.
package struct RenderOptions: Sendable, Hashable {
  package enum Charset: String, Sendable, Hashable, CaseIterable { case unicode, ascii }

  /// Only sections of this block code; `nil` is all.
  package var section: String?
  /// Levels that are shown, the sections being the first; `nil` is all.
  package var depth: Int?
  /// Items outside the visible box of their collection are shown too.
  package var all = false
  /// Frames are not snapped to pixels.
  package var unrounded = false
  /// Coordinates of node frames: in their parent's box, or in the section's.
  package var frames = PixelGrid.Space.parent
  /// Navigation bar and tab bar are shown too.
  package var chrome = false
  /// What a screen reader reads is said too.
  package var accessibility = false

  /// Width of the drawing in terminal cells.
  package var columns = 80
  package var color = false
  package var charset = Charset.unicode
  /// Cells of a character of ambiguous width: 1 or 2.
  package var ambiguous = 1
  /// Adds the inspector column.
  package var annotate = false

  package init() {}

  /// The grid that frames are shown on.
  package func grid(of environment: LayoutEnvironment) -> PixelGrid {
    unrounded ? .exact : PixelGrid(scale: environment.scale)
  }
}
