import FeedDocument
import LayoutCore
import Support
import TestTools
import Testing

@testable import LayoutReview

@Suite("Known findings keep their identity") struct BaselineTests {
  /// An item of a section: a card with a title, and a button for more.
  struct Card: Hashable {
    var title: String
    /// The identity in the feed; empty for none.
    var item = ""
    /// Whether the button is too small for a finger.
    var isSmall = false
    /// Whether the title's box is too low for its line.
    var isClipped = false

    var node: TestNode {
      var node = TestNode.box(
        "card", 120, 100, action: "app://\(title)",
        [
          .text(title, 110, isClipped ? 4 : 20),
          .box("more", isSmall ? 20 : 48, isSmall ? 20 : 48, action: "app://more"),
        ])
      node.item = item
      return node
    }
  }

  struct Block: Hashable {
    var code: String
    var title: String
    var cards: [Card]

    var section: Section {
      var section = Section(blockCode: code, provider: .init(id: "test", version: "1.0.0"))
      TestNode.box("", [.text(title, 300, 20), .carousel(100, cards.map(\.node))])
        .add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
      return section
    }
  }

  /// A fault of the model: the identity that its finding has, and the card that has it.
  struct Fault: Hashable {
    var rule, identity, card: String
  }

  static func faults(of blocks: [Block]) -> [Fault] {
    blocks.flatMap { block in
      block.cards.flatMap { card in
        var faults: [Fault] = []
        let owner = card.item.isEmpty ? block.code : "\(block.code) \(card.item)"
        if card.isSmall {
          faults.append(Fault(rule: "touch-target", identity: owner, card: card.title))
        }
        if card.isClipped {
          faults.append(
            Fault(rule: "clipped-text", identity: "\(owner) \(card.title)", card: card.title))
        }
        return faults
      }
    }
  }

  /// Returns the report of a page with the two rules that the faults break.
  static func report(_ blocks: [Block]) -> CheckReport {
    let pages = CheckPages(LaidOut.page(blocks.map(\.section)))
    // The rule reports small targets once for a section. Here it reports each, so that equal
    // findings occur.
    var smallTarget = CheckRule.touchTarget
    smallTarget.scope = .node
    let findings = [smallTarget, .clippedText]
      .flatMap { RuleRun.findings(of: $0, on: pages) }
    return CheckReport(
      page: pages.base, findings: findings, rules: [], ignored: 0, remarks: [])
  }

  /// Returns the faults of the findings, from the nearest card.
  static func faults(of report: CheckReport, on blocks: [Block]) -> [Fault] {
    report.findings.compactMap { finding in
      guard let section = finding.section, let node = finding.diagnostic.node else { return nil }
      let block = blocks[section]
      let number = node.split(separator: "[").last.flatMap { Int($0.prefix { $0 != "]" }) } ?? 0
      return faults(of: [Block(code: block.code, title: "", cards: [block.cards[number]])])
        .first { $0.rule == finding.rule }
    }
  }

  // MARK: Property

  /// Random pages, and edits of them whose consequences are known.
  struct Pages {
    var random: SplitMix64
    var serial = 0

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

    mutating func card(faulty: Bool) -> Card {
      serial += 1
      var card = Card(title: "title \(serial)", item: pick(3) == 0 ? "\(serial)" : "")
      if faulty {
        card.isSmall = pick(2) == 0
        card.isClipped = !card.isSmall || pick(3) == 0
      }
      return card
    }

    mutating func block(faulty share: Int) -> Block {
      serial += 1
      let count = pick(4) + 1
      return Block(
        code: ["RAIL", "GRID"][pick(2)], title: "block \(serial % 3 == 0 ? 0 : serial)",
        cards: (0..<count).map { _ in card(faulty: share > 0 && pick(share) == 0) })
    }

    mutating func page() -> [Block] {
      (0..<(pick(6) + 2)).map { _ in block(faulty: 2) }
    }

    /// Moves a section or a card, or inserts or removes one without faults.
    mutating func editHarmlessly(_ blocks: inout [Block]) {
      switch pick(6) {
      case 0: blocks.insert(block(faulty: 0), at: pick(blocks.count + 1))
      case 1:
        let block = blocks.remove(at: pick(blocks.count))
        blocks.insert(block, at: pick(blocks.count + 1))
      case 2:
        let clean = blocks.indices.filter { BaselineTests.faults(of: [blocks[$0]]).isEmpty }
        if blocks.count > 1, !clean.isEmpty { blocks.remove(at: clean[pick(clean.count)]) }
      case 3:
        let place = pick(blocks.count)
        blocks[place].cards.insert(card(faulty: false), at: pick(blocks[place].cards.count + 1))
      case 4:
        let place = pick(blocks.count)
        let card = blocks[place].cards.remove(at: pick(blocks[place].cards.count))
        blocks[place].cards.insert(card, at: pick(blocks[place].cards.count + 1))
      default:
        let place = pick(blocks.count)
        let cards = blocks[place].cards
        let clean = cards.indices.filter { !cards[$0].isSmall && !cards[$0].isClipped }
        if cards.count > 1, !clean.isEmpty {
          blocks[place].cards.remove(at: clean[pick(clean.count)])
        }
      }
    }

