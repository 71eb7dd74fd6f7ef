package import LayoutCore

/// Free space between the sections of a page, in points: what gives two neighbours that never met the
/// right gap.
///
/// Of the rules that fit two neighbours the most specific holds: that which names more block codes,
/// then that which names more groups, then that which stands first.
package struct SectionSpacing: Sendable, Hashable {
  /// What a rule says of one neighbour.
  package enum Selector: Sendable, Hashable {
    case any
    /// A member of a group.
    case group(String)
    case code(String)
  }

  package struct Rule: Sendable, Hashable {
    package var above: Selector
    package var below: Selector
    package var gap: Double
    package init(above: Selector, below: Selector, gap: Double) {
      self.above = above
      self.below = below
      self.gap = gap
    }
  }

  /// Between neighbours that no rule fits.
  package var standard = 0.0
  /// Above the first section.
  package var first = 0.0
  /// Below the last section.
  package var last = 0.0
  /// Block codes by the name of a group.
  package var groups: [String: Set<String>] = [:]
  /// In the order of the file.
  package var rules: [Rule] = []

  package init() {}

  /// Complexity: O(rules).
  package func gap(above: String, below: String) -> Double {
    rule(above: above, below: below)?.gap ?? standard
  }

  /// The rule that holds for two neighbours; `nil`: none fits, and the gap is the standard one.
  /// Complexity: O(rules).
  package func rule(above: String, below: String) -> Rule? {
    var best: (rank: Int, index: Int)?
    for (index, rule) in rules.enumerated() {
      guard fits(rule.above, above), fits(rule.below, below) else { continue }
      let rank = rule.above.rank + rule.below.rank
      if rank > best?.rank ?? -1 { best = (rank, index) }
    }
    return best.map { rules[$0.index] }
  }

  private func fits(_ selector: Selector, _ code: String) -> Bool {
    switch selector {
    case .any: true
    case .group(let name): groups[name]?.contains(code) == true
    case .code(let named): named == code
    }
  }

  /// Sets the gap above each section that is laid out. Sections without height, and those that do not
  /// stand in the flow of the page, are passed over, so that gaps do not add up around them.
  /// Complexity: O(sections x rules).
  package func setGaps(of sections: inout [LayoutSection]) {
    var above: String?
    for index in sections.indices {
      sections[index].gapAbove = 0
      guard sections[index].placement == .flow, sections[index].frame.height > 0 else { continue }
      let code = sections[index].blockCode
      sections[index].gapAbove = above.map { gap(above: $0, below: code) } ?? first
      above = code
    }
  }
}

extension SectionSpacing.Selector {
  /// One code outweighs any number of groups that two neighbours can name.
  fileprivate var rank: Int {
    switch self {
    case .any: 0
    case .group: 1
    case .code: 3
    }
  }
}
