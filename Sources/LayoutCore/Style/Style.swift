/// A CSS length: `auto` (also "undefined"), points, percent of the containing block, or a size that
/// the content or the containing block decides (CSS Sizing 3 §5, 4 §6.1).
package struct Length: Sendable, Hashable, BitwiseCopyable {
  package enum Unit: UInt8, Sendable, BitwiseCopyable {
    case auto, points, percent, maxContent, minContent, fitContent, stretch
  }
  /// The value's bits, and the unit above them: one word to compare and to hash, since every node of a
  /// feed asks whether its style is known.
  var bits: UInt64

  package init(value: Float, unit: Unit) {
    bits = UInt64(value.bitPattern) | UInt64(unit.rawValue) << 32
  }

  package var value: Float {
    @inline(__always) get { Float(bitPattern: UInt32(truncatingIfNeeded: bits)) }
    set { self = Length(value: newValue, unit: unit) }
  }

  package var unit: Unit {
    @inline(__always) get {
      // Only `init(value:unit:)` writes it.
      unsafeBitCast(UInt8(truncatingIfNeeded: bits >> 32), to: Unit.self)
    }
    set { self = Length(value: value, unit: newValue) }
  }

  package static let auto = Length(value: 0, unit: .auto)
  package static func points(_ value: Float) -> Length { Length(value: value, unit: .points) }
  package static func percent(_ value: Float) -> Length { Length(value: value, unit: .percent) }
  /// 0 for everything but points.
  package var points: Float { unit == .points ? value : 0 }
  package static let maxContent = Length(value: 0, unit: .maxContent)
  package static let minContent = Length(value: 0, unit: .minContent)
  package static let fitContent = Length(value: 0, unit: .fitContent)
  package static let stretch = Length(value: 0, unit: .stretch)
}

/// A number is points.
extension Length: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  package init(floatLiteral value: Float) { self = .points(value) }
  package init(integerLiteral value: Int) { self = .points(Float(value)) }
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

/// Alignments that fall back to `start` rather than lose content beyond the start edge (CSS Box
/// Alignment §4.4).
package struct SafeAlignment: OptionSet, Sendable, Hashable, BitwiseCopyable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let justifyContent = SafeAlignment(rawValue: 1 << 0)
  package static let alignItems = SafeAlignment(rawValue: 1 << 1)
  package static let alignSelf = SafeAlignment(rawValue: 1 << 2)
  package static let alignContent = SafeAlignment(rawValue: 1 << 3)
}

/// The style of a node, in CSS's words. The initial values are a mobile app's (Yoga's): column,
/// stretch, flex-shrink 0, border-box.
package struct Style: Sendable, Hashable {
  /// `list`, `carousel` and `pager` place their children as items of a section layout; `contents`
  /// makes no box, so that the children are items of the parent.
  package enum Display: UInt8, Sendable, BitwiseCopyable {
    case flex, none, list, carousel, pager, contents
  }
  package enum FlexDirection: UInt8, Sendable, BitwiseCopyable {
    case column, row, columnReverse, rowReverse
  }
  package enum FlexWrap: UInt8, Sendable, BitwiseCopyable { case noWrap, wrap, wrapReverse }
  package enum Direction: UInt8, Sendable, BitwiseCopyable { case inherit, ltr, rtl }
  /// `start` and `end` are those of the axis (`flex-start`, `flex-end`), `textStart` and `textEnd`
  /// those of the text (`start`, `end`), which an axis may run against.
  package enum Justify: UInt8, Sendable, BitwiseCopyable {
    case start, center, end, spaceBetween, spaceAround, spaceEvenly
    case textStart, textEnd, left, right
  }
  /// As `Justify`; `selfStart` and `selfEnd` are those of the item's own text.
  package enum Align: UInt8, Sendable, BitwiseCopyable {
    case auto, start, center, end, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
    case textStart, textEnd, selfStart, selfEnd
  }
  /// `static` boxes take no insets, and absolute boxes below them refer to a box further up.
  package enum Position: UInt8, Sendable, BitwiseCopyable { case relative, absolute, `static` }
  package enum BoxSizing: UInt8, Sendable, BitwiseCopyable { case borderBox, contentBox }
  /// `clip` cuts off without being a scroll container.
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
  /// What sizes and limits are of.
  package var boxSizing: BoxSizing = .borderBox
  package var overflowX: Overflow = .visible
  package var overflowY: Overflow = .visible
  /// What a scrolling axis takes of the other one, in points.
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
  /// Width divided by height; 0 is none.
  package var aspectRatio: Float = 0
  package var margin = Edges()
  /// Margins that take the free space (CSS `margin: auto`), where `margin` itself says nothing: an
  /// edge that is `auto` in `margin` alone is not set, and 0.
  package var autoMargins: EdgeSet = []
  package var padding = Edges()
  package var border = Edges()
  package var inset = Edges()
  /// Percentages are of the content box.
  package var rowGap: Length = 0
  package var columnGap: Length = 0
  /// Absolute boxes below refer to this one though it is `static`.
  package var formsContainingBlock = false
  /// Its baseline is that of its container.
  package var isReferenceBaseline = false
  /// `pager` only: items stacked on one page; 0 or 1: one item is one page.
  package var lanes: UInt32 = 0

  package init() {}

  /// Of both axes; where they differ, what the more than visible one does.
  package var overflow: Overflow {
    get { overflowX == .visible ? overflowY : overflowX }
    set {
      overflowX = newValue
      overflowY = newValue
    }
  }
}
