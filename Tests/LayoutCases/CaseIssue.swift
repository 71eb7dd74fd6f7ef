package import SectionEngine

/// The reason why a case is not run.
package enum CaseIssue: Error {
  /// The case needs a feature that the engine does not support.
  case unsupported(feature: String)
  /// The case violates the format.
  case malformed(Diagnostic)
}

/// Typed reads of a case file. Each error has the location of the invalid value.
extension FeedValue {
  package func malformed(
    _ message: String, expected: String, helps: [String] = []
  ) -> CaseIssue {
    .malformed(
      Diagnostic(
        .unexpectedShape, .error, message, at: location, label: "expected \(expected)",
        notes: ["the case is not run"],
        helps: helps.isEmpty ? ["`sectionengine explain SE1004` tells more"] : helps))
  }

  private var shownKey: String { key.isEmpty ? "an element" : "`\(key.prefix(30))`" }

  package func required(_ key: String) throws(CaseIssue) -> FeedValue {
    let value = self[key]
    guard value.exists else {
      throw malformed("`\(key)` is missing", expected: "a member `\(key)`")
    }
    return value
  }

  private func read<Value>(_ value: Value?, as kind: String) throws(CaseIssue) -> Value {
    if let value { return value }
    throw malformed("\(shownKey) is not \(kind)", expected: kind)
  }

  package func requireObject() throws(CaseIssue) -> FeedValue {
    try read(kind == .object ? self : nil, as: "an object")
  }

  package func requireArray() throws(CaseIssue) -> FeedValue {
    try read(kind == .array ? self : nil, as: "an array")
  }

  package func requireString() throws(CaseIssue) -> String { try read(string, as: "a string") }

  package func requireNumber() throws(CaseIssue) -> Float {
    Float(try read(double, as: "a number"))
  }

  /// Returns a number, or `nil` if it is absent or null.
  package func optionalNumber() throws(CaseIssue) -> Float? {
    kind == .missing || kind == .null ? nil : try requireNumber()
  }

  /// Returns the scale in pixels per point; 0 disables rounding. `nil` if absent or null.
  package func optionalScale() throws(CaseIssue) -> Double? {
    guard let scale = try optionalNumber() else { return nil }
    guard scale >= 0, scale <= 1_000 else {
      throw malformed("\(shownKey) is not a scale", expected: "a number from 0 to 1000")
    }
    return Double(scale)
  }

  /// Returns the elements of an array; empty if the value is absent.
  package func optionalArray() throws(CaseIssue) -> FeedChildren {
    if exists { _ = try requireArray() }
    return children
  }

  /// Returns a Boolean, or `defaultValue` if it is absent.
  package func optionalBool(_ defaultValue: Bool) throws(CaseIssue) -> Bool {
    exists ? try read(bool, as: "true or false") : defaultValue
  }

  package func requireWord<Meaning>(
    among words: KeyValuePairs<String, Meaning>
  ) throws(CaseIssue) -> Meaning {
    try meaning(of: Substring(requireString()), among: words)
  }

  /// Returns the value of a keyword in `words`. `word` is the receiver's text or a part of it.
  package func meaning<Meaning>(
    of word: Substring, among words: KeyValuePairs<String, Meaning>
  ) throws(CaseIssue) -> Meaning {
    if let match = words.first(where: { $0.key == word }) { return match.value }
    let known = words.map(\.key)
    throw malformed(
      "`\(word.prefix(30))` is not a value of \(shownKey)",
      expected: known.prefix(8).map { "`\($0)`" }.joined(separator: ", "),
      helps: Suggestion.helps(for: String(word), among: known))
  }
}
