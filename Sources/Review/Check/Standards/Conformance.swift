import SectionEngine

/// The judgement of a page by the criteria of a standard.
package struct Conformance: Sendable {
  package enum Method: String, Sendable {
    /// The program judges the criterion.
    case automated
    /// A person has to judge the criterion.
    case manual
    case notApplicable = "not applicable"
  }

  /// The outcomes of EARL 1.0, from the best to the worst.
  package enum Outcome: String, Sendable, Comparable, CaseIterable {
    case inapplicable, passed, untested, cantTell, failed

    package static func < (a: Outcome, b: Outcome) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    var words: String { self == .cantTell ? "cannot tell" : rawValue }
  }

  /// A place that fails a criterion.
  package struct Failure: Sendable, Hashable {
    package var message: String
    /// The path of the node.
    package var node: String?
    package var location: SourceLocation?
    /// The rule that found it; `nil` if none did.
    package var rule: String?
  }

  package struct Result: Sendable {
    package var criterion: Criterion
    package var method: Method
    package var outcome: Outcome
    /// The examined things, or the reason why the outcome is unknown.
    package var remark: String
    package var failures: [Failure] = []

    /// The failures. The same part of several items is one of them, with the number of the others.
    var failuresByPart: [(failure: Failure, more: String)] {
      failures.grouped { failure in
        failure.node.map { [Finding.withoutNumbers($0), failure.message] }
      }.map { ($0[0], $0.count > 1 ? "; \($0.count - 1) more like it" : "") }
    }
  }

  package var standard: AccessibilityStandard
  /// The name of the feed.
  package var feed: String
  package var results: [Result]
  /// The number of sections, and the devices on which the page was judged.
  package var sections: Int
  package var devices: [String] = []

  package var hasFailed: Bool { results.contains { $0.outcome == .failed } }

  /// Judges a page. Severities, limits and suppressed findings of a project do not count: a known
  /// failure is one, too.
  package init(of pages: CheckPages, by standard: AccessibilityStandard) {
    self.standard = standard
    feed = pages.base.feedID
    sections = pages.sections.count
    var judge = CriterionJudge(pages)
    results = standard.criteria.map { judge.result(for: $0) }
  }

  /// Merges the judgements of one feed on several devices: the worst outcome counts, and a failure that
  /// is not on all devices names its devices.
  package init?(merging parts: [(device: String, conformance: Conformance)]) {
    guard let first = parts.first?.conformance else { return nil }
    self = first
    guard parts.count > 1 else { return }
    devices = parts.map(\.device)
    for index in results.indices {
      let all = parts.map { (device: $0.device, result: $0.conformance.results[index]) }
      guard let worst = all.map(\.result).max(by: { $0.outcome < $1.outcome }) else { continue }
      results[index] = worst
      results[index].failures = all.flatMap { part in
        part.result.failures.map { (device: part.device, failure: $0) }
      }.grouped(by: { "\($0.failure.node ?? "")\n\($0.failure.message)" }).map { group in
        var failure = group[0].failure
        if Set(group.map(\.device)).count < parts.count {
          failure.message += ", on \(listed(group.map(\.device).uniqued, atMost: 8))"
        }
        return failure
      }
    }
  }
}

/// Judges a page by criteria. Each function returns a method, an outcome and its reason.
private struct CriterionJudge {
  let pages: CheckPages
  private let palette: Palette
  /// The number of sections whose look is a guess, because no provider drew them.
  private let guesses: Int
  private let targets: [Target]

  private struct Target {
    var section, node: Int
    /// The frame on the page.
    var frame: Rect
  }

  init(_ pages: CheckPages) {
    self.pages = pages
    palette = Palette(pages.base)
    guesses = pages.sections.count { $0.section.fallback != nil }
    targets = pages.sections.flatMap { section in
      section.nodes.filter { section.acts(at: $0) }.map { node in
        let frame = section.frames[node]
        let origin = section.section.frame
        return Target(
          section: section.index, node: node, frame: frame.moved(by: origin.x, origin.y))
      }
    }
  }

