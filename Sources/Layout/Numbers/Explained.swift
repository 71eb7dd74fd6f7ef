/// A number that records how it was computed. Explanations run layouts again with this type.
struct Explained: LayoutNumber {
  let value: Double
  /// The tape that recorded the computation of the number, and the index of its step in the tape;
  /// `nil` and -1 for constants. The `SectionExplainer` owns the tape.
  private let owner: Unmanaged<FormulaTape>?
  fileprivate let step: Int

  init(_ value: Double) { self.init(value, nil, step: -1) }

  fileprivate init(_ value: Double, _ tape: FormulaTape?, step: Int) {
    self.value = value
    owner = tape.map { .passUnretained($0) }
    self.step = step
  }

  fileprivate var tape: FormulaTape? { owner?.takeUnretainedValue() }

  static var unlimited: Explained { Explained(Double.infinity) }

  init(_ count: Int) { self.init(Double(count)) }
  init(integerLiteral value: Int) { self.init(Double(value)) }
  init(floatLiteral value: Double) { self.init(value) }
  static var nan: Explained { Explained(Double.nan) }

  /// Returns the rule that determined the number, and its formula. Complexity: O(terms).
  /// - Parameter rule: The rule to use if the number has no rule.
  func reason(_ rule: LayoutRule) -> Reason {
    Reason(self.rule ?? rule, formula)
  }

  var rule: LayoutRule? { tape?.rule(of: self) }

  /// The formula that gives the number. Complexity: O(terms).
  var formula: Formula { tape?.formula(of: self) ?? .constant(value) }

  // MARK: Operations

  static func + (left: Explained, right: Explained) -> Explained {
    if left.isConstant(0) { return right }
    if right.isConstant(0) { return left }
    return make(left.value + right.value, .sum, left, right)
  }

  static func - (left: Explained, right: Explained) -> Explained {
    if right.isConstant(0) { return left }
    return make(left.value - right.value, .difference, left, right)
  }

  static func * (left: Explained, right: Explained) -> Explained {
    if left.isConstant(1) { return right }
    if right.isConstant(1) { return left }
    if left.isConstant(0) || right.isConstant(0) { return 0 }
    return make(left.value * right.value, .product, left, right)
  }

  static func / (left: Explained, right: Explained) -> Explained {
    if right.isConstant(1) || left.isConstant(0) { return left }
    if !left.isConstant, left.tape === right.tape, left.step == right.step { return 1 }
    return make(left.value / right.value, .quotient, left, right)
  }

  static prefix func - (number: Explained) -> Explained { 0 - number }
  static func += (left: inout Explained, right: Explained) { left = left + right }
  static func -= (left: inout Explained, right: Explained) { left = left - right }
  static func == (left: Explained, right: Explained) -> Bool { left.value == right.value }
  static func < (left: Explained, right: Explained) -> Bool { left.value < right.value }

  static func most(_ left: Explained, _ right: Explained) -> Explained {
    if left.value > right.value + Formula.slack { return left }
    if right.value > left.value + Formula.slack { return right }
    return make(max(left.value, right.value), .most, left, right)
  }

  static func least(_ left: Explained, _ right: Explained) -> Explained {
    if left.value < right.value - Formula.slack { return left }
    if right.value < left.value - Formula.slack { return right }
    return make(min(left.value, right.value), .least, left, right)
  }

  func rounded(scale: Double) -> Explained {
    scale > 0 ? Self.make(value.rounded(scale: scale), .rounded(scale: scale), self, 0) : self
  }

  func by(_ rule: LayoutRule) -> Explained { tape?.copy(self, rule) ?? self }

  func named(_ quantity: Derivation.Subject.Quantity, row: Int?) -> Explained {
    tape?.name(self, quantity, row: row) ?? self
  }

  var isConstant: Bool { owner == nil }

  private func isConstant(_ value: Double) -> Bool { isConstant && self.value == value }

