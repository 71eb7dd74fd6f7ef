@testable import Feeds
import LayoutCore
import Testing

@Suite("Spacing between sections") struct SectionSpacingTests {
  private func spacing(_ json: String) throws -> SectionSpacing {
    try layout(
      FeedLayoutTests.smallest.replacing(
        #""version": 1"#, with: #""version": 1, "spacing": \#(json)"#)
    ).spacing
  }

  /// Returns laid-out sections with these codes, heights and placements.
  private func sections(
    _ parts: [(String, Double, Section.Placement)]
  ) -> [PlacedSection] {
    parts.map { code, height, placement in
      var section = Section(blockCode: code, provider: .init(id: "p", version: "1"))
      section.placement = placement
      var placed = PlacedSection(section)
      placed.frame.height = height
      return placed
    }
  }

  private func gaps(
    _ spacing: SectionSpacing, _ parts: (String, Double, Section.Placement)...
  ) -> [Double] {
    var sections = sections(parts)
    var above: String?
    spacing.setGaps(of: &sections, below: &above)
    return sections.map(\.gapAbove)
  }

  @Test("the default gap is between neighbours, and the first and last gaps are at the ends")
  func ends() throws {
    let spacing = try spacing(#"{"default": 8, "first": 3, "last": 5}"#)
    #expect(gaps(spacing, ("A", 10, .flow), ("B", 10, .flow), ("C", 10, .flow)) == [3, 8, 8])
    #expect(spacing.last == 5)
    #expect(gaps(SectionSpacing(), ("A", 10, .flow), ("B", 10, .flow)) == [0, 0])
  }

  @Test("codes take precedence over groups, groups over any, and the first of equals wins")
  func specificity() throws {
    // No rule is less specific than the rule before it. Two rules are equally specific if they
    // differ only in the side on which they name a code or a group.
    let rules = [
      ("*", "*", 1), ("*", "g", 2), ("h", "*", 3), ("h", "g", 4), ("*", "B", 5), ("A", "*", 6),
      ("h", "B", 7), ("A", "g", 8), ("A", "B", 9),
    ].map { #"{"above": "\#($0.0)", "below": "\#($0.1)", "gap": \#($0.2)}"# }
    func gap(_ kept: [Int]) throws -> Double {
      let between = kept.map { rules[$0] }.joined(separator: ", ")
      let spacing = try spacing(
        #"{"default": 50, "groups": {"g": ["B"], "h": ["A", "X"]}, "between": [\#(between)]}"#)
      return spacing.gap(above: "A", below: "B")
    }
    #expect(try gap([]) == 50)
    #expect(try gap([0]) == 1)
    #expect(try gap([0, 1]) == 2)
    #expect(try gap([0, 1, 2]) == 2, "one group each: the first")
    #expect(try gap([0, 2, 1]) == 3, "one group each: the first")
    #expect(try gap([0, 1, 2, 3]) == 4, "two groups before one")
    #expect(try gap([0, 1, 2, 3, 4]) == 5, "a code before two groups")
    #expect(try gap([0, 3, 5, 4]) == 6, "one code each: the first")
    #expect(try gap([0, 3, 4, 5, 6]) == 7, "a code and a group before a code")
    #expect(try gap([7, 6, 5]) == 8, "one code and one group each: the first")
    #expect(try gap(Array(rules.indices)) == 9)
    #expect(try gap(rules.indices.reversed()) == 9, "the order does not matter where ranks differ")
  }

  @Test("a rule applies only in its direction")
  func direction() throws {
    let spacing = try spacing(#"{"between": [{"above": "A", "below": "B", "gap": 9}]}"#)
    #expect(spacing.gap(above: "A", below: "B") == 9)
    #expect(spacing.gap(above: "B", below: "A") == 0)
    #expect(spacing.gap(above: "A", below: "A") == 0)
  }

  @Test("sections without height are skipped, so that gaps do not add up")
  func passedOver() throws {
    let spacing = try spacing(
      #"{"default": 8, "first": 2, "between": [{"above": "A", "below": "C", "gap": 20}]}"#)
    #expect(gaps(spacing, ("A", 10, .flow), ("B", 0, .flow), ("C", 10, .flow)) == [2, 0, 20])
    #expect(gaps(spacing, ("A", 10, .flow), ("B", 30, .overlay), ("C", 10, .flow)) == [2, 0, 20])
    #expect(
      gaps(
        spacing, ("T", 30, .floatTop), ("A", 10, .flow), ("F", 9, .floatBottom), ("C", 10, .flow))
        == [0, 2, 0, 20])
    #expect(gaps(spacing, ("B", 0, .flow), ("A", 10, .flow), ("B", 0, .flow)) == [0, 2, 0])
  }

  @Test("setting the gaps replaces earlier gaps")
  func anew() throws {
    var sections = sections([("A", 10, .flow), ("B", 10, .flow)])
    for (height, gaps) in [(10.0, [3.0, 8]), (0, [0, 3])] {
      sections[0].frame.height = height
      var above: String?
      try spacing(#"{"default": 8, "first": 3}"#).setGaps(of: &sections, below: &above)
      #expect(sections.map(\.gapAbove) == gaps)
      #expect(above == "B")
    }
  }
}
