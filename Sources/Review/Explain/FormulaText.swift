import LayoutCore
import Renderers

/// Writes a formula for people: `inset-start 10 + card[0] width 120 + column-gap 10`.
struct FormulaText {
  let names: ExplanationNames
  /// The owner of the explained number. Its own quantities are written without a name.
  let context: LayoutInput.Owner

  /// The maximum number of terms of a sum that are written individually.
  private static let mostTerms = 6

  func text(_ formula: Formula) -> String { write(formula, isPart: false) }

  /// - Parameter isPart: whether it is an operand of a product or quotient, so that sums need
  ///   brackets.
  private func write(_ formula: Formula, isPart: Bool) -> String {
    switch formula {
    case .constant(let value): return points(value)
    case .input(let input): return text(input)
    case .derived(let derivation):
      return "\(name(derivation.subject)) \(points(derivation.value))"
    case .negative(let inner): return "-\(write(inner, isPart: true))"
    case .sum(let terms):
      let text = sum(terms)
      return isPart ? "(\(text))" : text
    case .product(let factors):
      return factors.map { write($0, isPart: true) }.joined(separator: " × ")
    case .quotient(let left, let right):
      var divisor = write(right, isPart: true)
      if case .product = right { divisor = "(\(divisor))" }
      return "\(write(left, isPart: true)) / \(divisor)"
    case .percent(let input, let basis):
      return "\(points(input.value)) % of \(write(basis, isPart: true))"
    case .least(let terms): return list("min", terms)
    case .greatest(let terms): return list("max", terms)
    case .rounded(let inner, let scale): return "round(\(text(inner)), 1/\(scale))"
    }
  }

  private func list(_ word: String, _ terms: [Formula]) -> String {
    "\(word)(\(terms.map { write($0, isPart: false) }.joined(separator: ", ")))"
  }

  func text(_ input: LayoutInput) -> String {
    let owner = names.short(input.owner, in: context)
    var words = input.words
    if owner.isEmpty, input.property == .width || input.property == .height {
      words = "own \(words)"
    }
    let name = owner.isEmpty ? words : "\(owner) \(words)"
    return "\(name) \(points(input.value))\(input.unit == .percent ? " %" : "")"
  }

  func name(_ subject: Derivation.Subject) -> String {
    let owner = names.short(subject.owner, in: context)
    return owner.isEmpty
      ? subject.quantity.rawValue : "\(owner) \(subject.quantity.rawValue)"
  }

  private func sum(_ terms: [Formula]) -> String {
    var text = ""
    for part in folded(terms) {
      if text.isEmpty {
        text = part.isNegative ? "-\(part.text)" : part.text
      } else {
        text += part.isNegative ? " - \(part.text)" : " + \(part.text)"
      }
    }
    return text
  }

  private struct Part {
    var text: String
    var isNegative: Bool
  }

  /// Folds many terms of one kind into one: "height of 12 sections 2719".
  private func folded(_ terms: [Formula]) -> [Part] {
    func part(_ term: Formula) -> Part {
      if case .negative(let inner) = term {
        return Part(text: write(inner, isPart: true), isNegative: true)
      }
      return Part(text: write(term, isPart: false), isNegative: false)
    }
    guard terms.count > Self.mostTerms else { return terms.map(part) }
    return terms.grouped(by: kind).flatMap { group -> [Part] in
      guard group.count > 2, let kind = kind(of: group[0]) else { return group.map(part) }
      let value = Formula.sum(group).value
      return [
        Part(
          text: "\(kind.what) of \(group.count) \(kind.whose) \(points(abs(value)))",
          isNegative: value < 0)
      ]
    }
  }

  /// The property by which a term can be folded with others.
  private struct Kind: Hashable {
    var what: String
    var whose: String
    var negations = 0
  }

  private func kind(of term: Formula) -> Kind? {
    switch term {
    case .negative(let inner):
      var kind = kind(of: inner)
      kind?.negations += 1
      return kind
    case .derived(let derivation) where derivation.subject.owner != context:
      return Kind(
        what: derivation.subject.quantity.rawValue, whose: plural(derivation.subject.owner))
    case .input(let input) where input.owner != context:
      return Kind(what: input.words, whose: plural(input.owner))
    default: return nil
    }
  }

  private func plural(_ owner: LayoutInput.Owner) -> String {
    switch owner {
    case .page: "pages"
    case .section: "sections"
    case .row: "rows"
    case .node: "nodes"
    }
  }
}

extension LayoutInput {
  /// The property with its edge: "inset-start".
  var words: String { property.rawValue + (edge.map { "-\($0.rawValue)" } ?? "") }
}
