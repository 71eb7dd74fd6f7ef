import LayoutCore

/// Receives the shapes of a drawing from back to front, in points.
///
/// A redline is drawn once, on any canvas: `SVGCanvas` writes markup, `CairoCanvas` draws pixels and
/// PDF. Names of paints and groups are the classes of `RedlineStyle`.
protocol Canvas {
  /// Whether shapes within the frame can be visible. A canvas that draws a strip leaves out others.
  func shows(_ frame: Rect) -> Bool
  mutating func begin(_ group: CanvasGroup)
  /// Ends the last group that was begun.
  mutating func end()
  /// - Parameters:
  ///   - radius: The radius of the corners; `nil` for a rectangle that never has round ones.
  ///   - title: The words that a viewer shows for the rectangle.
  mutating func rect(_ frame: Rect, radius: Double?, _ paint: Paint, title: String?)
  mutating func path(_ path: CanvasPath, _ paint: Paint)
  mutating func circle(_ center: Point, radius: Double, _ paint: Paint)
  mutating func image(_ image: CanvasImage)
  /// Draws a line of a text in one style, in the measured width.
  mutating func line(_ line: CanvasLine, _ paint: Paint)
  /// Draws a piece of a line with styled runs, from its left edge on the baseline.
  mutating func piece(_ piece: Wireframe.Text.Piece, at place: Point, _ paint: Paint)
  /// Draws a label of the redline itself; `place` is on the baseline, at the side of the style.
  mutating func label(_ text: String, _ style: RedlineTextStyle, at place: Point)
  /// Ends a line of the markup. It draws nothing.
  mutating func endLine()
}

extension Canvas {
  func shows(_ frame: Rect) -> Bool { true }

  mutating func rect(_ frame: Rect, radius: Double? = nil, _ paint: Paint) {
    rect(frame, radius: radius, paint, title: nil)
  }
}

/// A group of shapes. Its opacity, clip and offset apply to all of them.
struct CanvasGroup: Hashable {
  /// The class in the style sheet.
  var name = ""
  var id = ""
  /// The role and the words for screen readers.
  var role = ""
  var label: String?
  var opacity = 1.0
  /// The area that shapes with an opacity can draw on; `nil` for an unknown one.
  var reach: Rect?
  /// The index of the area to which the shapes are clipped; `nil` for none.
  var clip: Int?
  var offset: Point?
  /// The fill of shapes whose paint has none.
  var fill: String?
  var isLeftToRight = false
  /// The lines of the words that a viewer shows for the group.
  var title: [String] = []
}

/// The fill and the outline of a shape: a class of the style sheet, and replacements of its rules.
struct Paint: Hashable {
  var name = ""
  /// A CSS colour, or "none"; `nil` for the fill of the class.
  var fill: String?
  /// Whether the shape is a shadow, with a quarter of the opacity of its fill.
  var isShadow = false
  /// A CSS colour, or "none"; `nil` for the outline of the class.
  var stroke: String?
  /// The width of the outline in points; `nil` for that of the class.
  var width: Double?
  /// The lengths of the outline's dashes and gaps in points; empty for those of the class.
  var dashes: [Double] = []
  /// Whether the shape is filled with the diagonal lines of gaps.
  var isHatched = false

  init(
    _ name: String = "", fill: String? = nil, isShadow: Bool = false, stroke: String? = nil,
    width: Double? = nil, isHatched: Bool = false
  ) {
    (self.name, self.fill, self.isShadow) = (name, fill, isShadow)
    (self.stroke, self.width, self.isHatched) = (stroke, width, isHatched)
  }
}

/// Lines and quarters of circles.
struct CanvasPath {
  enum Step {
    case move(Double, Double)
    case line(Double, Double)
    /// A line along one axis to a coordinate.
    case across(to: Double)
    case down(to: Double)
    /// A line along one axis with a length.
    case acrossBy(Double)
    case downBy(Double)
    /// A quarter of a circle, clockwise, to a point relative to the current one.
    case arc(radius: Double, Double, Double)
    case close
  }

  var steps: [Step]

  init(_ steps: Step...) { self.steps = steps }
}

/// A line of a text in one style.
struct CanvasLine {
  var line: Wireframe.Text.Line
  var text: Wireframe.Text
  /// The frame of the line, as wide as it was measured.
  var frame: Rect
  var baseline: Double
  /// The side of the box with which the line is aligned.
  var side: Side
  var isRightToLeft: Bool
}