  private static func make(
    _ value: Double, _ operation: FormulaTape.Operation, _ left: Explained, _ right: Explained
  ) -> Explained {
    guard let tape = left.tape ?? right.tape else { return Explained(value) }
    return tape.record(value, operation, left, right)
  }
}

/// The recorded operations of all layouts of one section, in the order of computation.
///
/// Formulas are made on demand, so a layout of n items records O(n) steps although the position of
/// the last item is a sum of n terms.
final class FormulaTape: LayoutInputs {
  enum Operation: Hashable {
    /// The step itself stores the formula.
    case formula
    case sum, difference, product, quotient, most, least
    case rounded(scale: Double)
  }

  private struct Step {
    let operation: Operation
    let left, right: Explained
    var rule: LayoutRule?
    var formula: Formula?
  }

  /// The key of a step: an operation, with the values and steps of its operands.
  private struct Calculation: Hashable {
    let operation: Operation
    let left, right: Double
    let leftStep, rightStep: Int
  }

  /// The layout that is being recorded.
  private struct Layout {
    /// The container whose items are laid out; `nil` for the layout of the section's rows.
    var node: Int?
    /// The rule of named quantities that have no rule of their own.
    var rule = LayoutRule.undecided
    /// Whether numbers are rounded to `Float`, so that comparisons agree with the flexbox solver.
    var isSingle = true
  }

  private let part: PagePart
  private var layout = Layout()
  private var steps: [Step] = []
  /// Step indices. Equal calculations share a step, so the quotient of their results is exactly 1.
  private var known: [Calculation: Int] = [:]

  init(_ part: PagePart) { self.part = part }

  /// Records the layout of a node, or of the section if `node` is `nil`, while `run` computes it.
  func record<Result>(
    _ node: Int?, _ rule: LayoutRule, isSingle: Bool = false, _ run: () -> Result
  ) -> Result {
    let outer = layout
    layout = Layout(node: node, rule: rule, isSingle: isSingle)
    defer { layout = outer }
    return run()
  }

  /// Returns a number with a given formula. `value` defaults to the formula's value.
  func number(_ formula: Formula, value: Double? = nil, _ rule: LayoutRule? = nil) -> Explained {
    if case .constant(let value) = formula { return Explained(value) }
    steps.append(Step(operation: .formula, left: 0, right: 0, rule: rule, formula: formula))
    return Explained(rounded(value ?? formula.value), self, step: steps.count - 1)
  }

  func input(
    _ property: LayoutInput.Property, _ edge: LayoutInput.Edge?, row: Int?, _ value: Double
  ) -> Explained {
    if value == 0 { return 0 }
    let input = LayoutInput(
      owner(row), property, edge, unit: property == .fraction ? .number : .points, value: value)
    return number(.input(input))
  }

  private func owner(_ row: Int?) -> LayoutInput.Owner {
    row.map { .row(part, $0) } ?? layout.node.map { .node(part, $0) } ?? .section(part)
  }

  // MARK: Recording

  private func rounded(_ value: Double) -> Double {
    layout.isSingle ? Double(Float(value)) : value
  }

  fileprivate func record(
    _ value: Double, _ operation: Operation, _ left: Explained, _ right: Explained
  ) -> Explained {
    let calculation = Calculation(
      operation: operation, left: left.value, right: right.value, leftStep: left.step,
      rightStep: right.step)
    let index = known[calculation] ?? steps.count
    if index == steps.count {
      steps.append(Step(operation: operation, left: left, right: right))
      known[calculation] = index
    }
    return Explained(rounded(value), self, step: index)
  }

  fileprivate func copy(_ number: Explained, _ rule: LayoutRule) -> Explained {
    steps.append(steps[number.step])
    steps[steps.count - 1].rule = rule
    return Explained(number.value, self, step: steps.count - 1)
  }

