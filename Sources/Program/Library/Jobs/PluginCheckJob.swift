internal import SectionEngine
internal import PluginTools

/// Checks plugins in sandboxed processes; used by `plugin check`.
struct PluginCheckJob {
  let files: [String]
  /// The feed whose blocks are drawn; `nil` for those beside each plugin.
  let feed: FeedSelection?
  /// The ids of the tests to run; empty for all.
  let only: [String]
  let seed: UInt64
  /// The number of blocks that are changed at random.
  let count: Int
  /// The time for random blocks, instead of their number.
  let seconds: Double?
  let format: ReportFormat
  let allowsUnconfined: Bool

  func run() throws {
    let installation = try Installation.required()
    let finder = CheckFeeds(feed: feed, installation: installation)
    let check = PluginCheck(options(installation))
    // A file that does not exist is not a finding about a plugin.
    for file in files { _ = try PluginMemory.trust(in: file) }
    let reports: [CheckReport]
    do {
      reports = try files.map { try check.run($0, feeds: try finder.feeds(for: $0)) }
    } catch let fault as PluginCheck.Fault { throw Self.ending(fault) }
    try Output.write(
      as: format, text: reports.map(\.text).joined(separator: "\n"), json: CheckReport.json(reports)
    )
    // Timings are written to standard error, so that standard output is the same in every run.
    for report in reports {
      guard let seconds = report.loadSeconds else { continue }
      Output.remark(["\(report.file): load \(Int(seconds * 1000)) ms"])
    }
    if !reports.allSatisfy(\.isClean) { throw Ending(status: 1, diagnostics: []) }
  }

  static var listing: String {
    let width = CheckTest.all.map(\.id.count).max() ?? 0
    return CheckTest.all.map { "\($0.id.padded(to: width))  \($0.summary)\n" }.joined()
  }

  private func options(_ installation: Installation) -> PluginCheck.Options {
    var isolation = PluginIsolation(
      checkingPluginsOf: installation, allowsUnconfined: allowsUnconfined)
    // The pages of a check are small.
    isolation.pageTime = 10
    var options = PluginCheck.Options(isolation: isolation)
    options.runtimeFolder = installation.runtime
    options.only = only
    options.seed = seed
    options.count = count
    options.seconds = seconds
    return options
  }

  /// Makes one random block of the first plugin again, prints it and draws it.
  func reproduce(_ token: String) throws {
    let installation = try Installation.required()
    let feeds = try CheckFeeds(feed: feed, installation: installation).feeds(for: files[0])
    let check = PluginCheck(options(installation))
    let made: PluginCheck.Reproduction
    do {
      made = try check.reproduce(token, of: files[0], feeds: feeds)
    } catch let fault as PluginCheck.Fault {
      throw Self.ending(fault)
    } catch let failure as PluginCheck.ReproductionFailure {
      throw Self.ending(failure, token: token)
    }
    // Only the payload, so that it can be saved as a fixture.
    try Output.write("\(made.payload)\n")
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

  /// Returns the result of drawing with a plugin, or throws why there is none as an `Ending`.
  static func drawing<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let fault as PluginCheck.Fault {
      throw ending(fault)
    } catch let failure as PluginCheck.BenchFailure {
      throw ending(failure, file: file)
    }
  }

  private static func ending(_ failure: PluginCheck.BenchFailure, file: String) -> Ending {
    switch failure {
    case .notLoaded(let reason):
      .couldNotRun(
        .unreadablePlugin, "`\(shown(file))` cannot be loaded", label: reason,
        helps: ["`sectionengine plugin check \(shown(file))` tells more"])
    case .ended(let cause, let place):
      .couldNotRun(
        .pluginBroke, "`\(shown(file))` \(cause)", notes: ["at \(place)"],
        helps: ["`sectionengine plugin check \(shown(file))` tells more"])
    }
  }

  static func ending(_ fault: PluginCheck.Fault) -> Ending {
    fault.missing.isEmpty
      ? .couldNotRun(
        .workerFailed, "plugins cannot be checked: \(fault.reason)",
        helps: ["`sectionengine doctor` says what is missing"])
      : .couldNotRun(
        .protectionMissing, "plugins cannot be checked: \(fault.reason)",
        helps: ["`--allow-unconfined` runs them all the same"])
  }
}
