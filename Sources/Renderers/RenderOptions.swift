import LayoutCore

/// Options that all renderers share. A renderer ignores the options that its format does not use.
package struct RenderOptions: Sendable, Hashable {
  package enum Charset: String, Sendable, Hashable, CaseIterable { case unicode, ascii }
  /// The character order of lines with right-to-left text: logical or visual.
  package enum Bidi: String, Sendable, Hashable, CaseIterable { case logical, visual }

  /// The style of pictures: grey outlines with measures, or the colours of the page.
  package enum Style: String, Sendable, Hashable, CaseIterable { case wireframe, app }

  /// The block code of the sections to show; `nil` shows all.
  package var section: String?
  /// The number of levels to show; sections are the first level. `nil` shows all levels.
  package var depth: Int?
  /// Whether to show items outside the visible area of their collection.
  package var all: Bool
  /// The coordinate space of node frames: the parent's box or the section.
  package var frames = PixelGrid.Space.parent
  package var chrome: Bool
  package var accessibility = false
  /// Whether dump and JSON include the bytes and the width of each line of a text.
  package var textLines = false
  /// The revision of the JSON schema. Members of later revisions are omitted.
  package var revision = LayoutSchema.revision

  /// The style of SVG and HTML; `nil` is the default of the format.
  package var style: Style?
  /// The image files for SVG and HTML. An image without a file is an empty box.
  package var pictures: Pictures
  package var columns = 80
  package var color = false
  package var charset = Charset.unicode
  /// The width of a character of ambiguous East Asian width, in cells: 1 or 2.
  package var ambiguous = 1
  package var bidi = Bidi.logical
  package var annotate = false

  package init(all: Bool = false, chrome: Bool = false, pictures: Pictures = Pictures()) {
    self.all = all
    self.chrome = chrome
    self.pictures = pictures
  }
}
