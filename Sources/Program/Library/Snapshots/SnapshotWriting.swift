internal import Support
internal import LayoutReview

/// Runs `record` and `accept`: writes current dumps for the cells with problems of `kinds`.
struct SnapshotWriting {
  let selection: SnapshotSelection
  let kinds: Set<SnapshotProblem.Kind>
  /// Whether to write anew the dumps that earlier layout rules recorded and that are otherwise equal.
  var renewsRules = false
  /// The verb in messages, such as "recorded".
  let verb: String

  func run() throws {
    var run = try SnapshotRun(selection)
    run.draw()
    var lines: [String] = []
    // The problems that this run does not resolve, for all feeds that could be opened.
    var rest = SnapshotReport(
      feeds: [], folder: selection.project == nil ? selection.folder : nil,
      allowsOutside: selection.allowsOutside)
    // Snapshots that are kept because a section would become a placeholder.
    var kept = KeptSnapshots()
    for feed in run.feeds {
      let name = feed.settings.name
      guard let (_, state) = feed.opened else { continue }
      let losses = state.losses(among: feed.drawings)
      let drawings = feed.drawings.filter { losses[$0.cell] == nil }
      let plan =
        renewsRules
        ? state.planRenewing(drawings) : state.plan(resolving: kinds, of: drawings)
      do {
        try run.folder.carryOut(plan, for: name)
      } catch {
        // The changes that are already made are reported before the error.
        Output.remark(
          lines + ["the snapshots of \(shown(name)) are written in part, or not at all"])
        throw error
      }
      lines += plan.written.map { "\(verb) \(shown("\(name)/\($0.name)", limit: 300))" }
      lines += plan.removed.map { "removed \(shown("\(name)/\($0)", limit: 300))" }
      kept.add(losses, of: feed, state, at: rest.feeds.count)
      rest.feeds.append(
        .init(
          name, state, feed.drawings,
          problems: state.problems(of: drawings, in: name).filter { !kinds.contains($0.kind) }))
    }
    let actions = rest.actions
    for (feed, problem) in kept.problems { rest.feeds[feed].problems.append(problem) }
    let failed = run.feeds.count - rest.feeds.count
    if rest.feeds.isEmpty, failed > 0 {
      lines = ["\(counted(failed, "feed")) failed, nothing \(verb)"]
    } else {
      if lines.isEmpty { lines = ["nothing to be \(verb)"] }
      if failed > 0 { lines.append("\(failed) of \(run.feeds.count) feeds failed") }
    }
    if !rest.isClean {
      lines +=
        ["left as they are: \(rest.summary)"] + kept.lines(folder: selection.folder) + actions
    }
    try Output.write(lines.map { $0 + "\n" }.joined())
    Output.report(run.warnings, color: .auto)
    guard rest.isClean, failed == 0 else {
      let failures = rest.feeds.flatMap(\.problems).filter { $0.kind == .failed }
      throw run.exitError(failures.flatMap(\.diagnostics))
    }
  }
}

/// Snapshots that are not overwritten, because a rendered section would become a placeholder.
private struct KeptSnapshots {
  /// The problems of the kept cells, each with the index of its feed.
  private(set) var problems: [(feed: Int, problem: SnapshotProblem)] = []
  private var places: [(loss: SnapshotLoss, place: String)] = []

  /// Adds the cells of one feed that have losses. `index` is the feed's index in the report.
  mutating func add(
    _ found: [SnapshotCell: [SnapshotLoss]], of feed: SnapshotRun.Feed, _ state: SnapshotFeedState,
    at index: Int
  ) {
    for lost in feed.drawings.compactMap({ found[$0.cell] }).uniqued {
      let drawings = feed.drawings.filter { found[$0.cell] == lost }
      for problem in state.problems(of: drawings, in: feed.settings.name) {
        problems.append((index, problem))
        places += lost.map { ($0, problem.place) }
      }
    }
  }

  /// Returns a line for each loss, and lines with the possible actions.
  func lines(folder: String) -> [String] {
    guard !places.isEmpty else { return [] }
    return places.map(\.loss).uniqued.map { line(on: $0) } + [
      "add the folder of the provider if it is missing: `--plugins DIR`",
      "record placeholders that are intended: remove these files, then"
        + " `sectionengine snapshot record \(shellWord(folder))`",
    ]
  }

  private func line(on loss: SnapshotLoss) -> String {
    let names = places.filter { $0.loss == loss }.map(\.place).uniqued
    let files = listed(names.map { shown($0, limit: 300) }, atMost: 4)
    let sections = loss.count == 1 ? "" : " (\(loss.count) sections)"
    let providers = loss.providers.map { "`\(shown($0))`" }.joined(separator: ", ")
    return "  `\(shown(loss.blockCode))`\(sections) lost its provider \(providers) and would be a"
      + " placeholder (\(shown(loss.reason, limit: 120))): \(files)"
  }
}