  fileprivate func name(
    _ number: Explained, _ quantity: Derivation.Subject.Quantity, row: Int?
  ) -> Explained {
    if steps[number.step].formula?.isLeaf == true { return number }
    let rule = rule(of: number) ?? layout.rule
    let subject = Derivation.Subject(owner: owner(row), quantity: quantity)
    return self.number(
      .derived(Derivation(subject, value: number.value) { number.reason(rule) }), rule)
  }

  // MARK: Formulas

  fileprivate func rule(of number: Explained) -> LayoutRule? { steps[number.step].rule }

  fileprivate func formula(of number: Explained) -> Formula {
    let step = steps[number.step]
    let (left, right) = (step.left, step.right)
    switch step.operation {
    case .formula: return step.formula ?? .constant(number.value)
    case .sum, .difference: return sum(number)
    case .product where left.isConstant || right.isConstant: return sum(number)
    case .product: return left.formula * right.formula
    case .quotient: return .quotient(left.formula, right.formula)
    case .most: return .extreme(candidates(number), isMost: true)
    case .least: return .extreme(candidates(number), isMost: false)
    case .rounded(let scale): return .rounded(left.formula, scale: scale)
    }
  }

  /// Returns the operands of a minimum or maximum. Operands that are the same operation are
  /// flattened.
  private func candidates(_ number: Explained) -> [Formula] {
    var result: [Formula] = []
    var waiting = [number]
    while let next = waiting.popLast() {
      if !next.isConstant {
        switch (steps[number.step].operation, steps[next.step].operation) {
        case (.most, .most), (.least, .least):
          waiting += [steps[next.step].right, steps[next.step].left]
          continue
        default: break
        }
      }
      result.append(next.formula)
    }
    return result
  }

  /// Returns a number as a sum in which equal terms are combined.
  private func sum(_ number: Explained) -> Formula {
    var sum = LinearSum()
    var waiting = [(factor: 1.0, number: number)]
    while let (factor, next) = waiting.popLast() {
      guard !next.isConstant else {
        sum.add(.constant(next.value), factor)
        continue
      }
      let (left, right) = (steps[next.step].left, steps[next.step].right)
      switch steps[next.step].operation {
      case .sum: waiting += [(factor, right), (factor, left)]
      case .difference: waiting += [(-factor, right), (factor, left)]
      case .product where left.isConstant: waiting.append((factor * left.value, right))
      case .product where right.isConstant: waiting.append((factor * right.value, left))
      default: sum.add(next.formula, factor, step: next.step)
      }
    }
    return sum.formula
  }
}

/// A sum of terms, each a formula times a factor. Equal formulas share a term.
struct LinearSum {
  /// The identity of a formula, by which terms are combined.
  private enum Key: Hashable { case input(LayoutInput), derivation(ObjectIdentifier), step(Int) }

  private var terms: [(formula: Formula, factor: Double)] = []
  private var places: [Key: Int] = [:]
  private var constant = 0.0

  /// - Parameter step: The step that computes the formula; formulas of one step share a term.
  mutating func add(_ formula: Formula, _ factor: Double, step: Int? = nil) {
    let key: Key
    switch formula {
    case .constant(let value):
      constant += factor * value
      return
    case .negative(let inner): return add(inner, -factor, step: step)
    case .sum(let inner):
      for term in inner { add(term, factor) }
      return
    case .input(let input): key = .input(input)
    case .derived(let derivation): key = .derivation(ObjectIdentifier(derivation))
    default:
      guard let step else {
        terms.append((formula, factor))
        return
      }
      key = .step(step)
    }
    if let place = places[key] {
      terms[place].factor += factor
    } else {
      places[key] = terms.count
      terms.append((formula, factor))
    }
  }

  var formula: Formula {
    var parts = terms.filter { $0.factor != 0 }.map { term -> Formula in
      let product = .constant(abs(term.factor)) * term.formula
      return term.factor < 0 ? .negative(product) : product
    }
    if constant != 0 { parts.append(.constant(constant)) }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(0) : .sum(parts)
  }
}
