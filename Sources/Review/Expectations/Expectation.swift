import Support

/// The claims of a file of expectations about the geometry of a page.
///
/// A line names nodes and makes claims about each: `RAIL/card[*]: apart 10, inside RAIL`. The page
/// "Expectations" of the documentation describes the language.
package struct Expectations: Sendable {
  package internal(set) var all: [Expectation] = []

  package init() {}

  package mutating func add(_ other: Expectations) { all += other.all }
}

/// One claim about all nodes that a pattern matches.
package struct Expectation: Sendable {
  var nodes: NodePattern
  var claim: Claim
  /// The claim as written.
  var text: String
  /// The text after `because`.
  var reason: String?
  /// Where the claim is written, and where its nodes are named.
  var location, nodesLocation: SourceLocation
}

extension Expectation {
  enum Measure: String, CaseIterable { case width, height }

  /// Where a node is beside or in another one; edges and centres are named as in "right-aligned".
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
    /// No two of the nodes are nearer to each other.
    case noneNearer(Number)
  }

  /// A limit of a number: equal, in a range, below or above.
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
    /// The end of a range: "40 to 48".
    var end: Number?
  }

  /// An expression such as `width of page - 32`.
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

/// Names nodes of a page: a section, and parts of paths below it; `RAIL/card[*]`, `*/header`.
///
/// A part without a number matches nodes with any number; levels between parts may be left out.
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

  /// The code or the name of the sections; "*" for all, "page" for the page.
  var section: String
  var parts: [Part]
  /// A kind of nodes, such as "button", or "target" for all that can be tapped; then `parts` is
  /// empty.
  var kind: String?
  /// The pattern as written, without quotes.
  var text: String

  /// Reads a pattern; names with white space or punctuation are in quotes. `nil` if a name is
  /// empty.
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
  /// All nodes of a kind on the page.
  init(kind: String) { (section, parts, self.kind, text) = ("*", [], kind, kind) }
}

extension NodePattern.Part {
  /// Reads a name such as "card", "card[3]" or "card[*]".
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
