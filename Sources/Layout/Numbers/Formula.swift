/// An arithmetic expression of the inputs and other computed values of a layout. Users read it as
/// an explanation, and tests evaluate it with other inputs.
package indirect enum Formula {
  case constant(Double)
  case input(LayoutInput)
  case derived(Derivation)
  case sum([Formula])
  case negative(Formula)
  case product([Formula])
  case quotient(Formula, Formula)
  case percent(LayoutInput, of: Formula)
  case least([Formula])
  case greatest([Formula])
  /// Rounds to whole pixels, half a pixel upwards (`PixelGrid`). The scale is in pixels per point.
  case rounded(Formula, scale: Double)
  /// Rounds up to whole pixels.
  case roundedUp(Formula, scale: Double)

  /// The distance from a minimum or maximum, in points, within which other candidates stay in the
  /// formula, because a small change could make one of them the new minimum or maximum.
  static let slack = 1.0

  /// The value in the explained layout. Complexity: O(terms); derived values are already known.
  package var value: Double {
    var evaluation = Evaluation(isShallow: true)
    return evaluation.value(of: self)
  }

  /// Returns the sum of `terms` minus the sum of `others`, with equal terms combined.
  static func total(_ terms: [Formula?], minus others: [Formula?] = []) -> Formula {
    var sum = LinearSum()
    for case let term? in terms { sum.add(term, 1) }
    for case let term? in others { sum.add(term, -1) }
    return sum.formula
  }

  static func * (_ left: Formula, _ right: Formula) -> Formula {
    if case .constant(1) = left { right } else { .product([left, right]) }
  }

  /// Returns the maximum or minimum; candidates that differ from it by `slack` or more are omitted.
  static func extreme(_ candidates: [Formula], isMost: Bool) -> Formula {
    let values = candidates.map { isMost ? $0.value : -$0.value }
    let top = values.max() ?? 0
    let kept = zip(candidates, values).filter { $1 > top - slack }.map { $0.0 }
    return kept.count == 1 ? kept[0] : isMost ? .greatest(kept) : .least(kept)
  }

  /// Whether the formula is a constant, an input, a derived value or a percentage.
  var isLeaf: Bool {
    switch self {
    case .constant, .input, .derived, .percent: true
    default: false
    }
  }

  /// The inputs and derived numbers in the formula, without the operands of those derived numbers.
  package var operands: [Formula] {
    switch self {
    case .constant: []
    case .input, .derived: [self]
    case .sum(let terms), .product(let terms), .least(let terms), .greatest(let terms):
      terms.flatMap { $0.operands }
    case .negative(let inner), .rounded(let inner, _), .roundedUp(let inner, _): inner.operands
    case .quotient(let left, let right): left.operands + right.operands
    case .percent(let input, let basis): [.input(input)] + basis.operands
    }
  }
}

/// An evaluator of formulas that computes each derived number once.
package struct Evaluation {
  private let isShallow: Bool
  private let input: (LayoutInput) -> Double
  private var known: [ObjectIdentifier: Double] = [:]

  /// - Parameter input: Returns the value to use for an input.
  package init(_ input: @escaping (LayoutInput) -> Double) {
    isShallow = false
    self.input = input
  }

  /// - Parameter isShallow: Whether derived values are taken from the layout, not evaluated.
  fileprivate init(isShallow: Bool) {
    self.isShallow = isShallow
    input = { $0.value }
  }

  /// Returns the value of a derivation for the given inputs. Complexity: O(evaluated terms).
  package mutating func value(of derivation: Derivation) -> Double {
    if isShallow { return derivation.value }
    if let value = known[ObjectIdentifier(derivation)] { return value }
    let value = derivation.reason.formula.map { self.value(of: $0) } ?? derivation.value
    known[ObjectIdentifier(derivation)] = value
    return value
  }

  package mutating func value(of formula: Formula) -> Double {
    switch formula {
    case .constant(let value): return value
    case .input(let input): return self.input(input)
    case .derived(let derivation): return value(of: derivation)
    case .sum(let terms): return terms.reduce(0) { $0 + value(of: $1) }
    case .negative(let inner): return -value(of: inner)
    case .product(let factors): return factors.reduce(1) { $0 * value(of: $1) }
    case .quotient(let left, let right): return value(of: left) / value(of: right)
    case .percent(let input, let basis): return self.input(input) * value(of: basis) / 100
    case .least(let terms): return terms.reduce(.infinity) { min($0, value(of: $1)) }
    case .greatest(let terms): return terms.reduce(-.infinity) { max($0, value(of: $1)) }
    case .rounded(let inner, let scale): return PixelGrid(scale: scale).snap(value(of: inner))
    case .roundedUp(let inner, let scale):
      return PixelGrid(scale: scale).roundedUp(value(of: inner))
    }
  }
}
