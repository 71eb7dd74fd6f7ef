import Support

extension Expectations {
  /// Reads a file of expectations. Each line that is none is reported; the others are kept.
  /// - Complexity: O(bytes).
  package static func parse(_ text: String, file: String) -> Diagnosed<Expectations> {
    var expectations = Expectations()
    var diagnostics: [Diagnostic] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      var reader = ExpectationLine(line, number: index + 1, file: file)
      do throws(ExpectationLine.Fault) {
        expectations.all += try reader.expectations()
      } catch {
        guard diagnostics.count < 20 else { break }
        diagnostics.append(reader.diagnostic(of: error))
      }
    }
    return Diagnosed(expectations, diagnostics)
  }
}

/// Reads the claims of one line.
struct ExpectationLine {
  struct Fault: Error {
    var expected: String
    /// Words that may be meant.
    var words: [String] = []
  }

  private struct Token {
    var text: String
    /// In Unicode scalars of the line.
    var range: Range<Int>
  }

  private let scalars: [Unicode.Scalar]
  private let number: Int
  private let file: String
  private var tokens: [Token] = []
  private var position = 0

  /// The length of a line bounds the depth of its expressions, which are read and evaluated by
  /// recursion.
  private static let mostWords = 400

  init(_ line: Substring, number: Int, file: String) {
    scalars = Array(line.unicodeScalars)
    (self.number, self.file) = (number, file)
    split()
  }

  /// Splits at white space and around commas and parentheses, except in quotes; "#" begins a
  /// comment.
  private mutating func split() {
    var start = 0
    var isQuoted = false
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\"" { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if scalar == "#", start == index { return }
      let isMark = ",()".unicodeScalars.contains(scalar)
      guard isSpace(scalar) || isMark else { continue }
      add(start..<index)
      if isMark { add(index..<index + 1) }
      start = index + 1
    }
    add(start..<scalars.count)
  }

