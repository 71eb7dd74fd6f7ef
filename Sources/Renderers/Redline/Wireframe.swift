import LayoutCore

/// The visible content of a laid out page, flat and in points: boxes with absolute frames, texts with
/// their lines, the distances between them. Redlines and previews draw it.
///
/// Frames equal those of the dump: they are on the pixel grid unless the options disable it.
package struct Wireframe: Sendable, Hashable {
  /// The feed's name, such as "netease-home".
  package var name: String
  /// The title for people, or else the name.
  package var title: String
  package var size: Size
  package var environment: LayoutEnvironment
  /// The name and version of the feed layout: "netease-home@1".
  package var layoutName: String
  /// The part that a screen shows; `nil` for the whole page.
  package var viewport: Viewport?
  /// Whether the widths of texts are an estimate, without the fonts that draw them.
  package var estimatesTexts = true
  /// The appearance tokens, if the page is drawn in its colours; `nil` draws grey outlines.
  package var colors: [String: String]?
  package var pictures = Pictures()
  /// Whether sections of the page are missing, because the options select others.
  package var isPart: Bool

  package var sections: [Section] = []
  /// The boxes of all sections. Those of a section are contiguous and in drawing order.
  package var boxes: [Box] = []
  /// The areas in which boxes are visible, in feed coordinates, as drawn.
  package var clips: [Rect] = []
  package var measures: [Measure] = []

  var isRightToLeft: Bool { environment.direction == .rtl }

  /// The drawn area of the page: all of it, or the extent of the selected sections.
  package var frame: Rect {
    guard isPart else { return Rect(x: 0, y: 0, width: size.width, height: size.height) }
    let shown = sections.filter { $0.keyword == .section }.map(\.frame)
    let top = shown.map(\.y).min() ?? 0
    let bottom = shown.map(\.maxY).max() ?? top
    return Rect(x: 0, y: top, width: size.width, height: bottom - top)
  }

  /// Moves a bar above or below the page or, on a screen, to its edges.
  mutating func placeBar(_ index: Int) {
    switch sections[index].keyword {
    case .section: break
    case .top: sections[index].frame.y = (viewport?.top ?? 0) - sections[index].frame.height
    case .bottom: sections[index].frame.y = viewport?.bottom ?? size.height
    }
  }

  /// Indices of the sections in drawing order: flow, overlays, floating sections, bars.
  package var drawingOrder: [Int] {
    func level(_ index: Int) -> Int {
      sections[index].keyword == .section ? sections[index].placement.level : 3
    }
    return (0...3).flatMap { wanted in sections.indices.filter { level($0) == wanted } }
  }

  /// Returns the part of a box that its clip shows, in feed coordinates.
  package func visibleFrame(of box: Box) -> Rect {
    box.clip < 0 ? box.drawnFrame : box.drawnFrame.cut(to: clips[box.clip])
  }

  /// Adds a clip within an outer one, which is -1 for none.
  mutating func addClip(_ frame: Rect, within outer: Int) -> Int {
    clips.append(outer < 0 ? frame : frame.cut(to: clips[outer]))
    return clips.count - 1
  }
}

