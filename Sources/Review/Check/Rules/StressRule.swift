import SectionEngine

extension CheckRule {
  static let stress = CheckRule(
    id: "stress", code: .breaksUnderStress,
    summary: "a section breaks with other content than that of the feed; with --stress only",
    isAboutData: false
  ) { run in
    guard let page = run.pages.feedPage else { return }
    for stress in run.pages.stresses {
      for found in StressSearch(page, stress).breaks {
        let index = page.placed.blockIndices.firstIndex { $0 == found.block }
        guard let index, run.page.sections.indices.contains(index) else { continue }
        let cause = found.finding.diagnostic
        let text = found.finding.text
        var notes = [
          "found by `\(found.finding.rule)`" + (cause.node.map { " at `\(shown($0))`" } ?? "")
        ]
        if let length = found.length {
          notes.append(
            "from texts of \(counted(length, "character")) on"
              + (text.isEmpty ? "" : ": `\(shown(text, limit: 80))`"))
        }
        run.report(
          "section breaks with \(stress.inWords)", of: run.page.sections[index],
          aspect: stress.word,
          label: [cause.message, cause.label].compactMap(\.self)
            .joined(separator: ": "),
          notes: notes,
          helps: cause.helps.prefix(1) + ["draw it: `sectionengine render --stress \(stress.word)`"]
        )
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

/// Finds the sections that break with other content, and the shortest texts that break them.
private struct StressSearch {
  struct Break {
    var block: Int
    var finding: Finding
    /// The number of characters from which on its texts break it; `nil` for content without texts.
    var length: Int?
  }

  private static let rules: [CheckRule] = CheckRule.sizeDependent + [.size, .emptiedList]
  /// Longer texts are not searched for shorter ones.
  private static let mostCharacters = 512

  let page: FeedPage
  let stress: Stress
  private(set) var breaks: [Break] = []

  /// - Complexity: nine pages of the sections that break, after one of all.
  init(_ page: FeedPage, _ stress: Stress) {
    self.page = page
    self.stress = stress
    let all = Array(page.scene.feed.blocks.indices)
    let known = findings(page.scene.feed.blocks, all).mapValues { Set($0.map(\.likeness)) }
    func broken(_ blocks: GrowingArray<Block>, _ positions: [Int]) -> [Int: Finding] {
      findings(blocks, positions).compactMapValues { block in block }
        .reduce(into: [:]) { found, entry in
          found[entry.key] = entry.value.first {
            known[entry.key]?.contains($0.likeness) != true
          }
        }
    }
    var found = broken(page.blocks(under: [stress]), all)
    var lengths: [Int: Int] = [:]
    if stress.lengthens {
      // The texts of a section break it from some length on.
      var low = found.mapValues { _ in 0 }
      lengths = found.mapValues { _ in Self.mostCharacters + 1 }
      for _ in 0..<10 {
        let open = found.keys.filter { lengths[$0, default: 0] - low[$0, default: 0] > 1 }.sorted()
        guard !open.isEmpty else { break }
        let limits = Dictionary(
          uniqueKeysWithValues: open.map {
            ($0, (low[$0, default: 0] + lengths[$0, default: 0]) / 2)
          })
        let blocks = page.blocks(under: [stress], limits: limits)
        let shorter = broken(GrowingArray(open.map { blocks[$0] }), open)
        for block in open {
          if let finding = shorter[block] {
            (found[block], lengths[block]) = (finding, limits[block])
          } else {
            low[block] = limits[block]
          }
        }
      }
    }
    breaks = found.keys.sorted().compactMap { block in
      found[block].map {
        Break(
          block: block, finding: $0,
          length: lengths[block].flatMap { $0 > Self.mostCharacters ? nil : $0 })
      }
    }
  }

  /// Returns the findings on a page of blocks, by their positions in the feed.
  private func findings(_ blocks: GrowingArray<Block>, _ positions: [Int]) -> [Int: [Finding]] {
    var feed = page.scene.feed
    feed.blocks = blocks
    var environment = page.environment
    if stress == .pseudoRTL { environment.direction = .rtl }
    let drawn = page.engine.page(page.engine.scene(of: feed, in: environment))
    let pages = CheckPages(base: CheckedPage(drawn))
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
  /// The words that findings share whatever the section's name and its items are.
  fileprivate var likeness: [String] {
    let node = Finding.withoutNumbers(diagnostic.node ?? "")
    return [rule, aspect, String(node.drop { $0 != "/" })]
  }
}
