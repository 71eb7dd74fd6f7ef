/// A computed value of a layout, such as a width, and the reason for it.
///
/// The value comes from the solver. The formula is derived on demand, and is kept only if it
/// evaluates to that value, so a wrong explanation is never shown.
package final class Derivation {
  /// The quantity that a value measures, and the box or page part that has it.
  package struct Subject: Sendable, Hashable {
    package enum Quantity: String, Sendable, Hashable {
      case x, y, width, height
      /// The flex base size: the size before the item grows or shrinks.
      case baseWidth = "base width"
      case baseHeight = "base height"
      /// The border-box size that the content needs.
      case contentWidth = "content width"
      case contentHeight = "content height"
      /// The free space of a line; negative if the items overflow.
      case freeSpace = "free space"
      /// The cross size of a flex line, or the height of a row of a grid or one-plus-N layout.
      case lineHeight = "line height"
      case lineWidth = "line width"
      case baseline
      /// The width of a grid column, the height of a pager's lane, and the height of all rows.
      case columnWidth = "column width"
      case laneHeight = "lane height"
      case rowsHeight = "height of the rows"
      case scrollOffset = "scrolled by"
      /// The width of the box of a row, including the margins of its node.
      case outerWidth = "outer width"
    }

    package var owner: LayoutInput.Owner
    package var quantity: Quantity
  }

  package let subject: Subject
  /// The value in points.
  package let value: Double
  private let make: () -> Reason

  init(_ subject: Subject, value: Double, _ make: @escaping () -> Reason) {
    self.subject = subject
    self.value = value
    self.make = make
  }

  /// The rule and formula of the value. Complexity: O(siblings) on first access.
  package private(set) lazy var reason: Reason = {
    let reason = make()
    // The tolerance covers the rounding of frames, which are sums of `Float`.
    let tolerance = max(0.01, abs(value) * 1e-5)
    guard let formula = reason.formula else { return reason }
    return abs(value - formula.value) <= tolerance ? reason : Reason(undecidedBy: formula)
  }()
}

/// The rule that determined a value, and the formula of the value.
package struct Reason {
  package var rule: LayoutRule
  /// `nil` if no formula reproduces the value.
  package var formula: Formula?
  /// The operands that the value depends on, if there is no formula.
  package var dependencies: [Formula] = []

  init(_ rule: LayoutRule, _ formula: Formula) {
    self.rule = rule
    self.formula = formula
  }

  init(_ rule: LayoutRule, _ number: Explained) { self.init(rule, number.formula) }

  init(undecidedBy formula: Formula) {
    rule = .undecided
    dependencies = formula.operands
  }

  init(undecidedBy number: Explained) { self.init(undecidedBy: number.formula) }
}

/// The layout rule that determined a value.
package enum LayoutRule: String, Sendable, Hashable {
  case own, basis = "flex-basis", content, text, stretch, minimum, maximum
  case aspectRatio = "aspect ratio"
  case grow, shrink
  /// The only flexible item takes the free space of its line.
  case rest
  case justify, align, baseline, stacked, mirrored
  case autoMargin = "auto margin"
  case absolute
  /// The box spans the space between two insets.
  case insets
  case hidden
  case list, carousel, pager, grid, flow, waterfall
  case onePlusN = "one-plus-n"
  case header, footer, background, section, page, overlay
  case floatTop = "float-top"
  case floatBottom = "float-bottom"
  /// The provider requested the value.
  case requested
  case rounded
  case undecided
}
