/// A CSS length: `auto` (also used for "undefined"), points, a percentage of the containing block,
/// or a size that depends on the content or the containing block (CSS Sizing 3 §5, 4 §6.1).
package struct Length: Sendable, Hashable, BitwiseCopyable {
  package enum Unit: UInt8, Sendable, BitwiseCopyable {
    /// `content` is for a flex basis only: the content's size, regardless of width and height.
    case auto, points, percent, content, maxContent, minContent, fitContent, stretch
  }
  /// The value's bits in the low half and the unit in the high half: a single word to compare and
  /// to hash, because every node of a feed looks up its style.
  var bits: UInt64

  package init(value: Float, unit: Unit) {
    bits = UInt64(value.bitPattern) | UInt64(unit.rawValue) << 32
  }

  /// The number in `unit`: 50 for 50 percent.
  package var value: Float {
    @inline(__always) get { Float(bitPattern: UInt32(truncatingIfNeeded: bits)) }
    set { self = Length(value: newValue, unit: unit) }
  }

  package var unit: Unit {
    @inline(__always) get {
      // Only `init(value:unit:)` writes the unit, so the raw value is valid.
      unsafeBitCast(UInt8(truncatingIfNeeded: bits >> 32), to: Unit.self)
    }
    set { self = Length(value: value, unit: newValue) }
  }

  package static let auto = Length(value: 0, unit: .auto)
  package static func points(_ value: Float) -> Length { Length(value: value, unit: .points) }
  /// Returns a length in percent: 50 for a half.
  package static func percent(_ value: Float) -> Length { Length(value: value, unit: .percent) }
  /// The value in points; 0 for all other units.
  package var points: Float { unit == .points ? value : 0 }
  package static let content = Length(value: 0, unit: .content)
  package static let maxContent = Length(value: 0, unit: .maxContent)
  package static let minContent = Length(value: 0, unit: .minContent)
  package static let fitContent = Length(value: 0, unit: .fitContent)
  package static let stretch = Length(value: 0, unit: .stretch)
}

/// A literal is a length in points.
extension Length: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  package init(floatLiteral value: Float) { self = .points(value) }
  package init(integerLiteral value: Int) { self = .points(Float(value)) }
}

/// The lengths of the edges of a box. A logical edge that is not `auto` takes precedence over the
/// physical one.
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

/// A set of physical and logical edges.
package struct EdgeSet: OptionSet, Sendable, Hashable, BitwiseCopyable {
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

/// The alignments that fall back to `start`, so that content does not overflow the start edge (CSS
/// Box Alignment §4.4).
package struct SafeAlignment: OptionSet, Sendable, Hashable, BitwiseCopyable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let justifyContent = SafeAlignment(rawValue: 1 << 0)
  package static let alignItems = SafeAlignment(rawValue: 1 << 1)
  package static let alignSelf = SafeAlignment(rawValue: 1 << 2)
  package static let alignContent = SafeAlignment(rawValue: 1 << 3)
}

/// The style of a node, with the property names of CSS. The initial values are those of mobile
/// layout (Yoga): column, stretch, flex-shrink 0, border-box.
package struct Style: Sendable, Hashable {
  /// The layout of a node's children. `list`, `carousel` and `pager` place the children as items of
  /// a section layout. `contents` creates no box; the children become items of the parent.
  package enum Display: UInt8, Sendable, BitwiseCopyable {
    case flex, none, list, carousel, pager, contents
  }
  package enum FlexDirection: UInt8, Sendable, BitwiseCopyable {
    case column, row, columnReverse, rowReverse
  }
  package enum FlexWrap: UInt8, Sendable, BitwiseCopyable { case noWrap, wrap, wrapReverse }
  package enum Direction: UInt8, Sendable, BitwiseCopyable { case inherit, ltr, rtl }
  /// `start` and `end` refer to the axis (`flex-start`, `flex-end`). `textStart` and `textEnd`
  /// refer to the text direction (`start`, `end`), which may be opposite to the axis.
  package enum Justify: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case start, center, end, spaceBetween, spaceAround, spaceEvenly
    case textStart, textEnd, left, right
  }
  /// `selfStart` and `selfEnd` refer to the item's own text direction; see `Justify` for the rest.
  package enum Align: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case auto, start, center, end, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
    case textStart, textEnd, selfStart, selfEnd
  }
  /// `static` boxes ignore insets, and are not containing blocks of absolute boxes in them.
  package enum Position: UInt8, Sendable, BitwiseCopyable { case relative, absolute, `static` }
  package enum BoxSizing: UInt8, Sendable, BitwiseCopyable { case borderBox, contentBox }
  /// `clip` clips content but creates no scroll container.
  package enum Overflow: UInt8, Sendable, BitwiseCopyable { case visible, hidden, scroll, clip }

  package var display: Display = .flex
  package var flexDirection: FlexDirection = .column
  package var flexWrap: FlexWrap = .noWrap
  package var justifyContent: Justify = .start
  package var alignItems: Align = .stretch
  package var alignSelf: Align = .auto
  package var alignContent: Align = .start
  package var safeAlignment: SafeAlignment = []
  package var direction: Direction = .inherit
  package var position: Position = .relative
  /// The box that width, height and their limits apply to.
  package var boxSizing: BoxSizing = .borderBox
  package var overflowX: Overflow = .visible
  package var overflowY: Overflow = .visible
  /// The thickness of a scrollbar, across its scrolling direction, in points.
  package var scrollbarWidth: Float = 0
  package var flexGrow: Float = 0
  package var flexShrink: Float = 0
  package var flexBasis: Length = .auto
  package var width: Length = .auto
  package var height: Length = .auto
  package var minWidth: Length = .auto
  package var minHeight: Length = .auto
  package var maxWidth: Length = .auto
  package var maxHeight: Length = .auto
  /// Width divided by height; 0 if there is none.
  package var aspectRatio: Float = 0
  package var margin = Edges()
  /// Edges whose margin takes free space (CSS `margin: auto`), unless `margin` sets the edge. An
  /// edge that is `auto` in `margin` and missing here has no margin.
  package var autoMargins: EdgeSet = []
  package var padding = Edges()
  package var border = Edges()
  package var inset = Edges()
  /// The gap between rows. Percentages of `rowGap` and `columnGap` refer to the content box.
  package var rowGap: Length = 0
  package var columnGap: Length = 0
  /// Whether this box is the containing block of absolute descendants although it is `static`.
  package var formsContainingBlock = false
  /// Whether the container uses this node's baseline as its own.
  package var isReferenceBaseline = false
  /// The number of items stacked on one page, for `pager` only; 0 and 1 both mean one.
  package var lanes: UInt32 = 0

  package init() {}

  /// The overflow of both axes. If they differ, it is `overflowX`, or `overflowY` if `overflowX` is
  /// visible.
  package var overflow: Overflow {
    get { overflowX == .visible ? overflowY : overflowX }
    set {
      overflowX = newValue
      overflowY = newValue
    }
  }
}
