import Diagnostics

/// Which rules count, how much, and what they leave alone.
package struct CheckConfiguration: Sendable {
  /// What becomes of what a rule finds.
  enum Weight: String, Sendable, CaseIterable {
    case error, warning, note, off

    var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// Findings that are known and meant.
  struct Ignored: Sendable {
    /// Id of a rule; `nil`: of any.
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

  /// By id of a rule, or by code of a diagnostic that drawing gives.
  var weights: [String: Weight] = [:]
  /// By id of a rule, then by name of its limit.
  var limits: [String: [String: Double]] = [:]
  var ignored: [Ignored] = []

  /// Every rule as it stands, nothing ignored.
  package init() {}
}

/// Paths of nodes: `*` is any part of one word, `**` any words, "RAIL/**/card[*]/text".
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

  /// A wildcard stands for any run of elements, none among them. Complexity: O(pattern x elements): only
  /// the last wildcard is tried again.
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
