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

  /// - Parameters:
  ///   - formula: the formula to write.
  ///   - isPart: whether it is an operand of a product or quotient, so that sums need brackets.
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
    var words = input.property.rawValue
    if let edge = input.edge { words += "-\(edge.rawValue)" }
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

  // MARK: Sums

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
    var groups: [(kind: String?, terms: [Formula])] = []
    var places: [String: Int] = [:]
    for term in terms {
      guard let kind = kind(of: term) else {
        groups.append((nil, [term]))
        continue
      }
      if let place = places[kind] {
        groups[place].terms.append(term)
      } else {
        places[kind] = groups.count
        groups.append((kind, [term]))
      }
    }
    return groups.flatMap { group -> [Part] in
      guard let kind = group.kind, group.terms.count > 2 else { return group.terms.map(part) }
      let value = Formula.sum(group.terms).value
      let (what, whose) = Self.split(kind)
      return [
        Part(
          text: "\(what) of \(group.terms.count) \(whose) \(points(abs(value)))",
          isNegative: value < 0)
      ]
    }
  }

  /// Returns the kind by which a term can be folded with others; `nil` if it cannot.
  private func kind(of term: Formula) -> String? {
    switch term {
    case .negative(let inner): return kind(of: inner).map { "-\($0)" }
    case .derived(let derivation):
      guard derivation.subject.owner != context else { return nil }
      return "\(derivation.subject.quantity.rawValue)|\(plural(derivation.subject.owner))"
    case .input(let input):
      guard input.owner != context else { return nil }
      let whose = plural(input.owner)
      return "\(input.property.rawValue)\(input.edge.map { "-\($0.rawValue)" } ?? "")|\(whose)"
    default: return nil
    }
  }

  private static func split(_ kind: String) -> (what: String, whose: String) {
    let parts = kind.drop { $0 == "-" }.split(separator: "|", maxSplits: 1)
    return (String(parts.first ?? ""), String(parts.last ?? ""))
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
