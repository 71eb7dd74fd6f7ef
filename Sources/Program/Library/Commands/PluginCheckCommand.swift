internal import ArgumentParser
internal import SectionEngine
internal import PluginTools

struct PluginCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Test plugins with many payloads and environments.",
    discussion: """
      Every test runs in its own sandboxed process with a time limit, for bundled and trusted plugins, \
      too. Payloads are the blocks of `--feed`, or of feeds next to the file or its package's `.build`, \
      or in `Fixtures/` with the `layout.json` there; without any, they are generated. Most tests \
      modify them.

      Exit status: 0 all tests pass; 1 findings; 2 could not run; 64 usage.
      """)

  @Argument(help: .value("Plugin files.", "file"), completion: .plugin)
  var files: [String] = []

  @OptionGroup(title: "Feed") var feeds: CheckFeedOptions

  @Option(
    help: .value("Run only this test; repeatable.", "id"),
    completion: .list(CheckTest.all.map(\.id)))
  var only: [String] = []

  @Flag(help: "List the tests.")
  var list = false

  @Option(help: "Seed of the random tests.")
  var seed: UInt64 = 1

  @Option(help: .value("Number of randomly changed blocks.", "n"))
  var count = 500

  @Option(help: .value("Try random blocks for this many seconds instead.", "s"))
  var seconds: Double?

  @Option(help: .value("Repeat one random block: print it and draw it.", "token"))
  var reproduce: String?

  @Option(help: "Output format: text or json.")
  var format = ReportFormat.text

  @Flag(help: "Run even if this machine lacks a protection.")
  var allowUnconfined = false

  func validate() throws {
    try require(list || !files.isEmpty, "name a plugin file")
    try require(count, in: 0..., "--count takes a number from 0")
    try require(
      seconds, in: Double.leastNonzeroMagnitude...86_400,
      "--seconds takes a number above 0 and up to 86400")
    try require(reproduce == nil || files.count == 1, "--reproduce takes one plugin file")
    let known = CheckTest.all.map(\.id)
    for id in only where !known.contains(id) {
      let meant = Suggestion.closest(to: id, among: known).map { ": did you mean `\($0)`?" } ?? ":"
      throw ValidationError("no test has the id `\(id)`\(meant) `--list` shows them")
    }
  }

  func run() throws {
    if list { return try Output.write(Self.listing) }
    let installation = try Installation.required()
    let finder = CheckFeeds(feed: feeds.selection, installation: installation)
    let check = PluginCheck(installation, allowsUnconfined: allowUnconfined) { options in
      // The pages of a check are small, so 10 seconds are enough for each.
      options.isolation.pageTime = 10
      options.only = only
      options.seed = seed
      options.count = count
      options.seconds = seconds
    }
    if let reproduce { return try self.reproduce(reproduce, check, finder) }
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
    if !reports.allSatisfy(\.isClean) { throw Ending(status: 1, diagnostics: []) }
  }

  private static var listing: String {
    let width = CheckTest.all.map(\.id.count).max() ?? 0
    return CheckTest.all.map { "\($0.id.padded(to: width))  \($0.summary)\n" }.joined()
  }

  /// Recreates the random block that a token of an earlier check identifies, prints and renders it.
  private func reproduce(_ token: String, _ check: PluginCheck, _ finder: CheckFeeds) throws {
    let made: PluginCheck.Reproduction
    do {
      made = try PluginCheck.drawing(files[0]) {
        try check.reproduce(token, of: files[0], feeds: finder.feeds(for: files[0]))
      }
    } catch let failure as PluginCheck.ReproductionFailure {
      throw Self.ending(failure, token: token)
    }
    // Standard output has only the payload, so that it can be saved as a fixture.
    try Output.write(Array("\(made.payload)\n".utf8), to: nil)
    let words = ["drawn at \(made.environment)"] + made.result.details
    let isClean = made.result.findings.isEmpty
    Output.remark(words + (isClean ? ["the result has no faults"] : []))
    if !isClean { throw Ending(status: 1, diagnostics: []) }
  }

  private static func ending(
    _ failure: PluginCheck.ReproductionFailure, token: String
  ) -> Ending {
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
