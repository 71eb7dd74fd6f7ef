import Diagnostics
import LayoutReview

/// Runs `record` and `accept`: writes the current drawings of cells with certain problems.
struct SnapshotWriting {
  let options: SnapshotOptions
  let kinds: Set<SnapshotProblem.Kind>
  /// The verb in messages, such as "recorded".
  let verb: String

  func run() throws {
    var run = try SnapshotRun(options)
    run.draw()
    var lines: [String] = []
    for feed in run.feeds {
      guard let (_, state) = feed.opened else { continue }
      let name = feed.settings.name
      let plan = state.plan(resolving: kinds, of: feed.drawings)
      do {
        try run.folder.carryOut(plan, for: name)
      } catch {
        // Report the changes made so far.
        Output.remark(
          lines + ["the snapshots of \(shown(name)) are written in part, or not at all"])
        throw error
      }
      lines += plan.written.map { "\(verb) \(shown("\(name)/\($0.name)", limit: 300))" }
      lines += plan.removed.map { "removed \(shown("\(name)/\($0)", limit: 300))" }
    }
    // Report the remaining problems, which are not changed.
    var rest = run.report()
    rest.strays = []
    for index in rest.feeds.indices {
      rest.feeds[index].problems.removeAll { kinds.contains($0.kind) || $0.kind == .orphaned }
    }
    if lines.isEmpty { lines = ["nothing to be \(verb)"] }
    if !rest.isClean { lines += ["left as they are: \(rest.summary)"] + rest.actions }
    try Output.write(lines.map { $0 + "\n" }.joined())
    Output.report(run.warnings, color: .auto)
    guard rest.isClean else {
      let failures = rest.feeds.flatMap(\.problems).filter { $0.kind == .failed }
      throw Ending(status: 1, diagnostics: failures.flatMap(\.diagnostics))
    }
  }
}
