import LayoutCore

/// What is drawn of a page, flat: boxes with absolute frames, texts with their lines, the distances between
/// them. What redlines, comparisons and previews draw.
///
/// Made of a laid out page, with exact kinds and lines, or of a dump, whose kinds are guessed. Frames are
/// those of the dump: on the pixel grid, unless the options or the dump say otherwise.
package struct Wireframe: Sendable, Hashable {
  /// The feed's: "netease-home".
  package var name: String
  /// For people; may be empty.
  package var title = ""
  /// Of the page, in points.
  package var size: Size
  package var scale: Int
  /// "light", "dark".
  package var appearance = LayoutEnvironment.Appearance.light.rawValue
  package var locale = ""
  package var isRightToLeft = false
  /// "large".
  package var textSize = LayoutEnvironment.TextSize.large.rawValue
  /// "netease-home@1".
  package var layoutName = ""
  /// The part that a screen shows; `nil`: the whole page.
  package var viewport: Viewport?
  /// Sections of the page are missing, since others were asked for.
  package var isPart = false

  /// In document order, bars at the ends.
  package var sections: [Section] = []
  /// Indices of the sections from the lowest to the topmost.
  package var drawingOrder: [Int] = []
  /// Those of each section lie together, in drawing order.
  package var boxes: [Box] = []
  /// Where boxes are visible, in feed coordinates, as they are drawn.
  package var clips: [Rect] = []
  package var measures: [Measure] = []

  package init(name: String, size: Size, scale: Int) {
    self.name = name
    self.size = size
    self.scale = scale
  }

  /// What is shown of the page: all of it, or what the sections that were asked for take.
  package var frame: Rect {
    guard isPart else { return Rect(x: 0, y: 0, width: size.width, height: size.height) }
    let shown = sections.filter { $0.keyword == .section }.map(\.frame)
    let top = shown.map(\.y).min() ?? 0
    let bottom = shown.map(\.maxY).max() ?? top
    return Rect(x: 0, y: top, width: size.width, height: bottom - top)
  }

  /// A bar, which has its own coordinates, stands above the page or below it; on a screen, at its edges.
  mutating func placeBar(_ index: Int) {
    switch sections[index].keyword {
    case .section: break
    case .top: sections[index].frame.y = (viewport?.top ?? 0) - sections[index].frame.height
    case .bottom: sections[index].frame.y = viewport?.bottom ?? size.height
    }
  }

  /// Floating sections lie on top of overlays, those on top of the others, bars on top of all.
  mutating func orderDrawing() {
    func level(_ index: Int) -> Int {
      sections[index].keyword == .section ? sections[index].placement.level : 3
    }
    drawingOrder = (0...3).flatMap { wanted in sections.indices.filter { level($0) == wanted } }
  }

  /// Adds what a box that clips shows of the boxes in it.
  /// - Parameter outer: index of the clip around it, or -1.
  mutating func addClip(_ frame: Rect, within outer: Int) -> Int {
    clips.append(outer < 0 ? frame : frame.intersection(clips[outer]))
    return clips.count - 1
  }
}

extension Rect {
  /// What two rectangles share; empty where that is nothing.
  func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  func moved(by x: Double, _ y: Double = 0) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

extension Wireframe {
  package struct Section: Sendable, Hashable {
    package var keyword: DumpDocument.Section.Keyword
    package var code: String
    /// "NOTICE#2": unique on the page.
    package var path: String
    package var title = ""
    /// In feed coordinates. A bar stands above the page, or below it; on a screen at its edges.
    package var frame: Rect
    /// As dumps write the heights of rows: "1x180".
    package var rows = ""
    /// "banner@1.0.0".
    package var provider = ""
    /// "generic: no provider for the code".
    package var fallback = ""
    package var placement = LayoutSection.Placement.flow
    /// The attributes of the dump's line but for those above: "layout=grid columns=2".
    package var style = ""
    /// Codes of the diagnostics about the section, sorted, each once.
    package var codes: [String] = []
    /// "SE3002 no provider is registered", each once; of a dump the codes alone.
    package var findings: [String] = []
    package var boxes = 0..<0
    /// Boxes that the section places as rows, in document order; of a dump as far as its rows tell.
    package var rowBoxes: [Int] = []
  }

