import LayoutCore
import Page

/// The visible content of a laid out page as flat lists, in points: boxes with absolute frames,
/// texts with lines, and distances between boxes. It is the source of redlines and previews.
///
/// Frames equal those of the dump: they are on the pixel grid unless the options disable it.
package struct Wireframe: Sendable, Hashable {
  /// The feed's name, such as "netease-home".
  package var name: String
  /// The title to display; the name if the feed has no title.
  package var title: String
  package var size: Size
  package var environment: LayoutEnvironment
  /// The name and version of the feed layout: "netease-home@1".
  package var layoutName: String
  /// The visible part of the page on a screen; `nil` for the whole page.
  package var viewport: Viewport?
  /// Whether the text widths are estimates, because the page was measured without its fonts.
  package var estimatesTexts = true
  /// The colours by token, for a page in its own colours; `nil` draws grey outlines.
  package var colors: [String: String]?
  package var pictures = Pictures()
  /// Whether the wireframe has only the sections that the options select.
  package var isPart: Bool

  package var sections: [Section] = []
  /// The boxes of all sections. The boxes of one section are contiguous and in drawing order.
  package var boxes: [Box] = []
  /// The clip areas of boxes, in feed coordinates. They include the shift of the boxes.
  package var clips: [Rect] = []
  package var measures: [Measure] = []

  /// The maximum number of nodes that a page for a browser draws. A larger page takes long to load, so
  /// further sections show only their names.
  package static let mostNodes = 20_000

  var isRightToLeft: Bool { environment.direction == .rtl }

  /// The initial value of the appearance control of an HTML page. The colours of a page belong to
  /// its appearance, so the system setting is not followed.
  package var appearanceControl: String {
    colors == nil ? "system" : environment.appearance.rawValue
  }

  /// The drawn area: the whole page, or the extent of the selected sections.
  package var frame: Rect {
    guard isPart else { return Rect(x: 0, y: 0, width: size.width, height: size.height) }
    let shown = sections.filter { $0.keyword == .section }.map(\.frame)
    let top = shown.map(\.y).min() ?? 0
    let bottom = shown.map(\.maxY).max() ?? top
    return Rect(x: 0, y: top, width: size.width, height: bottom - top)
  }

  /// Moves a bar above or below the page; with a viewport, above or below its visible part.
  mutating func placeBar(_ index: Int) {
    switch sections[index].keyword {
    case .section: break
    case .top: sections[index].frame.y = (viewport?.top ?? 0) - sections[index].frame.height
    case .bottom: sections[index].frame.y = viewport?.bottom ?? size.height
    }
  }

  /// The section indices in drawing order: flow, overlays, floating sections, bars.
  package var drawingOrder: [Int] {
    func level(_ index: Int) -> Int {
      sections[index].keyword == .section ? sections[index].placement.level : 3
    }
    return (0...3).flatMap { wanted in sections.indices.filter { level($0) == wanted } }
  }

  /// Returns the part of a box inside its clip area, in feed coordinates.
  package func visibleFrame(of box: Box) -> Rect {
    box.clip < 0 ? box.drawnFrame : box.drawnFrame.intersection(clips[box.clip])
  }

  /// Adds a clip area, inside the clip area `outer` unless that is -1. Returns the new index.
  mutating func addClip(_ frame: Rect, within outer: Int) -> Int {
    clips.append(outer < 0 ? frame : frame.intersection(clips[outer]))
    return clips.count - 1
  }
}

extension Wireframe {
  package struct Section: Sendable, Hashable {
    package var part: PagePart
    package var keyword: SectionKeyword { part.keyword }
    /// The path, unique on the page, such as "NOTICE#2".
    package var path: String
    package var title = ""
    package var frame: Rect
    /// The row heights as a dump writes them: "1x180".
    package var rows = ""
    package var provider = ""
    /// The used fallback step with its reason: "generic: no provider for the code"; else empty.
    package var fallback = ""
    package var placement = LayoutCore.Section.Placement.flow
    /// The other attributes of the section's line in the dump: "layout=grid columns=2".
    package var style = ""
    package var findings: [String] = []
    /// Whether the section shows only its name, without its content and without measures.
    package var isNamed = false
    package var boxes = 0..<0
    /// The boxes of the section's rows, in document order.
    package var rowBoxes: [Int] = []
  }

