internal import PluginHost

extension CheckTest {
  static let drawing: [CheckTest] = [
    CheckTest("samples", "blocks of its codes are drawn, with valid results", samples),
    CheckTest("calls", "drawing asks the system for nothing that is denied") {
      examination, result throws(WorkerFault) in
      var drawn = TestResult(test: Self.drawing[0])
      try examination.draw(examination.samples, &drawn)
      result.find(deniedCalls: drawn.notes)
    },
    repeated(
      "deterministic", "the same request gives the same section, twice in one process",
      help: "keep nothing between sections; no clock, no random numbers, no addresses",
      inOneProcess: true, [("the second time", { Array($0) })]),
    repeated(
      "processes", "the same request gives the same section in another process",
      help: "depend on no address and no order of hashing: sort before you walk",
      [("in another process", { Array($0) })]),
    rows,
    CheckTest(
      "contract-1.0", "a host without section.content/1 draws the same boxes and texts", bare),
    repeated(
      "order", "sections do not depend on the order in which they are drawn",
      help: "keep nothing between sections: a section depends on its own block only", least: 2,
      [
        ("in reverse order", { $0.reversed() }),
        ("after another block", { $0.flatMap { [0, $0] } }),
      ]),
    CheckTest(
      "memory", "drawing thousands of sections does not take more and more memory",
      MemoryGrowth.examine),
  ]

  private static func samples(
    _ examination: Examination, _ result: inout TestResult
  ) throws(WorkerFault) {
    var drawn: Set<String> = []
    var reasons: [String: String] = [:]
    var counts: [String: Int] = [:]
    var failures: [String: [(place: String, why: String)]] = [:]
    let fromFeeds = Set(examination.feedSamples.map(\.name))
    try examination.draw(examination.samples, &result) { entry, outcome, result in
      let code = entry.request.words
      counts[code, default: 0] += fromFeeds.contains(entry.name) ? 1 : 0
      switch outcome {
      case .section(let section, _):
        drawn.insert(code)
        for setting in section.ignoredSettings {
          result.find(
            "sets `\(setting.rawValue)`, which the section's layout does not use",
            at: entry.name, help: "leave it out, or choose a layout that uses it")
        }
        for row in section.flatRows(in: entry.request) {
          result.find(
            "row \(row) has content and is 0 pt high", at: entry.name,
            help: "leave out its height, so that its content gives it, or leave out the row")
        }
      case .declined(let why), .failed(let why), .lost(let why):
        let reason = why.label ?? why.message
        reasons[code] = reasons[code] ?? reason
        if case .failed = outcome, fromFeeds.contains(entry.name) {
          failures[code, default: []].append((entry.name, reason))
        }
      }
    }
    for (code, failed) in failures.sorted(by: { $0.key < $1.key }) {
      let count = counts[code] ?? failed.count
      let message =
        "fails for \(failed.count) of \(counted(count, "block")) of `\(shown(code))`: "
        + shown(failed[0].why, limit: 200)
      for (place, _) in failed {
        result.find(
          message, at: place,
          help: "draw each block of the feed, or decline those that are not for this plugin")
      }
    }
    guard result.status == .passed else { return }
    let claimed = Set(examination.descriptor?.providers.flatMap(\.blockCodes) ?? [])
    for code in reasons.keys.sorted() where claimed.contains(code) && !drawn.contains(code) {
      if counts[code] ?? 0 > 0 {
        result.find(
          "draws none of the blocks of `\(shown(code))`: \(reasons[code] ?? "")",
          help: "draw the blocks that you claim, or claim fewer codes")
      } else {
        result.note("no feed has a block of `\(shown(code))`: give one with `--feed FILE`")
      }
    }
    if drawn.isEmpty, result.status == .passed {
      result.skip("nothing that was made up is drawn: give blocks with `--feed FILE`")
    }
  }

  // MARK: Comparing

  private typealias Drawn = [(entry: Sample, outcome: SectionOutcome)]

  private static func drawn(
    _ cases: [Sample], by worker: ExaminedWorker, isBare: Bool = false,
    _ result: inout TestResult
  ) -> Drawn {
    let batch = worker.draw(cases.map(\.job), isBare: isBare)
    if let end = batch.end {
      result.status = end.isSilence ? .timedOut : .crashed
      let place = cases.indices.contains(batch.drawings.count) ? cases[batch.drawings.count] : nil
      result.find(end.cause, at: place?.name, help: "the test `samples` tells more")
    }
    return zip(cases, batch.drawings).map { ($0, $1.outcome) }
  }

