/// A CSS length: `auto` (also "undefined"), points, or percent of the containing block.
package struct Length: Sendable, Hashable {
  package enum Unit: UInt8, Sendable { case auto, points, percent }
  package var value: Float
  package var unit: Unit
  package init(value: Float, unit: Unit) {
    self.value = value
    self.unit = unit
  }
  package static let auto = Length(value: 0, unit: .auto)
  package static func points(_ value: Float) -> Length { Length(value: value, unit: .points) }
  package static func percent(_ value: Float) -> Length { Length(value: value, unit: .percent) }
}

/// Lengths of the edges of a box. A logical edge, where it is not `auto`, wins over the physical one.
package struct Edges: Sendable, Hashable {
  package var top, right, bottom, left, start, end: Length
  package init(
    top: Length = .auto, right: Length = .auto, bottom: Length = .auto, left: Length = .auto,
    start: Length = .auto, end: Length = .auto
  ) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
    self.start = start
    self.end = end
  }
}

/// A set of edges.
package struct EdgeSet: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let top = EdgeSet(rawValue: 1 << 0)
  package static let right = EdgeSet(rawValue: 1 << 1)
  package static let bottom = EdgeSet(rawValue: 1 << 2)
  package static let left = EdgeSet(rawValue: 1 << 3)
  package static let start = EdgeSet(rawValue: 1 << 4)
  package static let end = EdgeSet(rawValue: 1 << 5)
  package static let all = EdgeSet(rawValue: 0b111111)
}

/// The style of a node, in CSS's words. The initial values are a mobile app's (Yoga's): column,
/// stretch, flex-shrink 0, border-box.
package struct Style: Sendable, Hashable {
  /// `list`, `carousel` and `pager` place their children as items of a section layout.
  package enum Display: UInt8, Sendable { case flex, none, list, carousel, pager }
  package enum FlexDirection: UInt8, Sendable { case column, row, columnReverse, rowReverse }
  package enum FlexWrap: UInt8, Sendable { case noWrap, wrap, wrapReverse }
  package enum Justify: UInt8, Sendable {
    case start, center, end, spaceBetween, spaceAround, spaceEvenly
  }
  package enum Align: UInt8, Sendable, BitwiseCopyable {
    case auto, start, center, end, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
  }
  package enum Position: UInt8, Sendable { case relative, absolute }
  package enum BoxSizing: UInt8, Sendable { case borderBox, contentBox }
  package enum Overflow: UInt8, Sendable { case visible, hidden, scroll }

  package var display: Display = .flex
  package var flexDirection: FlexDirection = .column
  package var flexWrap: FlexWrap = .noWrap
  package var justifyContent: Justify = .start
  package var alignItems: Align = .stretch
  package var alignSelf: Align = .auto
  package var alignContent: Align = .start
  package var position: Position = .relative
  /// What sizes and limits are of.
  package var boxSizing: BoxSizing = .borderBox
  package var overflow: Overflow = .visible
  package var flexGrow: Float = 0
  package var flexShrink: Float = 0
  package var flexBasis: Length = .auto
  package var width: Length = .auto
  package var height: Length = .auto
  package var minWidth: Length = .auto
  package var minHeight: Length = .auto
  package var maxWidth: Length = .auto
  package var maxHeight: Length = .auto
  /// Width divided by height; 0 is none.
  package var aspectRatio: Float = 0
  package var margin = Edges()
  /// Margins that take the free space (CSS `margin: auto`), where `margin` itself says nothing: an
  /// edge that is `auto` in `margin` alone is not set, and 0.
  package var autoMargins: EdgeSet = []
  package var padding = Edges()
  package var border = Edges()
  package var inset = Edges()
  package var rowGap: Float = 0
  package var columnGap: Float = 0
  /// `pager` only: items stacked on one page; 0 or 1: one item is one page.
  package var lanes: UInt32 = 0

  package init() {}
}