  package struct Box: Sendable, Hashable {
    /// The index of the section in the wireframe.
    package var section: Int
    /// The index of the parent box; -1 for a top-level box of the section.
    package var parent: Int
    /// The depth; 0 for a top-level box of the section.
    package var level: Int
    /// The index of the node in its arena; in a wireframe of a page that was read, of its line.
    package var node: Int
    package var kind: NodeKind
    /// The path, unique on the page, such as "NOTICE#2/carousel/card[3]".
    package var path: String
    package var frame: Rect
    /// The x distance from `frame` to the drawn frame. A pager moves its current page into view.
    package var shift = 0.0
    /// The index in `clips`; -1 if nothing clips the box.
    package var clip = -1
    package var text: Text?
    /// The accessibility label. It is drawn only in a placeholder without text.
    package var label = ""
    package var badge = ""
    package var role = AccessibilityRole.none
    package var action = ""
    package var radius = 0.0
    package var color = ""
    package var background = ""
    package var decoration: Decoration?
    /// The number of dots of a page control; `current` is the index of the filled dot.
    package var count = 0
    package var current = 0
    /// The attributes as a dump writes them: "gap=10 inset=10 action=news://story/7".
    package var style = ""
    /// Whether the collection shows only a part of the box.
    package var isClipped = false
    /// Whether the box or an ancestor is outside the visible area of its collection.
    package var isOffscreen = false
    /// Whether the box is an item of a list, carousel or pager.
    package var isItem = false

    /// The frame at which the box is drawn, in feed coordinates: `frame` moved by `shift`.
    package var drawnFrame: Rect { frame.moved(by: shift) }
  }

  /// The decoration of a box besides its frame, radius and background.
  package struct Decoration: Sendable, Hashable {
    /// The product of the opacities of the box and its ancestors.
    package var opacity = 1.0
    package var borderColor = ""
    package var borderWidth = 0.0
    package var corners: NodeAttributes.Corners = []
    package var placeholder = ""
    package var picture = ""
    package var contentMode = NodeAttributes.ContentMode.fill
    /// The colour token of a tinted image; empty without a tint.
    package var tint = ""
    package var shadowColor = ""
    package var shadow = NodeAttributes.Shadow()
  }

  /// A text with the line breaks of the layout's measurer.
  package struct Text: Sendable, Hashable {
    package struct Line: Sendable, Hashable {
      /// The displayed text, with the ellipsis of a truncated line.
      package var text: String
      /// The width in points.
      package var width: Double
      /// The bytes of the node's text on this line; `nil` for the symbol of an icon.
      package var source: TextLine?
      /// The pieces of a line with styled runs; `nil` for a text in one style.
      package var styled: StyledLine?

      /// The extent of a line that uses fallback fonts; `nil` for the extent of the font.
      var extent: BaselineExtent? { source?.extent }
    }

    package struct StyledLine: Sendable, Hashable {
      /// The top edge, the height and the baseline in points, measured from the text's top edge.
      package var top, height, baseline: Double
      /// The free space at the leading edge, in points.
      package var indent: Double
      package var pieces: [Piece]
    }

    /// A part of a line in one style.
    package struct Piece: Sendable, Hashable {
      package var text: String
      package var font: Font
      /// The distance from the left edge of the line, and the width, in points.
      package var x, width: Double
      package var isRightToLeft: Bool
      package var isSpaced: Bool
      /// The distance above the baseline, in points.
      package var rise = 0.0
      package var traits: TextRun.Traits = []
      package var color = ""
      package var background = ""
      /// The height of the image that replaces the text, in points; `nil` for text.
      package var imageHeight: Double?
      package var picture = ""
    }

    package var string: String
    /// The font size in points.
    package var size: Double
    package var weight: Int
    package var align: TextAlign
    package var lines: [Line]
    /// The maximum number of lines; 0 means no limit.
    package var lineLimit: Int
    package var isTruncated: Bool
    /// The height of a line in points.
    package var lineHeight: Double
    /// The distance from the top of a line to its baseline, in points.
    package var ascent: Double
    /// The distances from the edges of the box to the lines, in points.
    package var insets: EdgeInsets
  }

  /// A distance or a size that the redline shows in points.
  package struct Measure: Sendable, Hashable {
    package enum Axis: Sendable, Hashable { case x, y }

    package enum Kind: Sendable, Hashable {
      /// The free space between two boxes or two sections.
      case gap(Axis)
      /// The free space between a container's edge and its content.
      case inset(Axis)
      case size
    }

    package var kind: Kind
    /// The index of the section. For a gap between sections, the lower section.
    package var section: Int
    /// The measured area in feed coordinates. It includes the shift of the box.
    package var frame: Rect
    /// For a size, the index of the box; `nil` for a gap or an inset.
    package var box: Int?
    /// Whether the items of the container form one line. The number then has room below the line.
    package var isInLine = false
  }
}
