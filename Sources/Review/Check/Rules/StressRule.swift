import SectionEngine

extension CheckRule {
  static let stress = CheckRule(
    id: "stress", code: .breaksUnderStress,
    summary: "a section breaks with changed content; only with --stress",
    isAboutData: false, drawsPages: true
  ) { run in
    guard let page = run.pages.feedPage else { return }
    for stress in run.pages.stresses {
      let breaks = StressSearch(page: page, stress: stress).breaks
      for (block, found) in breaks.sorted(by: { $0.key < $1.key }) {
        let index = page.placed.blockIndices.firstIndex { $0 == block }
        guard let index, run.sections.indices.contains(index) else { continue }
        let cause = found.finding.diagnostic
        let text = found.finding.text
        var notes = [
          "found by `\(found.finding.rule)`" + (cause.node.map { " at `\(shown($0))`" } ?? "")
        ]
        if found.length <= StressSearch.mostCharacters {
          notes.append(
            "from texts of \(counted(found.length, "character")) on"
              + (text.isEmpty ? "" : ": `\(shown(text, limit: 80))`"))
        }
        run.report(
          "section breaks with \(stress.inWords)", of: run.sections[index],
          aspect: stress.word,
          label: [cause.message, cause.label].compactMap(\.self)
            .joined(separator: ": "),
          notes: notes,
          helps: cause.helps.prefix(1) + [
            "draw it: `sectionengine render --stress \(stress.word)`"
          ],
          owner: found.finding.owner == .layout ? .layout : .section)
      }
    }
  }
}

extension Stress {
  fileprivate var inWords: String {
    switch self {
    case .long: "longer texts"
    case .short: "short texts"
    case .empty: "empty texts"
    case .pseudo: "accented, longer texts"
    case .pseudoRTL: "longer texts from right to left"
    case .noImage: "missing pictures"
    case .items(let count): "\(counted(count, "item"))"
    }
  }
}

/// Finds the sections that break with other content, and the shortest text that breaks each.
private struct StressSearch {
  struct Break {
    var finding: Finding
    /// The greatest text length, in characters, that is known not to break the section.
    var low = 0
    /// The least text length known to break the section; above `mostCharacters` if none is known.
    var length = mostCharacters + 1
  }

  private static let rules: [CheckRule] = CheckRule.sizeDependent + [.size, .emptiedList]
  /// The greatest text length to try, in characters.
  static let mostCharacters = 512

  let page: FeedPage
  let stress: Stress

  /// The sections that break, by block index.
  /// - Complexity: two pages of all sections, then up to ten pages of the sections that break.
  var breaks: [Int: Break] {
    let all = Array(page.scene.feed.blocks.indices)
    let known = findings(page.scene.feed.blocks, all).mapValues { Set($0.map(\.likeness)) }
    func broken(_ blocks: GrowingArray<Block>, _ positions: [Int]) -> [Int: Finding] {
      findings(blocks, positions).reduce(into: [:]) { found, entry in
        found[entry.key] = entry.value.first { known[entry.key]?.contains($0.likeness) != true }
      }
    }
    var found = broken(page.blocks(under: [stress]), all).mapValues { Break(finding: $0) }
    guard stress.lengthens else { return found }
    // Binary search: assumes that a section that breaks at one length breaks at all greater ones.
    for _ in 0..<10 {
      let limits = found.filter { $0.value.length - $0.value.low > 1 }
        .mapValues { ($0.low + $0.length) / 2 }
      guard !limits.isEmpty else { break }
      let open = limits.keys.sorted()
      let blocks = page.blocks(under: [stress], limits: limits)
      let shorter = broken(GrowingArray(open.map { blocks[$0] }), open)
      for (block, limit) in limits {
        if let finding = shorter[block] {
          found[block]?.finding = finding
          found[block]?.length = limit
        } else {
          found[block]?.low = limit
        }
      }
    }
    return found
  }

  /// Returns the findings on a page of blocks, by the blocks' `positions` in the feed.
  private func findings(_ blocks: GrowingArray<Block>, _ positions: [Int]) -> [Int: [Finding]] {
    var feed = page.scene.feed
    feed.blocks = blocks
    var environment = page.environment
    if stress == .pseudoRTL { environment.direction = .rtl }
    let drawn = page.engine.page(page.engine.scene(of: feed, in: environment))
    let pages = CheckPages(drawn.examined())
    var found: [Int: [Finding]] = [:]
    for finding in Self.rules.flatMap({ RuleRun.findings(of: $0, on: pages) }) {
      guard let section = finding.section, let block = drawn.placed.blockIndices[section] else {
        continue
      }
      found[positions[block], default: []].append(finding)
    }
    return found
  }
}

extension Finding {
  /// The rule, aspect and node path, without the section's name and item numbers.
  fileprivate var likeness: [String] {
    let node = Finding.withoutNumbers(diagnostic.node ?? "")
    return [rule, aspect, String(node.drop { $0 != "/" })]
  }
}
