/// A number of a layout and the reason for its value.
///
/// The value is what the solver computed. The formula is derived on demand, and is kept only if it
/// evaluates to that value, so a rule that does not hold is never shown.
package final class Derivation {
  /// The quantity that a number measures, and its owner.
  package struct Subject: Sendable, Hashable {
    package enum Quantity: String, Sendable, Hashable {
      case x, y, width, height
      /// The size that flexing starts from.
      case baseWidth = "base width"
      case baseHeight = "base height"
      /// The size of the content, as a border box.
      case contentWidth = "content width"
      case contentHeight = "content height"
      /// The space that the items of a line leave over; negative if they overflow.
      case freeSpace = "free space"
      /// The size of one of several lines of a container.
      case lineHeight = "line height"
      case lineWidth = "line width"
      case baseline
      /// The size of a column of a grid, a lane of a pager, or a line of rows.
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

/// The rule that gave a number, and its formula.
package struct Reason {
  package var rule: LayoutRule
  /// `nil` if no rule can be stated.
  package var formula: Formula?
  /// The operands that the number depends on when there is no formula.
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

/// The layout rule that determined a number.
package enum LayoutRule: String, Sendable, Hashable {
  case own, basis = "flex-basis", content, text, stretch, minimum, maximum
  case aspectRatio = "aspect ratio"
  case grow, shrink
  /// The only flexible item takes the space that the others leave.
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
