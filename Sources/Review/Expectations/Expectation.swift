import Support

/// The claims of an expectations file about the geometry of a page.
///
/// A line has a node pattern and claims about each matching node: `RAIL/card[*]: apart 10, inside
/// RAIL`. The documentation page "Expectations" describes the language.
package struct Expectations: Sendable {
  package internal(set) var all: [Expectation] = []

  package init() {}

  package mutating func add(_ other: Expectations) { all += other.all }
}

/// One claim about all nodes that a pattern matches.
package struct Expectation: Sendable {
  var nodes: NodePattern
  var claim: Claim
  /// The claim as written in the file.
  var text: String
  /// The text after `because`; `nil` without it.
  var reason: String?
  /// The locations of the claim and of its node pattern in the file.
  var location, nodesLocation: SourceLocation
}

extension Expectation {
  enum Measure: String, CaseIterable { case width, height }

  /// The position of a node relative to another node: beside it, inside it, or aligned with it.
  enum Relation: String, CaseIterable {
    case above, below, inside
    case before = "left-of"
    case after = "right-of"
    case left = "left-aligned"
    case right = "right-aligned"
    case top = "top-aligned"
    case bottom = "bottom-aligned"
    case center = "center-aligned"
    case middle = "middle-aligned"
  }

  enum Claim: Sendable {
    case measure(Measure, Bound)
    case count(Bound)
    case apart(Bound)
    case relation(Relation, NodePattern, Bound)
    /// The minimum distance between any two of the nodes.
    case noneNearer(Number)
  }

  /// An allowed value or range of a number.
  struct Bound: Sendable {
    enum Relation: String, CaseIterable {
      case equal = "="
      case below = "<"
      case atMost = "<="
      case above = ">"
      case atLeast = ">="
    }

    var relation = Relation.equal
    var number: Number
    /// The upper end of a range such as "40 to 48"; `nil` for other bounds.
    var end: Number?
  }

  /// An arithmetic expression, such as `width of page - 32`.
  indirect enum Number: Sendable {
    case constant(Double)
    case measure(Measure, of: NodePattern?)
    case operation(Operation, Number, Number)
  }

  enum Operation: String {
    case sum = "+"
    case difference = "-"
    case product = "*"
    case quotient = "/"

    var bindsTighter: Bool { self == .product || self == .quotient }
  }
}

/// A pattern of nodes: a section and names below it, such as `RAIL/card[*]` or `*/header`.
///
/// A name without a number matches nodes with any number. Levels between names may be omitted.
struct NodePattern: Sendable, Hashable {
  struct Part: Sendable, Hashable {
    enum Number: Sendable, Hashable { case any, all, one(Int) }

    var name: String
    var number = Number.any

    func matches(_ node: (name: String, number: Int?)) -> Bool {
      guard name == "*" || name == node.name else { return false }
      return switch number {
      case .any: true
      case .all: node.number != nil
      case .one(let number): node.number == number
      }
    }
  }

  /// The code or path of the sections; "*" for all sections, "page" for the page.
  var section: String
  var parts: [Part]
  /// A kind of nodes, such as "button", or "target" for all tap targets. If it is set, `parts` is
  /// empty.
  var kind: String?
  /// The pattern as written in the file, without quotes.
  var text: String

  /// Parses a pattern. Names with whitespace or punctuation must be quoted. Returns `nil` if a name
  /// is empty.
  init?(_ text: some StringProtocol) {
    var names = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == "/", !isQuoted {
        names.append("")
      } else {
        names[names.count - 1].append(character)
      }
    }
    guard !isQuoted, !names.contains("") else { return nil }
    self.text = names.joined(separator: "/")
    section = names.removeFirst()
    parts = names.map(Part.init)
  }
}

extension NodePattern {
  /// Creates a pattern that matches all nodes of a kind on the page.
  init(kind: String) { (section, parts, self.kind, text) = ("*", [], kind, kind) }
}

extension NodePattern.Part {
  /// Parses a name such as "card", "card[3]" or "card[*]".
  init(_ text: String) {
    name = text
    guard text.last == "]", let bracket = text.lastIndex(of: "["), bracket > text.startIndex
    else { return }
    let number = text[text.index(after: bracket)...].dropLast()
    if number == "*" {
      self.number = .all
    } else if let one = Int(number), one >= 0 {
      self.number = .one(one)
    } else {
      return
    }
    name = String(text[..<bracket])
  }
}
