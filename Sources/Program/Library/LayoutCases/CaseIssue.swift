package import Support
package import FeedDocument

/// The reason why a case is not run.
package enum CaseIssue: Error {
  /// The case needs a feature that the engine does not have.
  case unsupported(feature: String)
  /// The case does not follow its format.
  case malformed(Diagnostic)
}

/// Typed reads of a case file. Each error names the location of the value that does not fit.
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

  /// Returns a member that must exist.
  package func required(_ key: String) throws(CaseIssue) -> FeedValue {
    let value = self[key]
    guard value.exists else {
      throw malformed("`\(key)` is missing", expected: "a member `\(key)`")
    }
    return value
  }

  package func requireObject() throws(CaseIssue) -> FeedValue {
    guard kind == .object else {
      throw malformed("\(shownKey) is not an object", expected: "an object")
    }
    return self
  }

  package func requireArray() throws(CaseIssue) -> FeedValue {
    guard kind == .array else {
      throw malformed("\(shownKey) is not an array", expected: "an array")
    }
    return self
  }

  package func requireString() throws(CaseIssue) -> String {
    guard let string else {
      throw malformed("\(shownKey) is not a string", expected: "a string")
    }
    return string
  }

  package func requireNumber() throws(CaseIssue) -> Float {
    guard let double else {
      throw malformed("\(shownKey) is not a number", expected: "a number")
    }
    return Float(double)
  }

  /// Returns a number, or `nil` if it is absent or null.
  package func optionalNumber() throws(CaseIssue) -> Float? {
    kind == .missing || kind == .null ? nil : try requireNumber()
  }

  /// Returns the pixels per point, where 0 means no pixel grid, or `nil` if the value is absent or
  /// null.
  package func optionalScale() throws(CaseIssue) -> Double? {
    guard let scale = try optionalNumber() else { return nil }
    guard scale >= 0, scale <= 1_000 else {
      throw malformed("\(shownKey) is no scale", expected: "a number from 0 to 1000")
    }
    return Double(scale)
  }

  /// Returns the elements of an array, none if it is absent.
  package func optionalArray() throws(CaseIssue) -> FeedChildren {
    if exists { _ = try requireArray() }
    return children
  }

  /// Returns a Boolean, or `defaultValue` if it is absent.
  package func optionalBool(_ defaultValue: Bool) throws(CaseIssue) -> Bool {
    guard exists else { return defaultValue }
    guard let bool else {
      throw malformed("\(shownKey) is not true or false", expected: "true or false")
    }
    return bool
  }

  /// Returns the meaning of a word.
  package func requireWord<Meaning>(
    among words: KeyValuePairs<String, Meaning>
  ) throws(CaseIssue) -> Meaning {
    try meaning(of: Substring(requireString()), among: words)
  }

  /// Returns the meaning of a word that is the value or a part of it.
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