extension Rect {
  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the area that both rectangles share; its width or height is 0 if there is none.
  package func cut(to other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// Returns the smallest rectangle that contains both.
  package func union(_ other: Rect) -> Rect {
    Rect(
      left: min(x, other.x), top: min(y, other.y), right: max(maxX, other.maxX),
      bottom: max(maxY, other.maxY))
  }

  package func moved(by x: Double, _ y: Double = 0) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

extension Wireframe {
  package struct Section: Sendable, Hashable {
    package var part: PagePart
    package var keyword: FlatPage.Keyword { part.keyword }
    /// Unique on the page, such as "NOTICE#2".
    package var path: String
    package var title = ""
    package var frame: Rect
    /// The heights of rows as in a dump: "1x180".
    package var rows = ""
    package var provider = ""
    /// The fallback step and its reason: "generic: no provider for the code"; empty without a fallback.
    package var fallback = ""
    package var placement = LayoutCore.Section.Placement.flow
    /// The other attributes of the dump's line: "layout=grid columns=2".
    package var style = ""
    package var findings: [String] = []
    package var boxes = 0..<0
    /// Boxes that the section places as rows, in document order.
    package var rowBoxes: [Int] = []
  }

  package struct Box: Sendable, Hashable {
    package var section: Int
    /// Index of the containing box; -1 if it lies directly in the section.
    package var parent: Int
    package var level: Int
    package var node: Int
    package var kind: NodeKind
    /// Unique on the page, such as "NOTICE#2/carousel/card[3]".
    package var path: String
    package var frame: Rect
    /// Distance along x to the drawn frame: the current page of a pager is drawn in the pager.
    package var shift = 0.0
    package var clip = -1
    package var text: Text?
    /// The accessibility label. Only placeholders without text show it.
    package var label = ""
    package var badge = ""
    package var role = AccessibilityRole.none
    package var action = ""
    package var radius = 0.0
    package var color = ""
    package var background = ""
    package var decoration: Decoration?
    /// Number of dots of a page control, and index of the filled one.
    package var count = 0
    package var current = 0
    /// The attributes as the dump writes them: "gap=10 inset=10 action=news://story/7".
    package var style = ""
    /// Whether its collection shows only a part of it.
    package var isClipped = false
    /// Whether it, or an ancestor of it, is outside the visible box of its collection.
    package var isOffscreen = false
    /// Whether it is an item of a list, carousel or pager.
    package var isItem = false

    /// The frame where the box is drawn, in feed coordinates.
    package var drawnFrame: Rect { frame.moved(by: shift) }
  }

  /// How a box is drawn beyond its frame, radius and background.
  package struct Decoration: Sendable, Hashable {
    /// The product of the opacities of the box and those around it.
    package var opacity = 1.0
    package var borderColor = ""
    package var borderWidth = 0.0
    package var corners: NodeAttributes.Corners = []
    package var placeholder = ""
    package var picture = ""
    package var contentMode = NodeAttributes.ContentMode.fill
    /// The token of the colour that the picture is drawn in.
    package var tint = ""
    package var shadowColor = ""
    package var shadow = NodeAttributes.Shadow()
  }

  /// A text with the line breaks of the layout's measurer.
  package struct Text: Sendable, Hashable {
    package struct Line: Sendable, Hashable {
      /// Includes the ellipsis if the line is truncated.
      package var text: String
      package var width: Double
      /// The bytes of the node's text on this line; `nil` for the symbol of an icon.
      package var source: TextLine?
      /// The parts of a text with runs, from left to right; `nil` for a text in one style.
      package var styled: StyledLine?
    }

    package struct StyledLine: Sendable, Hashable {
      /// The upper edge, the height and the baseline, from the upper edge of the text.
      package var top, height, baseline: Double
      /// The free space at the start.
      package var indent: Double
      package var pieces: [Piece]
    }

    /// A part of a line in one style.
    package struct Piece: Sendable, Hashable {
      package var text: String
      package var font: Font
      /// The left edge, from that of the line, in points.
      package var x, width: Double
      package var isRightToLeft: Bool
      package var isSpaced: Bool
      /// The distance above the baseline.
      package var rise = 0.0
      package var traits: TextRun.Traits = []
      package var color = ""
      package var background = ""
      /// The height of a picture in place of the text.
      package var imageHeight: Double?
      package var picture = ""
    }

    package var string: String
    package var size: Double
    package var weight: Int
    package var align: TextAlign
    package var lines: [Line]
    /// The maximum number of lines; 0 is unlimited.
    package var lineLimit: Int
    package var isTruncated: Bool
    package var lineHeight: Double
    package var ascent: Double
    /// Distance from the box to the lines, logical along x.
    package var insets: EdgeInsets
  }

  /// A distance or a size that the redline shows in points.
  package struct Measure: Sendable, Hashable {
    package enum Axis: Sendable, Hashable { case x, y }

    package enum Kind: Sendable, Hashable {
      /// Free space between two boxes, or two sections.
      case gap(Axis)
      /// Free space between a container's edge and its content.
      case inset(Axis)
      case size
    }

    package var kind: Kind
    /// Index of the section; for a gap between sections, of the lower one.
    package var section: Int
    /// The measured area in feed coordinates, as drawn.
    package var frame: Rect
    package var box: Int?
    /// Whether the items of its container form one line, so that there is room below it.
    package var isInLine = false
  }
}