  /// A node.
  package struct Box: Sendable, Hashable {
    /// Index of its section.
    package var section: Int
    /// Index of the box that it stands in; -1: it stands in the section.
    package var parent: Int
    /// 0 directly below the section.
    package var level: Int
    /// Its place in the section's document order: the index of the node, of a dump of the line.
    package var node: Int
    package var kind: NodeKind
    /// "NOTICE#2/carousel/card[3]": unique on the page.
    package var path: String
    /// In feed coordinates.
    package var frame: Rect
    /// How far along x it is drawn from its frame: the page that a pager shows stands in the pager.
    package var shift = 0.0
    /// Index of the clip; -1: none.
    package var clip = -1
    package var text: Text?
    /// What it is called where it has no text to show.
    package var label = ""
    package var badge = ""
    package var role = AccessibilityRole.none
    package var action = ""
    /// In points.
    package var radius = 0.0
    /// Names of tokens.
    package var color = ""
    package var background = ""
    /// Of a page control: dots, and the one that is filled.
    package var count = 0
    package var current = 0
    /// Its attributes as the dump writes them: "gap=10 inset=10 action=news://story/7".
    package var style = ""
    package var flags: Flags = []

    package init(
      section: Int, parent: Int, level: Int, node: Int, kind: NodeKind, path: String, frame: Rect
    ) {
      self.section = section
      self.parent = parent
      self.level = level
      self.node = node
      self.kind = kind
      self.path = path
      self.frame = frame
    }

    /// Where it is drawn, in feed coordinates.
    package var drawnFrame: Rect {
      Rect(x: frame.x + shift, y: frame.y, width: frame.width, height: frame.height)
    }
  }

  package struct Flags: OptionSet, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its collection shows a part of it.
    package static let clipped = Flags(rawValue: 1)
    /// It, or what it stands in, is out of its collection's sight.
    package static let offscreen = Flags(rawValue: 2)
    /// Its text does not fit.
    package static let truncated = Flags(rawValue: 4)
    /// A list, carousel or pager places it.
    package static let item = Flags(rawValue: 8)
  }

  /// A text as the layout's measurer breaks it.
  package struct Text: Sendable, Hashable {
    package struct Line: Sendable, Hashable {
      /// With the ellipsis where there is one.
      package var text: String
      /// In points.
      package var width: Double
    }

    package var string: String
    package var size: Double
    /// 100 … 900.
    package var weight: Int
    package var align: TextAlign
    /// Those that its frame shows.
    package var lines: [Line]
    /// 0: unlimited.
    package var lineLimit: Int
    package var isTruncated: Bool
    package var lineHeight: Double
    /// From the top of a line to its baseline.
    package var ascent: Double
    /// From the box to the lines, logical along x.
    package var insets: EdgeInsets
  }

  /// A distance or a size that the redline says in points.
  package struct Measure: Sendable, Hashable {
    package enum Axis: Sendable, Hashable { case x, y }

    package enum Kind: Sendable, Hashable {
      /// Free space between two boxes, or two sections.
      case gap(Axis)
      /// Free space between a container's edge and what stands in it.
      case inset(Axis)
      /// Width and height of an item or image.
      case size
    }

    package var kind: Kind
    /// Index of the section; of a gap between sections, of the lower one.
    package var section: Int
    /// What is measured, in feed coordinates, as it is drawn.
    package var frame: Rect
    /// Index of the box that has the size.
    package var box: Int?
    /// The items of its container stand in one line, so that there is room below it.
    package var isInLine = false
  }
}