    /// Inserts a faulty card or section, or breaks a card that had no fault.
    mutating func plant(_ blocks: inout [Block]) {
      switch pick(3) {
      case 0: blocks.insert(block(faulty: 1), at: pick(blocks.count + 1))
      case 1:
        let place = pick(blocks.count)
        blocks[place].cards.insert(card(faulty: true), at: pick(blocks[place].cards.count + 1))
      default:
        let place = pick(blocks.count)
        let number = pick(blocks[place].cards.count)
        guard !blocks[place].cards[number].isSmall else { return }
        blocks[place].cards[number].isSmall = true
      }
    }

    /// Removes a section, or mends a card.
    mutating func mend(_ blocks: inout [Block]) {
      let place = pick(blocks.count)
      if pick(2) == 0, blocks.count > 1 {
        blocks.remove(at: place)
      } else {
        let number = pick(blocks[place].cards.count)
        blocks[place].cards[number].isSmall = false
        blocks[place].cards[number].isClipped = false
      }
    }
  }

  @Test(
    "new and gone findings are exactly the planted and the mended ones, whatever moves",
    arguments: ["harmless", "planted", "mended"])
  func property(kind: String) throws {
    var pages = Pages(random: SplitMix64(seed: 45))
    var found = 0
    for number in 0..<Self.cases {
      let before = pages.page()
      var after = before
      for _ in 0..<(pages.pick(4) + 1) { pages.editHarmlessly(&after) }
      for _ in 0..<(kind == "harmless" ? 0 : pages.pick(2) + 1) {
        if kind == "planted" { pages.plant(&after) } else { pages.mend(&after) }
      }
      for _ in 0..<pages.pick(3) { pages.editHarmlessly(&after) }
      let baseline = Baseline(Self.report(before).findings)
      var report = Self.report(after)
      let gone = baseline.count - baseline.updated(for: report.findings).count
      baseline.apply(to: &report)

      let (old, now) = (Self.faults(of: before), Self.faults(of: after))
      let new = now.filter { !old.contains($0) }
      // A fault in a card that is not new shows as the card's, not as that of a card before it.
      let shown = Self.faults(of: report, on: after)
      #expect(
        shown.sorted { "\($0)" < "\($1)" } == new.sorted { "\($0)" < "\($1)" }, "case \(number)")
      #expect(gone == old.count { !now.contains($0) }, "case \(number)")
      #expect(report.known == now.count - new.count, "case \(number)")
      found += new.count + gone
    }
    #expect((found > 0) == (kind != "harmless"))
  }

  private static let cases = 300

  // MARK: Examples

  private static let repeated = (0..<4).map {
    Block(code: "S", title: "T\($0)", cards: [Card(title: "t\($0)", isSmall: true)])
  }

  @Test("without the first of four equal blocks, one finding is gone and none is new")
  func removedFirst() {
    let baseline = Baseline(Self.report(Self.repeated).findings)
    #expect(baseline.count == 4)
    let rest = Array(Self.repeated.dropFirst())
    var report = Self.report(rest)
    #expect(baseline.updated(for: report.findings).count == 3)
    baseline.apply(to: &report)
    #expect(report.findings.isEmpty && report.known == 3)
  }

  @Test("the number counts, and the content decides which of equal findings is new")
  func counted() {
    let baseline = Baseline(Self.report(Self.repeated).findings)
    var more = Self.repeated
    more.insert(Block(code: "S", title: "New", cards: [Card(title: "n", isSmall: true)]), at: 1)
    var report = Self.report(more)
    baseline.apply(to: &report)
    #expect(report.findings.map(\.diagnostic.node) == ["S#2/carousel/card[0]/more"])
    #expect(report.known == 4)
  }

  @Test("a written baseline reads as itself, and an update only takes lines out")
  func roundTrip() throws {
    let baseline = Baseline(Self.report(Self.repeated).findings)
    let parsed = FeedDocument.parse(PaddedBytes(baseline.bytes), name: "known.json")
    let document = try #require(parsed.value)
    let read = try #require(Baseline.read(document).value)
    #expect(read.bytes == baseline.bytes)
    let updated = read.updated(for: Self.report(Array(Self.repeated.dropLast(2))).findings)
    func lines(_ baseline: Baseline) -> [Substring] {
      String(decoding: baseline.bytes, as: UTF8.self).split(separator: "\n")
        .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    }
    #expect(updated.count == 2 && lines(updated).allSatisfy(lines(baseline).contains))
    #expect(read.updated(for: []).count == 0)
    // Findings that the baseline does not have are not added.
    let other = Self.report([Block(code: "X", title: "x", cards: [Card(title: "x", isSmall: true)])]
    )
    #expect(read.updated(for: other.findings).count == 0)
  }

  @Test("a baseline of version 1 knows what it knew, and a note names the option that renews it")
  func earlier() throws {
    let report = Self.report(Self.repeated)
    let known = report.findings.flatMap(\.earlierFingerprints).map {
      #"{"fingerprint": "\#($0)", "node": "n", "rule": "touch-target"}"#
    }
    func read(_ known: [String]) throws -> Baseline {
      let text = #"{"known": [\#(known.joined(separator: ", "))], "schemaVersion": 1}"#
      let parsed = FeedDocument.parse(PaddedBytes(Array(text.utf8)), name: "known.json")
      let document = try #require(parsed.value)
      return try #require(Baseline.read(document).value)
    }
    var all = report
    try read(known).apply(to: &all)
    #expect(all.findings.isEmpty && all.known == 4)
    #expect(all.remarks.map(\.code) == [.earlierBaseline])
    #expect(all.remarks[0].helps.joined().contains("--write-baseline"))
    var some = report
    try read(Array(known.prefix(1))).apply(to: &some)
    #expect(some.findings.count == 3)
  }
}