  mutating func result(for criterion: Criterion) -> Conformance.Result {
    switch criterion {
    case .orientation:
      result(criterion, .manual, .untested, "the app decides whether it turns with the device")
    case .textSpacing:
      result(
        criterion, .notApplicable, .inapplicable,
        "the texts are not in a markup language that lets readers set their spacing")
    case .contrast: contrast(criterion)
    case .nonTextContrast: nonTextContrast(criterion)
    case .resizeText: resizedText(criterion)
    case .reflow: reflow(criterion)
    case .labelInName: labelInName(criterion)
    case .targetSize: targetSize(criterion)
    default: result(criterion, .manual, .untested, "no rule judges it")
    }
  }

  private func result(
    _ criterion: Criterion, _ method: Conformance.Method, _ outcome: Conformance.Outcome,
    _ remark: String, _ failures: [Conformance.Failure] = []
  ) -> Conformance.Result {
    Conformance.Result(
      criterion: criterion, method: method, outcome: outcome, remark: remark, failures: failures)
  }

  /// Returns the result of an automated judgement.
  /// - Parameters:
  ///   - examined: The number of the examined things, their name, and the words after it.
  ///   - doubts: The reasons for which failures can be hidden.
  private func judged(
    _ criterion: Criterion, _ examined: (count: Int, noun: String, detail: String),
    _ failures: [Conformance.Failure], doubts: [String]
  ) -> Conformance.Result {
    let guess =
      guesses == 0
      ? [] : ["\(counted(guesses, "section")) drawn by a fallback, which can look different"]
    let doubts = doubts + guess
    guard examined.count > 0 || !doubts.isEmpty else {
      return result(
        criterion, .notApplicable, .inapplicable,
        "no \(examined.noun)\(examined.detail) on the page")
    }
    let outcome: Conformance.Outcome =
      failures.isEmpty ? (doubts.isEmpty ? .passed : .cantTell) : .failed
    let words = ["\(counted(examined.count, examined.noun))\(examined.detail) examined"] + doubts
    return result(criterion, .automated, outcome, words.joined(separator: "; "), failures)
  }

  private func failures(_ findings: [Finding]) -> [Conformance.Failure] {
    findings.map { finding in
      let diagnostic = finding.diagnostic
      let notes = diagnostic.notes.filter { $0.hasSuffix(" more like it") }
      return Conformance.Failure(
        message: diagnostic.message + (diagnostic.label.map { ": \($0)" } ?? "")
          + notes.map { "; \($0)" }.joined(),
        node: diagnostic.node, location: diagnostic.location, rule: finding.rule)
    }
  }

  private func contrast(_ criterion: Criterion) -> Conformance.Result {
    var (texts, unknown) = (0, 0)
    for section in pages.sections {
      for node in section.nodes where section.isReadable(node) {
        texts += 1
        if palette.isEmpty { continue }
        guard case .color = section.backdrop(of: node, palette) else {
          unknown += 1
          continue
        }
      }
    }
    guard texts > 0, !palette.isEmpty else {
      return texts == 0
        ? judged(criterion, (0, "text", ""), [], doubts: [])
        : result(criterion, .manual, .untested, "the feed layout defines no colours")
    }
    let doubts =
      unknown == 0 ? [] : ["\(counted(unknown, "text")) on a picture or an unknown colour"]
    return judged(
      criterion, (texts, "text", ""), failures(RuleRun.findings(of: .contrast, on: pages)),
      doubts: doubts)
  }

