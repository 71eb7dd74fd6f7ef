import Support

extension Expectations {
  /// Reads an expectations file. Invalid lines are reported; the other lines are kept.
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
    /// Valid words that the user may have meant.
    var words: [String] = []
  }

  private struct Token {
    var text: String
    /// The range in the line, counted in Unicode scalars.
    var range: Range<Int>
  }

  private let scalars: [Unicode.Scalar]
  private let number: Int
  private let file: String
  private var tokens: [Token] = []
  private var position = 0

  /// The maximum number of words in a line. It limits the depth of expressions, because they are
  /// parsed and evaluated recursively.
  private static let mostWords = 400

  init(_ line: Substring, number: Int, file: String) {
    scalars = Array(line.unicodeScalars)
    (self.number, self.file) = (number, file)
    split()
  }

  /// Splits the line at whitespace, commas and parentheses, except in quotes. A comment begins with
  /// "#".
  private mutating func split() {
    var start = 0
    var isQuoted = false
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\"" { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if scalar == "#", start == index { return }
      let isMark = ",()".unicodeScalars.contains(scalar)
      guard isMark || scalar.properties.isWhitespace else { continue }
      add(start..<index)
      if isMark { add(index..<index + 1) }
      start = index + 1
    }
    add(start..<scalars.count)
  }

  private mutating func add(_ range: Range<Int>) {
    if !range.isEmpty { tokens.append(Token(text: text(range), range: range)) }
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
    let isDistance = skip("no")
    if !isDistance, tokens.count > 1 { _ = skip("section") }
    var nodes = try isDistance ? pattern() : target()
    let nodesLocation = location(tokens[position - 1].range)
    if isDistance, nodes.parts.isEmpty { nodes = NodePattern(kind: nodes.section) }
    var found: [Expectation] = []
    repeat {
      let start = position
      let claim = try isDistance ? distanceClaim() : claim()
      let range = tokens[start].range.lowerBound..<tokens[position - 1].range.upperBound
      found.append(
        Expectation(
          nodes: nodes, claim: claim, text: text(range), location: location(range),
          nodesLocation: nodesLocation))
    } while !isDistance && skip(",")
    if skip("because") {
      guard position < tokens.count else { throw Fault(expected: "a reason") }
      let reason = text(tokens[position].range.lowerBound..<scalars.count)
      for index in found.indices { found[index].reason = reason }
    } else if position < tokens.count {
      throw Fault(expected: "`,`, `because` or the end of the line", words: ["because"])
    }
    return found
  }

  /// Reads the node pattern before the colon.
  private mutating func target() throws(Fault) -> NodePattern {
    let pattern = read { $0.hasSuffix(":") ? NodePattern($0.dropLast()) : nil }
    if let pattern { return pattern }
    throw Fault(expected: "the path of nodes with a colon after it, such as `RAIL/card:`")
  }

  private mutating func pattern() throws(Fault) -> NodePattern {
    if let pattern = read({ NodePattern($0) }) { return pattern }
    throw Fault(expected: "the path of a node, or `page`")
  }

  // MARK: Claims

  private static let words =
    Expectation.Measure.allCases.map(\.rawValue) + Expectation.Relation.allCases.map(\.rawValue)
    + ["count", "apart"]

  private mutating func claim() throws(Fault) -> Expectation.Claim {
    if let measure = read(Expectation.Measure.init) { return .measure(measure, try bound()) }
    if skip("count") { return .count(try bound()) }
    if skip("apart") { return .apart(try bound()) }
    guard let relation = read(Expectation.Relation.init) else {
      throw Fault(
        expected: "a claim, such as `height 40` or `below BANNER by 10`", words: Self.words)
    }
    let isAlignment = relation.rawValue.hasSuffix("-aligned")
    if isAlignment { try require("with") }
    let other = try pattern()
    let bound =
      skip("by")
      ? try bound(or: relation == .inside ? .atLeast : .equal)
      : .init(relation: isAlignment ? .equal : .atLeast, number: .constant(0))
    return .relation(relation, other, bound)
  }

  /// Reads the claim "nearer than 8 to another".
  private mutating func distanceClaim() throws(Fault) -> Expectation.Claim {
    try require("nearer")
    try require("than")
    let number = try number()
    if skip("to") { try require("another") }
    return .noneNearer(number)
  }

  private mutating func bound(
    or standard: Expectation.Bound.Relation = .equal
  ) throws(Fault) -> Expectation.Bound {
    let relation = read(Expectation.Bound.Relation.init) ?? standard
    let number = try number()
    guard skip("to") else { return .init(relation: relation, number: number) }
    return .init(relation: .equal, number: number, end: try self.number())
  }

  // MARK: Numbers

  /// Reads a sum; a product if `tighter` is true.
  private mutating func number(tighter: Bool = false) throws(Fault) -> Expectation.Number {
    var number = tighter ? try factor() : try number(tighter: true)
    while let operation = read({ word in
      Expectation.Operation(rawValue: word).flatMap { $0.bindsTighter == tighter ? $0 : nil }
    }) {
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
    if let measure = read(Expectation.Measure.init) {
      return .measure(measure, of: skip("of") ? try pattern() : nil)
    }
    if let constant = read(Self.constant) { return constant }
    throw Fault(expected: "a number, `width` or `height`", words: ["width", "height"])
  }

  /// Returns the value of a number, or of a ratio such as "9/16"; `nil` for other words.
  private static func constant(_ word: String) -> Expectation.Number? {
    let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first.flatMap(number) else { return nil }
    guard parts.count > 1 else { return .constant(first) }
    return number(parts[1]).map { .operation(.quotient, .constant(first), .constant($0)) }
  }

  /// Returns the value of a decimal number; `nil` for words such as "inf" and "0x1".
  private static func number(_ text: Substring) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    let isNumber = digits.first != "." && digits.allSatisfy { "0123456789.".contains($0) }
    return isNumber && digits.count <= 15 ? Double(text) : nil
  }

  // MARK: Words

  /// Converts the next word to a value, and consumes it unless the value is `nil`.
  private mutating func read<Value>(_ value: (String) -> Value?) -> Value? {
    let found = position < tokens.count ? value(tokens[position].text) : nil
    if found != nil { position += 1 }
    return found
  }

  private mutating func skip(_ word: String) -> Bool { read { $0 == word ? word : nil } != nil }

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
      .invalidExpectation, .error, "line \(number) is not an expectation", at: location(range),
      label: "expected \(fault.expected), found \(found)",
      helps: Suggestion.helps(for: token?.text, among: fault.words)
        + ["`sectionengine explain SE4034` describes the lines"])
  }
}
