package import Support

/// Reads a data file with a closed format: every key must belong to the format, every type is
/// checked, and each violation becomes one diagnostic with its location.
///
/// One run reports all violations. The typed reads return `nil` for a missing value and add no
/// diagnostic, because `object` has reported missing members. A caller may replace `nil` by any
/// value and continue: if the file has an error, the static `read` returns `nil` for the file.
package struct ConfigurationReader {
  /// The name of the format in messages, such as "feed layout".
  package let format: String
  package let code: DiagnosticCode
  package private(set) var diagnostics: [Diagnostic] = []

  package init(format: String, code: DiagnosticCode = .invalidFeedLayout) {
    self.format = format
    self.code = code
  }

  /// Returns the result of `body`, which reads a file, or `nil` if the file has an error.
  package static func read<Value>(
    _ format: String, code: DiagnosticCode = .invalidFeedLayout,
    _ body: (inout ConfigurationReader) -> Value?
  ) -> Diagnosed<Value?> {
    var reader = ConfigurationReader(format: format, code: code)
    let value = body(&reader)
    let isValid = !reader.diagnostics.contains { $0.severity == .error }
    return Diagnosed(isValid ? value : nil, reader.diagnostics)
  }

  package mutating func refuse(
    _ value: FeedValue, _ message: String, label: String? = nil, notes: [String] = [],
    helps: [String] = []
  ) {
    diagnostics.append(
      Diagnostic(
        code, .error, message, at: value.location, label: label,
        notes: notes + ["the \(format) is not used"], helps: helps))
  }

  package mutating func mismatch(_ value: FeedValue, expected: String) {
    refuse(
      value, "\(name(of: value)) is not \(expected)",
      label: "expected \(expected), found \(value.inWords)")
  }

  /// Returns the key of a value in backticks, at most 30 characters, for a message of one line.
  private func name(of value: FeedValue) -> String {
    let key = value.key
    if key.isEmpty { return "a value of the \(format)" }
    return key.count > 30 ? "`\(key.prefix(29))…`" : "`\(key)`"
  }

  /// Returns whether `value` is an object. Reports missing members and unknown keys.
  package mutating func object(
    _ value: FeedValue, required: [String] = [], optional: [String] = []
  ) -> Bool {
    guard openObject(value) != nil else { return false }
    for member in value.children {
      let key = member.key
      guard !required.contains(key), !optional.contains(key) else { continue }
      let known = (required + optional).map { "`\($0)`" }.joined(separator: ", ")
      refuse(
        member, "unknown key \(name(of: member)) in a \(format)",
        label: "expected a known key", notes: known.isEmpty ? [] : ["known keys: \(known)"],
        helps: Suggestion.helps(for: key, among: required + optional))
    }
    for key in required where !value[key].exists {
      refuse(value, "`\(key)` is missing", label: "expected a member `\(key)`")
    }
    return true
  }

  /// Converts a value with `read`. Reports the value if `read` returns `nil` or an invalid result.
  package mutating func read<Result>(
    _ value: FeedValue, expected: @autoclosure () -> String, _ read: (FeedValue) -> Result?,
    where isValid: (Result) -> Bool = { _ in true }
  ) -> Result? {
    guard value.exists else { return nil }
    if let result = read(value), isValid(result) { return result }
    mismatch(value, expected: expected())
    return nil
  }

  package mutating func string(_ value: FeedValue) -> String? {
    read(value, expected: "a string of at least one character", \.string) { !$0.isEmpty }
  }

  /// Reads a name of letters, digits, "-", "_" and ".", which file names and options can contain.
  package mutating func name(_ value: FeedValue) -> String? {
    read(
      value, expected: "a name of letters, digits, `-`, `_` and `.`", \.string, where: Self.isName)
  }

  package static func isName(_ string: String) -> Bool {
    guard let first = string.utf8.first, isAlphanumeric(first) else { return false }
    return string.utf8.allSatisfy { isAlphanumeric($0) || "-_.".utf8.contains($0) }
  }

  /// Returns whether a byte is an ASCII letter or digit.
  package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  package mutating func word(_ value: FeedValue, among words: [String]) -> String? {
    guard value.exists else { return nil }
    if let string = value.string, words.contains(string) { return string }
    let expected = words.map { "`\($0)`" }.joined(separator: ", ")
    refuse(
      value, "\(name(of: value)) is not one of the words that it can be",
      label: "expected \(expected), found \(value.inWords)",
      helps: Suggestion.helps(for: value.string, among: words))
    return nil
  }

  package mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: FeedValue
  ) -> Word? {
    guard value.exists else { return nil }
    return word(value, among: Word.allCases.map { $0.rawValue }).flatMap { Word(rawValue: $0) }
  }

  package mutating func bool(_ value: FeedValue) -> Bool? {
    read(value, expected: "true or false", \.bool)
  }

  /// Reads an integer. Reports an integer outside of `range`, and any other value that exists.
  package mutating func integer(_ value: FeedValue, in range: ClosedRange<Int>) -> Int? {
    let limit = { range.upperBound == .max ? "" : " to \(range.upperBound)" }
    return read(
      value, expected: "an integer from \(range.lowerBound)\(limit())",
      { $0.int64.flatMap { Int(exactly: $0) } }, where: range.contains)
  }

  /// Reads a length in points, at most `Self.longest`.
  package mutating func points(_ value: FeedValue, allowsZero: Bool = true) -> Double? {
    let least = allowsZero ? "0" : "above 0"
    return read(value, expected: "a number of points from \(least) to 1000000", \.double) {
      $0 >= 0 && $0 <= Self.longest && (allowsZero || $0 > 0)
    }
  }

  /// The longest valid length, in points. It exceeds any page, and sums of such lengths as doubles
  /// are accurate to a hundredth of a point.
  package static let longest = 1_000_000.0

  /// Reads a JSON path that starts at the root ("$.data.blocks") or at a value ("blockCode").
  package mutating func path(_ value: FeedValue, from origin: PathOrigin) -> String? {
    guard string(value) != nil else { return nil }
    return read(value, expected: origin.rawValue, \.string) {
      $0.hasPrefix("$") == (origin == .root) && FeedDocument.isPath($0)
    }
  }

  package enum PathOrigin: String {
    case root = "a JSON path from the root, like `$.data.blocks`"
    case value = "a JSON path from the value, like `uiElement.title`"
  }

  package mutating func strings(_ value: FeedValue) -> [String] {
    let array = read(value, expected: "an array of strings") { $0.kind == .array ? $0 : nil }
    return array?.children.compactMap { string($0) } ?? []
  }

  /// Returns the elements of an array. Reports any other value and returns an empty array.
  package mutating func elements(_ value: FeedValue) -> [FeedValue] {
    read(value, expected: "an array") { $0.kind == .array ? Array($0.children) : nil } ?? []
  }

  /// Reads an object whose keys are not checked.
  package mutating func openObject(_ value: FeedValue) -> FeedValue? {
    read(value, expected: "an object") { $0.kind == .object ? $0 : nil }
  }

  /// Returns the members of an object without checking their keys. Reports any other value.
  package mutating func members(_ value: FeedValue) -> FeedChildren {
    (openObject(value) ?? .missing(in: value.document)).children
  }

  /// Reports the key of `member` if `isName` rejects it. `what` is the noun for the message.
  package mutating func checkKey(of member: FeedValue, names what: String) {
    guard !Self.isName(member.key) else { return }
    refuse(
      member, "`\(member.key)` cannot name a \(what)",
      label: "expected a name of letters, digits, `-`, `_` and `.`")
  }

  /// Reads a color such as "#1A2B3C" and returns it in lower case.
  package mutating func color(_ value: FeedValue) -> String? {
    read(value, expected: "a color like `#1a2b3c`") { value in
      guard let string = value.string, string.utf8.count == 7, string.hasPrefix("#"),
        string.utf8.dropFirst().allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
      else { return nil }
      return string.lowercased()
    }
  }
}

extension Diagnosed where Value == FeedDocument? {
  /// The document of a configuration file; `nil` and an error if the file repeats a key.
  package var withUniqueKeys: Diagnosed {
    guard diagnostics.contains(where: { $0.code == .duplicateKey }) else { return self }
    return Diagnosed(
      nil,
      diagnostics.map { finding in
        guard finding.code == .duplicateKey else { return finding }
        var refusal = finding
        refusal.severity = .error
        refusal.label = "expected a new key"
        refusal.notes = refusal.notes.map { $0.replacing(", where it is ignored", with: "") }
        return refusal
      })
  }
}
