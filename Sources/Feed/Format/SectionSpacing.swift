package import LayoutCore

/// The gaps between the sections of a page, in points. They follow from rules for pairs of codes,
/// so they also apply to sections that become adjacent at run time.
///
/// The most specific rule for two neighbours applies: the rule with more block codes, then the rule
/// with more groups, then the first rule.
package struct SectionSpacing: Sendable, Hashable {
  package enum Selector: Sendable, Hashable {
    case any
    case group(String)
    case code(String)

    /// The specificity of the selector. A code ranks higher than two groups.
    var rank: Int {
      switch self {
      case .any: 0
      case .group: 1
      case .code: 3
      }
    }
  }

  package struct Rule: Sendable, Hashable {
    package var above: Selector
    package var below: Selector
    package var gap: Double

    var rank: Int { above.rank + below.rank }
  }

  /// The gap between two sections without a rule, in points.
  package var standard = 0.0
  package var first = 0.0
  package var last = 0.0
  package var groups: [String: Set<String>] = [:]
  /// The rules, in file order.
  package var rules: [Rule] = []

  /// Returns the gap between two adjacent sections, in points. Complexity: O(rules).
  package func gap(above: String, below: String) -> Double {
    rule(above: above, below: below)?.gap ?? standard
  }

  /// Returns the rule for two adjacent sections, or `nil` for the standard gap. O(rules).
  package func rule(above: String, below: String) -> Rule? {
    // `max` returns the first of equal rules.
    rules.lazy.filter { fits($0.above, above) && fits($0.below, below) }.max { $0.rank < $1.rank }
  }

  private func fits(_ selector: Selector, _ code: String) -> Bool {
    switch selector {
    case .any: true
    case .group(let name): groups[name]?.contains(code) == true
    case .code(let named): named == code
    }
  }

  /// Sets the gap above each section, in points. Sections without height and sections outside the
  /// flow are skipped, so that the gaps around them do not add up. Complexity: O(sections x rules).
  /// - Parameter above: The code of the flow section above the given sections, or `nil` at the
  ///   start of the page. It is set to the code of the last flow section.
  package func setGaps(of sections: inout [PlacedSection], below above: inout String?) {
    for index in sections.indices {
      sections[index].section.gapAbove = 0
      // Reading `placement` through the dynamic member would copy the section.
      guard sections[index].section.placement == .flow, sections[index].frame.height > 0
      else { continue }
      let code = sections[index].section.blockCode
      sections[index].section.gapAbove = above.map { gap(above: $0, below: code) } ?? first
      above = code
    }
  }
}
