internal import SectionEngine
internal import PluginTools

/// The work of `plugin check`: tests plugin files, or repeats one random block.
struct PluginCheckJob {
  let files: [String]
  /// The feed with the blocks to draw; `nil` for feeds beside each file.
  var feed: FeedSettings?
  /// The ids of the tests to run; all if it is empty.
  var only: [String] = []
  var seed: UInt64 = 1
  /// The number of randomly changed blocks.
  var count = 500
  /// The time for random blocks in seconds; `nil` for a fixed number of them.
  var seconds: Double?
  var format = ReportFormat.text
  /// Whether plugins run even if this machine lacks a protection.
  var allowsUnconfined = false

  /// Writes a report on each file, or the block that a token of an earlier check identifies.
  /// - Throws: `ExitError` with status 1 for findings.
  func run(reproducing token: String? = nil) throws {
    let installation = try Installation.required()
    let finder = CheckFeeds(feed: feed, installation: installation)
    let check = PluginCheck(installation, allowsUnconfined: allowsUnconfined) { options in
      // The pages of a check are small, so 10 seconds are enough for each.
      options.isolation.pageTime = 10
      options.only = only
      options.seed = seed
      options.count = count
      options.seconds = seconds
    }
    if let token { return try reproduce(token, check, finder) }
    // A missing file is an error of the command, not a finding about a plugin.
    for file in files { _ = try PluginMemory.trust(in: file) }
    Output.report(PluginMemory.ignoredFolders, color: .auto)
    let reports = try withExtendedLifetime(WorkProgress(printsLines: true)) { progress in
      try files.map { file in
        try PluginCheck.drawing(file) {
          try check.run(file, feeds: try finder.feeds(for: file)) { test in
            progress.show("testing \(shown(file, limit: 60)): \(test)")
          }
        }
      }
    }
    try Output.write(
      as: format, text: reports.map(\.text).joined(separator: "\n"), json: CheckReport.json(reports)
    )
    // Timings go to standard error, so that standard output is the same in every run.
    for report in reports {
      guard let seconds = report.loadSeconds else { continue }
      Output.remark(["\(report.file): load \(Int(seconds * 1000)) ms"])
    }
    if !reports.allSatisfy(\.isClean) { throw ExitError(status: 1, diagnostics: []) }
  }

  /// Recreates the random block that a token of an earlier check identifies, prints and renders it.
  private func reproduce(_ token: String, _ check: PluginCheck, _ finder: CheckFeeds) throws {
    let made: PluginCheck.Reproduction
    do {
      made = try PluginCheck.drawing(files[0]) {
        try check.reproduce(token, of: files[0], feeds: finder.feeds(for: files[0]))
      }
    } catch let failure as PluginCheck.ReproductionFailure {
      throw Self.exitError(failure, token: token)
    }
    // Standard output has only the payload, so that it can be saved as a fixture.
    try Output.write(Array("\(made.payload)\n".utf8), to: nil)
    let words = ["drawn at \(made.environment)"] + made.result.details
    let isClean = made.result.findings.isEmpty
    Output.remark(words + (isClean ? ["the result has no faults"] : []))
    if !isClean { throw ExitError(status: 1, diagnostics: []) }
  }

  private static func exitError(
    _ failure: PluginCheck.ReproductionFailure, token: String
  ) -> ExitError {
    switch failure {
    case .badToken:
      .usage(
        .invalidReproduction, "`\(shown(token))` is not the token of a random block",
        helps: ["`plugin check` prints tokens such as 3-9e3779b9"])
    case .noSample(let count):
      .usage(
        .invalidReproduction, "`\(shown(token))` is the token of a block that does not exist",
        helps: ["this run has \(counted(count, "block")): give the same feeds as before"])
    case .notLoaded(let reason):
      .couldNotRun(
        .unreadablePlugin, "the plugin cannot be loaded", label: reason,
        helps: ["`plugin check` without `--reproduce` tells more"])
    }
  }
}
