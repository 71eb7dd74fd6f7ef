import SectionEngine

/// Formats a formula as text: `inset-start 10 + card[0] width 120 + column-gap 10`.
struct FormulaText {
  let names: ExplanationNames
  /// The owner of the explained number. Quantities of this owner are written without a name.
  let context: LayoutInput.Owner

  /// The maximum number of terms in a sum that are written separately.
  private static let mostTerms = 6

  func text(_ formula: Formula) -> String { write(formula, isPart: false) }

  /// - Parameter isPart: Whether the formula is a factor or divisor, so that a sum needs brackets.
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
    // A number that is whole pixels already is shown without its rounding.
    case .rounded(let inner, _) where inner.value == formula.value,
      .roundedUp(let inner, _) where inner.value == formula.value:
      return write(inner, isPart: isPart)
    case .rounded(let inner, let scale): return "round(\(text(inner)), 1/\(scaleText(scale)))"
    case .roundedUp(let inner, let scale):
      return "round up(\(text(inner)), 1/\(scaleText(scale)))"
    }
  }

  private func list(_ word: String, _ terms: [Formula]) -> String {
    "\(word)(\(terms.map { write($0, isPart: false) }.joined(separator: ", ")))"
  }

  private func text(_ input: LayoutInput) -> String {
    let isLength = input.property == .width || input.property == .height
    let name = name(input.words, of: input.owner, own: isLength ? "own " : "")
    return "\(name) \(points(input.value))\(input.unit == .percent ? " %" : "")"
  }

  func name(_ subject: Derivation.Subject) -> String {
    name(subject.quantity.rawValue, of: subject.owner)
  }

  private func name(_ words: String, of owner: LayoutInput.Owner, own: String = "") -> String {
    let owner = names.short(owner, in: context)
    return owner.isEmpty ? own + words : "\(owner) \(words)"
  }

  private func sum(_ terms: [Formula]) -> String {
    folded(terms).reduce(into: "") { text, part in
      let sign = part.isNegative ? "-" : text.isEmpty ? "" : "+"
      text += (text.isEmpty ? sign : " \(sign) ") + part.text
    }
  }

  /// Combines many terms of one kind into one text: "height of 12 sections 2719".
  private func folded(_ terms: [Formula]) -> [(text: String, isNegative: Bool)] {
    func part(_ term: Formula) -> (text: String, isNegative: Bool) {
      guard case .negative(let inner) = term else { return (text(term), false) }
      return (write(inner, isPart: true), true)
    }
    guard terms.count > Self.mostTerms else { return terms.map(part) }
    return terms.grouped(by: kind).flatMap { group in
      guard group.count > 2, let kind = kind(of: group[0]) else { return group.map(part) }
      let value = Formula.sum(group).value
      let text = "\(kind.what) of \(group.count) \(kind.whose) \(points(abs(value)))"
      return [(text, isNegative: value < 0)]
    }
  }

  /// The properties that terms must share to be combined.
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
  /// The property with its edge, such as "inset-start".
  var words: String { property.rawValue + (edge.map { "-\($0.rawValue)" } ?? "") }
}

/// Provides the names of nodes, rows and sections in formulas.
final class ExplanationNames {
  private let page: Page
  private lazy var sectionNames = page.sectionNames
  private var views: [PagePart: SnappedSection] = [:]
  private var paths: [PagePart: [String]] = [:]

  init(_ page: Page) { self.page = page }

  func view(_ part: PagePart) -> SnappedSection? {
    views[part] = views[part] ?? page.view(of: part)
    return views[part]
  }

  func section(_ part: PagePart) -> String {
    switch part {
    case .section(let index): sectionNames[index]
    case .top: "top"
    case .bottom: "bottom"
    }
  }

  /// Returns a name that is unique on the page.
  func path(_ owner: LayoutInput.Owner) -> String {
    switch owner {
    case .page: return "page"
    case .section(let part): return section(part)
    case .row(let part, let row): return "\(section(part))/row \(row)"
    case .node(let part, let node):
      let known = paths[part] ?? view(part)?.paths(in: section(part)) ?? []
      paths[part] = known
      return known.indices.contains(node) ? known[node] : section(part)
    }
  }

  /// Returns a short name for use in a formula about `context`; empty for `context` itself.
  func short(_ owner: LayoutInput.Owner, in context: LayoutInput.Owner) -> String {
    if owner == context { return "" }
    switch owner {
    case .page: return "page"
    case .section(let part): return part == context.part ? "section" : section(part)
    case .row(_, let row): return "row \(row)"
    case .node(let part, let node):
      guard let view = view(part) else { return section(part) }
      // A root that paths omit is shown as the section.
      return node == 0 && view.isRootImplicit ? "section" : view.id(of: node)
    }
  }
}

extension LayoutInput.Owner {
  var part: PagePart? {
    switch self {
    case .page: nil
    case .section(let part), .row(let part, _), .node(let part, _): part
    }
  }
}
