import SectionEngine

extension CheckRule {
  /// The rules whose findings may depend on the text size.
  static let sizeDependent: [CheckRule] = [.clippedText, .overlap, .offScreen]

  static let largeText = CheckRule(
    id: "large-text", code: .breaksAtLargeText,
    summary: "a text is clipped, overlaps or sticks out at the largest text size, and not before",
    drawsPages: true
  ) { run in
    guard let largest = run.pages.largestText() else { return }
    let size = largest.page.environment.textSize.rawValue
    let found = sizeDependent.flatMap { rule in
      let known = Set(RuleRun.findings(of: rule, on: run.pages).map(\.aspectAndNode))
      return RuleRun.findings(of: rule, on: CheckPages(largest)).filter {
        !known.contains($0.aspectAndNode)
      }
    }
    // A generic section has fixed heights, so all of them have the same fault.
    let sections = run.sections
    let isGeneric = { (finding: Finding) in finding.section.map { sections[$0].isGeneric } ?? false
    }
    let generic = found.filter(isGeneric)
    let places = Set(generic.compactMap(\.diagnostic.node)).count
    let count = Set(generic.compactMap(\.section)).count
    run.report(
      generic, as: "at \(size): generic sections have no room for their texts",
      label: "\(counted(places, "place")) in \(counted(count, "section"))",
      notes: generic.prefix(1).map { "such as: \($0.diagnostic.message)" },
      helps: ["a plugin gives texts room: `sectionengine plugin new`"])
    // Clipped text usually exceeds its section, too, and the same part of each item has one style, so
    // findings are combined by part.
    for group in found.filter({ !isGeneric($0) }).grouped(by: \.part) {
      let first = group[0]
      let isCounted = first.diagnostic.notes.contains { $0.hasSuffix(" more like it") }
      let nodes = isCounted ? 1 : Set(group.map { $0.diagnostic.node ?? "" }).count
      let others = group.dropFirst().filter { $0.diagnostic.node == first.diagnostic.node }
      run.report(
        first, as: "at \(size): \(first.diagnostic.message)",
        notes: ["found by `\(first.rule)` with --text-size \(size)"]
          + others.map { "`\($0.rule)`: \($0.diagnostic.message)" }
          + (nodes > 1 ? ["\(nodes - 1) more like it"] : []),
        of: first.section.map { sections[$0] })
    }
  }

  static let rtl = CheckRule(
    id: "rtl", code: .asymmetricDirection,
    summary: "a box is not mirrored in the other direction",
    limits: [.init("tolerance", 0.5, in: 0...100, "allowed distance from that place, in points")],
    scope: .part, drawsPages: true
  ) { run in
    guard let mirrored = run.pages.mirrored() else { return }
    let direction = mirrored.page.environment.direction.rawValue
    let tolerance = run.limit("tolerance") + Rect.slack
    for (section, other) in zip(run.sections, mirrored.sections) {
      guard section.hasSameNodes(as: other) else {
        run.report(
          "section has other nodes in \(direction)", of: section, aspect: "nodes",
          notes: ["\(section.count) nodes, and \(other.count) in \(direction)"],
          helps: ["let the engine turn the section: build the same nodes for both directions"])
        continue
      }
      section.reportAsymmetry(&run, other, tolerance: tolerance, direction: direction)
    }
  }
}

extension Finding {
  /// The aspect and the node path of a finding. Unlike the message, they contain no measures.
  fileprivate var aspectAndNode: String { "\(aspect) \(diagnostic.node ?? "")" }

  /// The section and the node path without the numbers of items.
  fileprivate var part: [String] {
    [section.map { "\($0)" } ?? "", Self.withoutNumbers(diagnostic.node ?? "")]
  }
}

extension CheckedSection {
  fileprivate func hasSameNodes(as other: CheckedSection) -> Bool {
    count == other.count
      && nodes.allSatisfy {
        let (a, b) = (arena.records[$0], other.arena.records[$0])
        return a.kind == b.kind && a.subtreeEnd == b.subtreeEnd
          && node($0).name == other.node($0).name
      }
  }

  /// Reports nodes whose size, y or mirrored x differs in `other`, the same section on the mirrored
  /// page. Ignores nodes whose parents differ in width.
  fileprivate func reportAsymmetry(
    _ run: inout RuleRun, _ other: CheckedSection, tolerance: Double, direction: String
  ) {
    func differs(_ a: Double, _ b: Double) -> Bool { abs(a - b) > tolerance }
    var isKept = [Bool](repeating: false, count: count)
    for index in nodes where index > 0 && !isHidden[index] {
      let parent = Int(parents[index])
      // The content of a node with an explicit direction is not mirrored, on purpose.
      isKept[index] = isKept[parent] || node(parent).style.direction != .inherit
      let here = node(index).frame
      let there = other.node(index).frame
      guard !isKept[index], ink[index] != nil || targets[index] == Int32(index) else { continue }
      let width = node(parent).frame.width
      guard !differs(width, other.node(parent).frame.width) else { continue }
      let expected = width - here.x - here.width
      if differs(there.x, expected) {
        run.report(
          "\(shortName(of: index)) is not mirrored", at: index, of: self, aspect: "x",
          label: "x is \(points(there.x)) in \(direction), expected \(points(expected))",
          helps: ["use start and end, not left and right, for its margins, insets and padding"])
      } else if differs(here.width, there.width) || differs(here.height, there.height) {
        run.report(
          "\(shortName(of: index)) has another size in \(direction)", at: index, of: self,
          aspect: "size", label: "\(sizeText(here)), and \(sizeText(there)) in \(direction)",
          helps: ["use start and end, not left and right, for its margins, insets and padding"])
      } else if differs(here.y, there.y) {
        run.report(
          "\(shortName(of: index)) has another y in \(direction)", at: index, of: self,
          aspect: "y",
          label: "y is \(points(here.y)), and \(points(there.y)) in \(direction)",
          helps: ["look above it for content that is larger in one direction"])
      }
    }
  }
}