  /// Judges symbols inside targets, which have to contrast 3:1. Pictures and borders need a person.
  private func nonTextContrast(_ criterion: Criterion) -> Conformance.Result {
    guard !palette.isEmpty || targets.isEmpty else {
      return result(criterion, .manual, .untested, "the feed layout defines no colours")
    }
    var (symbols, others) = (0, 0)
    var found: [Conformance.Failure] = []
    for section in pages.sections {
      for node in section.nodes
      where section.targets[node] >= 0 && section.shows[node] && !section.isHidden[node]
        && !section.frames[node].isEmpty && !section.node(node).kind.isRunningText
      {
        let view = section.node(node)
        guard view.kind == .icon,
          let color = view.color.isEmpty ? palette.text : palette.color(view.color),
          case .color(let behind) = section.backdrop(of: node, palette)
        else {
          others += 1
          continue
        }
        symbols += 1
        let ratio = color.over(behind).contrast(with: behind)
        if ratio < 3 {
          let shown = points((ratio * 100).rounded(.down) / 100)
          found.append(
            failure(
              "\(section.shortName(of: node)) has a contrast of \(shown):1, expected at least 3:1",
              at: node, of: section))
        }
      }
    }
    let doubts =
      others == 0 ? [] : ["\(counted(others, "picture")) in targets need to be looked at"]
    return judged(criterion, (symbols, "symbol", " in targets"), found, doubts: doubts)
  }

  private func failure(
    _ message: String, at node: Int, of section: CheckedSection
  ) -> Conformance.Failure {
    Conformance.Failure(
      message: message, node: section.path(of: node), location: section.location(of: node))
  }

  private func resizedText(_ criterion: Criterion) -> Conformance.Result {
    let texts = pages.sections.reduce(0) { sum, section in
      sum + section.nodes.count { section.isReadable($0) }
    }
    guard let other = pages.doubledText() else {
      return judged(
        criterion, (texts, "text", ""), failures(sizeDependent(on: pages)), doubts: [])
    }
    let size = other.page.environment.textSize.rawValue
    let grown = zip(pages.sections, other.sections).contains { section, larger in
      section.count != larger.count
        || section.nodes.contains {
          section.isReadable($0) && section.frames[$0].height != larger.frames[$0].height
        }
    }
    guard texts == 0 || grown else {
      let still = Conformance.Failure(message: "no text grows with the text size \(size)")
      return judged(criterion, (texts, "text", ""), [still], doubts: [])
    }
    return judged(
      criterion, (texts, "text", " at \(size)"), failures(sizeDependent(on: CheckPages(other))),
      doubts: newTruncations(on: other))
  }

  private func reflow(_ criterion: Criterion) -> Conformance.Result {
    let narrow = pages.narrow().map(CheckPages.init) ?? pages
    let examined = narrow.sections.filter { $0.count > 0 }
    let scrolling = examined.count { $0.section.scrollsAlongX || $0.hasHorizontalScrolling }
    var doubts =
      narrow.base.environment.width == pages.base.environment.width
      ? [] : newTruncations(on: (narrow.base, narrow.sections))
    if scrolling > 0 {
      doubts.append(
        "sections that scroll horizontally: \(scrolling); judge whether they have to")
    }
    return judged(
      criterion, (examined.count, "section", " at 320 points"), failures(sizeDependent(on: narrow)),
      doubts: doubts)
  }

  private func sizeDependent(on pages: CheckPages) -> [Finding] {
    CheckRule.sizeDependent.flatMap { RuleRun.findings(of: $0, on: pages) }
      .grouped { [$0.diagnostic.node ?? "", $0.diagnostic.blockCode ?? ""] }.map { $0[0] }
  }

  /// The texts that are cut on another page, and not on the page itself.
  private func newTruncations(on other: CheckPages.Examined) -> [String] {
    func nodes(_ pages: CheckPages) -> Set<String> {
      Set(RuleRun.findings(of: .truncatedText, on: pages).compactMap(\.diagnostic.node))
    }
    let count = nodes(CheckPages(other)).subtracting(nodes(pages)).count
    return count == 0
      ? [] : ["texts that end with …: \(count); judge whether all of it can be read elsewhere"]
  }