  /// Returns a test that draws the samples several times, and passes if the outcomes are equal.
  /// - Parameter ways: The repetitions. `order` returns the indices of the samples to draw; `words`
  ///   follow the difference in a message.
  private static func repeated(
    _ id: String, _ summary: String, help: String, inOneProcess: Bool = false, least: Int = 1,
    _ ways: [(words: String, order: @Sendable (Range<Int>) -> [Int])]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      let cases = examination.samples
      guard cases.count >= least else { return result.skip("there is one block only") }
      let worker = try examination.start()
      let first = drawn(cases, by: worker, &result)
      for (words, order) in ways {
        guard result.status == .passed else { return }
        let order = order(cases.indices)
        let other = inOneProcess ? worker : try examination.start()
        let again = drawn(order.map { cases[$0] }, by: other, &result)
        let outcomes = Dictionary(zip(order, again.map(\.outcome))) { $1 }
        for (index, (entry, outcome)) in first.enumerated() {
          guard let other = outcomes[index], let difference = outcome.difference(to: other)
          else { continue }
          result.find("\(difference) \(words)", at: entry.name, help: help)
        }
      }
    }
  }

  /// Tests that a section drawn without `section.content/1` has a warning, and the same number of
  /// nodes as with the extension.
  private static func bare(
    _ examination: Examination, _ result: inout TestResult
  ) throws(WorkerFault) {
    let cases = examination.samples
    let full = drawn(cases, by: try examination.start(), &result)
    guard result.status == .passed else { return }
    guard full.contains(where: { $0.outcome.usesContent }) else {
      return result.skip("it does not use section.content/1")
    }
    let bare = drawn(cases, by: try examination.start(), isBare: true, &result)
    guard result.status == .passed else { return }
    for (full, bare) in zip(full, bare) where full.outcome.usesContent {
      guard case .section(let section, let warnings) = bare.outcome else {
        result.find(
          "does not draw without section.content/1", at: full.entry.name,
          help: "draw the texts and pictures in every case; `extension` returns NULL on 1.0 hosts")
        continue
      }
      if case .section(let whole, _) = full.outcome, whole.arena.count != section.arena.count {
        result.find(
          "draws \(section.arena.count) nodes instead of \(whole.arena.count) without "
            + "section.content/1", at: full.entry.name,
          help: "draw the same nodes: only what the extension describes may be missing")
      }
      if !warnings.contains(where: { $0.code == .providerWarning }) {
        result.find(
          "does not report what is lost without section.content/1", at: full.entry.name,
          help: "call `warn` once per section, as SectionKit does")
      }
    }
  }
}

extension Section {
  /// Returns the rows that have content but a height below 0.005 points, which a dump shows as 0.
  fileprivate func flatRows(in request: SectionRequest) -> [Int] {
    let heights = request.layOut(self).rowHeights
    return heights.indices.filter { row in
      guard heights[row] < 0.005, rows.indices.contains(row) else { return false }
      return arena.hasContent(below: rows[row].node)
    }
  }
}

extension NodeArena {
  /// Returns whether a visible node at or below `root` has a text, a picture, dots or a badge.
  fileprivate func hasContent(below root: Int) -> Bool {
    var node = root
    while node < Int(records[root].subtreeEnd) {
      guard styles[Int(records[node].style)].display != .none else {
        node = Int(records[node].subtreeEnd)
        continue
      }
      if [.image, .pageControl, .placeholder].contains(records[node].kind) { return true }
      if let content = content(of: node), content.text.count + content.badge.count > 0 {
        return true
      }
      node += 1
    }
    return false
  }
}

extension SectionOutcome {
  fileprivate var usesContent: Bool {
    if case .section(let section, _) = self { !section.arena.attributes.isEmpty } else { false }
  }

  /// Returns the first difference from another outcome as a phrase; `nil` if both are equal.
  func difference(to other: SectionOutcome) -> String? {
    func isEqual(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
      a.message == b.message && a.label == b.label
    }
    switch (self, other) {
    case (.section(let a, let first), .section(let b, let second)):
      return Self.difference(a, b)
        ?? (first.elementsEqual(second, by: isEqual) ? nil : "warns of something else")
    case (.declined(let a), .declined(let b)), (.failed(let a), .failed(let b)),
      (.lost(let a), .lost(let b)):
      return isEqual(a, b) ? nil : "gives another reason"
    default: return "is \(verb) once and \(other.verb)"
    }
  }

  private var verb: String {
    switch self {
    case .section: "drawn"
    case .declined: "declined"
    case .failed: "failed"
    case .lost: "lost"
    }
  }

  private static func difference(_ a: Section, _ b: Section) -> String? {
    if a.rows.count != b.rows.count {
      return "has \(b.rows.count) rows instead of \(a.rows.count)"
    }
    for (index, (first, second)) in zip(a.rows, b.rows).enumerated() where first != second {
      guard first.height != second.height else { return "row \(index) asks for something else" }
      return "row \(index) is \(height(second.height)) high instead of \(height(first.height))"
    }
    if a.frameRequest != b.frameRequest { return "has another frame" }
    var described = b
    described.arena = a.arena
    return described == a ? a.arena.difference(to: b.arena) : "describes the section differently"
  }

  private static func height(_ value: Double?) -> String {
    value.map { "\($0) pt" } ?? "automatically"
  }
}
