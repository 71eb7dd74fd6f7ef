/// A number of a layout, and why it is what it is.
///
/// The value is what the solver computed. The formula is found when it is asked for, and is only kept
/// if it gives that value: a rule that does not hold is not shown.
package final class Derivation {
  /// What the number is of.
  package struct Subject: Sendable, Hashable {
    package enum Quantity: String, Sendable, Hashable {
      case x, y, width, height
      /// What flexing starts from.
      case baseWidth = "base width"
      case baseHeight = "base height"
      /// Of the content, as a border box.
      case contentWidth = "content width"
      case contentHeight = "content height"
      /// What the items of a line leave, or lack.
      case freeSpace = "free space"
      /// Of one of several lines of a container.
      case lineHeight = "line height"
      case lineWidth = "line width"
      case baseline
      /// Of a column of a grid, a lane of a pager, a line of rows.
      case columnWidth = "column width"
      case laneHeight = "lane height"
      case top
      case rowsHeight = "height of the rows"
      case scrollOffset = "scrolled by"
      /// What a row's or a header's box takes, margins of its node included.
      case outerWidth = "outer width"
      case outerHeight = "outer height"
    }

    package var owner: LayoutInput.Owner
    package var quantity: Quantity
  }

  package let subject: Subject
  /// In points.
  package let value: Double
  private var make: (() -> Reason)?
  private var found: Reason?

  init(_ subject: Subject, value: Double, _ make: @escaping () -> Reason) {
    self.subject = subject
    self.value = value
    self.make = make
  }

  /// Complexity: O(siblings), the first time.
  package var reason: Reason {
    if let found { return found }
    var reason = make?() ?? Reason(.undecided, .constant(value))
    make = nil
    if let formula = reason.formula, !isNear(formula.value) {
      reason = Reason(undecidedBy: formula)
    }
    found = reason
    return reason
  }

  /// Frames are sums of `Float`.
  private func isNear(_ other: Double) -> Bool {
    abs(value - other) <= max(0.01, abs(value) * 1e-5)
  }
}

/// The rule that gave a number, and its formula.
package struct Reason {
  package var rule: LayoutRule
  /// `nil`: no rule can be stated.
  package var formula: Formula?
  /// What the number depends on where there is no formula.
  package var dependencies: [Formula] = []

  init(_ rule: LayoutRule, _ formula: Formula) {
    self.rule = rule
    self.formula = formula
  }

  init(undecidedBy formula: Formula) {
    rule = .undecided
    dependencies = formula.operands
  }

  func map(_ transform: (Formula) -> Formula) -> Reason {
    var result = self
    result.formula = formula.map(transform)
    return result
  }

  func with(_ rule: LayoutRule) -> Reason {
    var result = self
    result.rule = rule
    return result
  }
}

/// By which rule of the layout a number came about.
package enum LayoutRule: String, Sendable, Hashable {
  case own, basis = "flex-basis", content, text, stretch, minimum, maximum
  case aspectRatio = "aspect ratio"
  case grow, shrink
  /// The only item that flexes takes what the others leave.
  case rest
  case justify, align, baseline, stacked, mirrored
  case autoMargin = "auto margin"
  case absolute
  /// Between two insets.
  case insets
  case hidden
  case list, carousel, pager, grid, flow, waterfall
  case onePlusN = "one-plus-n"
  case header, footer, background, section, page, overlay
  case floatTop = "float-top"
  case floatBottom = "float-bottom"
  /// The provider said so.
  case requested
  case rounded
  case undecided
}