  private func labelInName(_ criterion: Criterion) -> Conformance.Result {
    var (named, partly) = (0, 0)
    var found: [Conformance.Failure] = []
    for target in targets {
      let section = pages.sections[target.section]
      let label = section.node(target.node).label
      let texts = section.subtree(target.node).filter {
        section.targets[$0] == Int32(target.node) && section.isReadable($0)
      }.map { section.node($0).text.inWords }.filter { !$0.isEmpty }
      // Without a label, the visible texts are the name.
      guard !label.isEmpty, !texts.isEmpty else {
        named += texts.isEmpty ? 0 : 1
        continue
      }
      named += 1
      let spoken = label.inWords
      let missing = texts.filter { !spoken.contains($0) }
      if missing.count == texts.count {
        found.append(
          failure(
            "\(section.shortName(of: target.node)) is named `\(shown(label))`, without its text "
              + "`\(shown(texts[0]))`", at: target.node, of: section))
      } else if !missing.isEmpty {
        partly += 1
      }
    }
    let doubts =
      partly == 0
      ? [] : ["\(counted(partly, "target")) named by some of their texts; judge which is the label"]
    return judged(criterion, (named, "target", " with a text"), found, doubts: doubts)
  }

  /// Judges the sizes of targets. A smaller target passes if a circle of 24 points around its centre
  /// touches no other target, and no circle of another smaller one.
  private func targetSize(_ criterion: Criterion) -> Conformance.Result {
    let least = 24.0
    let own = targets.filter { target in
      pages.sections[target.section].sameTarget(around: target.node) == nil
    }
    let isSmall = own.map { min($0.frame.width, $0.frame.height) < least - Rect.slack }
    /// The targets by bands of the page.
    var bands: [Int: [Int]] = [:]
    func band(_ y: Double) -> Int { Int((max(-1e9, min(1e9, y)) / 64).rounded(.down)) }
    if isSmall.contains(true) {
      for (index, target) in own.enumerated() {
        for number in band(target.frame.y)...max(band(target.frame.y), band(target.frame.maxY)) {
          bands[number, default: []].append(index)
        }
      }
    }
    var found: [Conformance.Failure] = []
    for (index, target) in own.enumerated() where isSmall[index] {
      let center = target.frame.center
      let near = (band(center.y - least)...band(center.y + least)).flatMap { bands[$0] ?? [] }
      let crowding = Set(near).sorted().first { other in
        guard other != index, !isNested(own[other], target) else { return false }
        let space =
          isSmall[other]
          ? center.distance(to: own[other].frame.center) - least
          : center.distance(to: own[other].frame) - least / 2
        return space < -Rect.slack
      }
      guard let crowding else { continue }
      let section = pages.sections[target.section]
      let neighbour = pages.sections[own[crowding].section].path(of: own[crowding].node)
      found.append(
        failure(
          "\(section.shortName(of: target.node)) is \(sizeText(target.frame)), expected 24 x 24 pt or "
            + "more space to \(shown(neighbour, limit: 120))", at: target.node, of: section))
    }
    return judged(criterion, (own.count, "target", ""), found, doubts: [])
  }

  /// Whether one target contains the other.
  private func isNested(_ a: Target, _ b: Target) -> Bool {
    guard a.section == b.section else { return false }
    let section = pages.sections[a.section]
    return section.subtree(a.node).contains(b.node) || section.subtree(b.node).contains(a.node)
  }
}

extension CheckedSection {
  /// Whether a node is a visible target of taps.
  fileprivate func acts(at node: Int) -> Bool {
    targets[node] == Int32(node) && !isHidden[node] && !frames[node].isEmpty
  }

  fileprivate var hasHorizontalScrolling: Bool {
    nodes.contains { [.carousel, .pager].contains(arena.records[$0].kind) && !isHidden[$0] }
  }
}

extension String {
  /// The text in lowercase, with single spaces between words.
  fileprivate var inWords: String {
    lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Rect {
  fileprivate var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Point {
  fileprivate func distance(to other: Point) -> Double {
    let (across, down) = (x - other.x, y - other.y)
    return (across * across + down * down).squareRoot()
  }

  /// The distance to the nearest point of a rectangle.
  fileprivate func distance(to rect: Rect) -> Double {
    distance(to: Point(x: max(rect.x, min(x, rect.maxX)), y: max(rect.y, min(y, rect.maxY))))
  }
}
