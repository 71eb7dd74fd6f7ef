import Support

/// The severities and limits of rules, and the findings to ignore.
package struct CheckConfiguration: Sendable {
  /// The severity that a configuration assigns to a rule's findings.
  enum Weight: String, Sendable, CaseIterable {
    case error, warning, note, off

    var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// A set of findings that are known and intended.
  struct Ignored: Sendable {
    /// Id of a rule; `nil` matches any.
    var rule: String?
    var block: String?
    var node: PathPattern?
    var reason: String
    var location: SourceLocation?

    func covers(_ finding: Finding) -> Bool {
      if let rule, rule != finding.rule { return false }
      if let block, block != finding.diagnostic.blockCode { return false }
      guard let node else { return true }
      return finding.diagnostic.node.map(node.matches) ?? false
    }
  }

  /// Weights by id of a rule, or by code of a diagnostic that drawing reports.
  var weights: [String: Weight] = [:]
  /// Limits by id of a rule, then by name of the limit.
  var limits: [String: [String: Double]] = [:]
  var ignored: [Ignored] = []

  package init() {}
}

/// A pattern of node paths: `*` is any part of one word, `**` any words, as in
/// "RAIL/**/card[*]/text".
struct PathPattern: Sendable {
  private let words: [[UInt8]]

  init(_ text: String) {
    words = text.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  func matches(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return Self.matches(words[...], parts[...], any: { $0 == Array("**".utf8) }) {
      Self.matches($0[...], $1[...], any: { $0 == UInt8(ascii: "*") }, one: ==)
    }
  }

  /// Returns whether elements match a pattern. A wildcard matches any run of elements, including an
  /// empty one.
  /// - Complexity: O(pattern x elements), because only the last wildcard is retried.
  private static func matches<T>(
    _ pattern: ArraySlice<T>, _ elements: ArraySlice<T>, any: (T) -> Bool, one: (T, T) -> Bool
  ) -> Bool {
    var pattern = pattern
    var elements = elements
    var retry: (pattern: ArraySlice<T>, elements: ArraySlice<T>)?
    while true {
      if let word = pattern.first, any(word) {
        pattern = pattern.dropFirst()
        retry = (pattern, elements)
      } else if let word = pattern.first, let element = elements.first, one(word, element) {
        pattern = pattern.dropFirst()
        elements = elements.dropFirst()
      } else if pattern.isEmpty, elements.isEmpty {
        return true
      } else if let last = retry, !last.elements.isEmpty {
        elements = last.elements.dropFirst()
        pattern = last.pattern
        retry = (pattern, elements)
      } else {
        return false
      }
    }
  }
}