  private mutating func add(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    tokens.append(Token(text: text(range), range: range))
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  // MARK: Lines

  mutating func expectations() throws(Fault) -> [Expectation] {
    guard !tokens.isEmpty else { return [] }
    guard tokens.count <= Self.mostWords else {
      position = Self.mostWords
      throw Fault(expected: "at most \(Self.mostWords) words, signs and parentheses in a line")
    }
    var found: [Expectation] = []
    if skip("no") {
      var nodes = try pattern()
      if nodes.0.parts.isEmpty { nodes.0 = NodePattern(kind: nodes.0.section) }
      let start = position
      try require("nearer")
      try require("than")
      let claim = Expectation.Claim.noneNearer(try number())
      if skip("to") { try require("another") }
      found.append(expectation(nodes, claim, from: start))
    } else {
      if tokens.count > 1, tokens[0].text == "section" { position = 1 }
      let nodes = try target()
      repeat {
        let start = position
        let claim = try claim()
        found.append(expectation(nodes, claim, from: start))
      } while skip(",")
    }
    if skip("because") {
      guard position < tokens.count else { throw Fault(expected: "a reason") }
      let reason = text(tokens[position].range.lowerBound..<scalars.count)
      for index in found.indices { found[index].reason = reason }
    } else if position < tokens.count {
      throw Fault(expected: "`,`, `because` or the end of the line", words: ["because"])
    }
    return found
  }

  private func expectation(
    _ nodes: (NodePattern, Int), _ claim: Expectation.Claim, from start: Int
  ) -> Expectation {
    let range = tokens[start].range.lowerBound..<tokens[position - 1].range.upperBound
    return Expectation(
      nodes: nodes.0, claim: claim, text: text(range), location: location(range),
      nodesLocation: location(tokens[nodes.1].range))
  }

  /// Reads the nodes before the colon.
  private mutating func target() throws(Fault) -> (NodePattern, Int) {
    guard position < tokens.count else { throw Fault(expected: "the path of nodes") }
    let token = tokens[position].text
    guard token.hasSuffix(":"), let pattern = NodePattern(token.dropLast()) else {
      throw Fault(expected: "the path of nodes with a colon after it, such as `RAIL/card:`")
    }
    position += 1
    return (pattern, position - 1)
  }

  private mutating func pattern() throws(Fault) -> (NodePattern, Int) {
    guard position < tokens.count, let pattern = NodePattern(tokens[position].text) else {
      throw Fault(expected: "the path of a node, or `page`")
    }
    position += 1
    return (pattern, position - 1)
  }

  // MARK: Claims

  private static let words =
    Expectation.Measure.allCases.map(\.rawValue) + Expectation.Relation.allCases.map(\.rawValue)
    + ["count", "apart"]

  private mutating func claim() throws(Fault) -> Expectation.Claim {
    let word = position < tokens.count ? tokens[position].text : ""
    position += 1
    if let measure = Expectation.Measure(rawValue: word) { return .measure(measure, try bound()) }
    if let relation = Expectation.Relation(rawValue: word) {
      let isAlignment = word.hasSuffix("-aligned")
      if isAlignment { try require("with") }
      let other = try pattern().0
      let bound =
        skip("by")
        ? try bound(or: relation == .inside ? .atLeast : .equal)
        : .init(relation: isAlignment ? .equal : .atLeast, number: .constant(0))
      return .relation(relation, other, bound)
    }
    switch word {
    case "count": return .count(try bound())
    case "apart": return .apart(try bound())
    default:
      position -= 1
      throw Fault(
        expected: "a claim, such as `height 40` or `below BANNER by 10`", words: Self.words)
    }
  }

  private mutating func bound(
    or standard: Expectation.Bound.Relation = .equal
  ) throws(Fault) -> Expectation.Bound {
    var bound = Expectation.Bound(relation: standard, number: .constant(0))
    if position < tokens.count,
      let relation = Expectation.Bound.Relation(rawValue: tokens[position].text)
    {
      bound.relation = relation
      position += 1
    }
    bound.number = try number()
    if skip("to") {
      bound.relation = .equal
      bound.end = try number()
    }
    return bound
  }

  // MARK: Numbers

  /// Reads a sum, or a product if operations must bind tighter.
  private mutating func number(tighter: Bool = false) throws(Fault) -> Expectation.Number {
    var number = tighter ? try factor() : try number(tighter: true)
    while position < tokens.count,
      let operation = Expectation.Operation(rawValue: tokens[position].text),
      operation.bindsTighter == tighter
    {
      position += 1
      number = .operation(
        operation, number, tighter ? try factor() : try self.number(tighter: true))
    }
    return number
  }

  private mutating func factor() throws(Fault) -> Expectation.Number {
    if skip("(") {
      let inner = try number()
      try require(")")
      return inner
    }
    let word = position < tokens.count ? tokens[position].text : ""
    if let measure = Expectation.Measure(rawValue: word) {
      position += 1
      return .measure(measure, of: skip("of") ? try pattern().0 : nil)
    }
    // "9/16" is a ratio.
    let numbers = word.split(separator: "/", omittingEmptySubsequences: false).map(Self.number)
    guard (1...2).contains(numbers.count), let first = numbers[0],
      let last = numbers[numbers.count - 1]
    else {
      throw Fault(expected: "a number, `width` or `height`", words: ["width", "height"])
    }
    position += 1
    return numbers.count == 1
      ? .constant(first) : .operation(.quotient, .constant(first), .constant(last))
  }

  /// Returns a number of digits with a point; words such as "inf" and "0x1" are none.
  private static func number(_ text: Substring) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard digits.count <= 15, digits.first?.isASCII == true, digits.first?.isNumber == true,
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
    else { return nil }
    return Double(text)
  }

  // MARK: Words

  private mutating func skip(_ word: String) -> Bool {
    guard position < tokens.count, tokens[position].text == word else { return false }
    position += 1
    return true
  }

  private mutating func require(_ word: String) throws(Fault) {
    guard skip(word) else { throw Fault(expected: "`\(word)`", words: [word]) }
  }

  private func location(_ range: Range<Int>) -> SourceLocation {
    let shown = text(0..<min(scalars.count, 200))
    let end = min(range.upperBound, 200)
    return SourceLocation(
      file: file, line: number, column: range.lowerBound + 1,
      excerpt: Excerpt(
        lines: [.init(number: number, text: shown)], marked: min(range.lowerBound, end)..<end))
  }

  func diagnostic(of fault: Fault) -> Diagnostic {
    let token = position < tokens.count ? tokens[position] : nil
    let range = token?.range ?? scalars.count..<scalars.count
    let found = token.map { "`\(shown($0.text, limit: 40))`" } ?? "the end of the line"
    return Diagnostic(
      .invalidExpectation, .error, "line \(number) is no expectation", at: location(range),
      label: "expected \(fault.expected), found \(found)",
      helps: Suggestion.helps(for: token?.text, among: fault.words)
        + ["`sectionengine explain SE4034` describes the lines"])
  }
}
