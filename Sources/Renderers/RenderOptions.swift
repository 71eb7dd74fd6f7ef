import LayoutCore

/// Options that all renderers share. A renderer ignores the options that its format does not use.
package struct RenderOptions: Sendable, Hashable {
  package enum Charset: String, Sendable, Hashable, CaseIterable { case unicode, ascii }
  /// The order of the characters of a line that has text from right to left.
  package enum Bidi: String, Sendable, Hashable, CaseIterable { case logical, visual }

  /// The look of pictures: grey outlines with measures, or the colours of the appearance.
  package enum Style: String, Sendable, Hashable, CaseIterable { case wireframe, app }

  /// The block code of the sections to show; `nil` shows all.
  package var section: String?
  /// The number of levels to show, where sections are the first; `nil` shows all.
  package var depth: Int?
  /// Whether to show items outside the visible box of their collection.
  package var all: Bool
  /// Whether to write frames without snapping them to pixels.
  package var unrounded = false
  /// The coordinates of node frames: relative to the parent's box or to the section.
  package var frames = PixelGrid.Space.parent
  package var chrome: Bool
  package var accessibility = false
  /// Whether the bytes and the width of each line of a text are written (dump and JSON).
  package var textLines = false
  /// The revision of the JSON schema: members of later ones are left out.
  package var revision = LayoutSchema.revision

  /// The style of SVG and HTML; `nil` is the default of the format.
  package var style: Style?
  /// The pictures that SVG and HTML show in place of empty boxes.
  package var pictures: Pictures
  package var columns = 80
  package var color = false
  package var charset = Charset.unicode
  /// The width of a character of ambiguous width in cells: 1 or 2.
  package var ambiguous = 1
  package var bidi = Bidi.logical
  package var annotate = false

  package init(all: Bool = false, chrome: Bool = false, pictures: Pictures = Pictures()) {
    self.all = all
    self.chrome = chrome
    self.pictures = pictures
  }

  package func grid(of environment: LayoutEnvironment) -> PixelGrid {
    unrounded ? .exact : PixelGrid(scale: environment.scale)
  }
}
