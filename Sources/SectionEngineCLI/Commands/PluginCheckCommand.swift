import ArgumentParser
import Diagnostics
import PluginCheck
import PluginHost
import Renderers

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

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(help: ArgumentHelp("Plugin files.", valueName: "file"), completion: .plugin)
  var files: [String] = []

  @OptionGroup(title: "Feed") var feeds: CheckFeedOptions

  @Option(
    help: ArgumentHelp("Run only this test; repeatable.", valueName: "id"),
    completion: .list(CheckTest.all.map(\.id)))
  var only: [String] = []

  @Flag(help: "List the tests.")
  var list = false

  @Option(help: "Seed of the random tests.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Number of randomly changed blocks.", valueName: "n"))
  var count = 500

  @Option(help: ArgumentHelp("Try random blocks for this many seconds instead.", valueName: "s"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp("Repeat one random block: print it and draw it.", valueName: "token"))
  var reproduce: String?

  @Option(help: "Output format: text or json.")
  var format: Format = .text

  @Flag(help: "Run even if this machine lacks a protection.")
  var allowUnconfined = false

  func validate() throws {
    if !list, files.isEmpty { throw ValidationError("name a plugin file") }
    if count < 0 { throw ValidationError("--count takes a number from 0, found \(count)") }
    if let seconds, !(seconds > 0 && seconds <= 86_400) {
      throw ValidationError("--seconds takes a number above 0 and up to 86400, found \(seconds)")
    }
    if reproduce != nil, files.count != 1 {
      throw ValidationError("--reproduce takes one plugin file")
    }
    let known = CheckTest.all.map(\.id)
    for id in only where !known.contains(id) {
      let meant = Suggestion.closest(to: id, among: known).map { ": did you mean `\($0)`?" } ?? ":"
      throw ValidationError("no test has the id `\(id)`\(meant) `--list` shows them")
    }
  }

  func run() throws {
    if list { return try Output.write(Self.listing) }
    let installation = try Installation.required()
    let finder = CheckFeeds(options: feeds, installation: installation)
    let check = PluginCheck(try options(installation))
    if let reproduce {
      return try self.reproduce(reproduce, check, try finder.feeds(for: files[0]))
    }
    // A file that does not exist is not a finding about a plugin.
    for file in files { _ = try PluginMemory.trust(in: file) }
    var reports: [CheckReport] = []
    for file in files {
      do {
        reports.append(try check.run(file, feeds: try finder.feeds(for: file)))
      } catch let fault as PluginCheck.Fault { throw Self.ending(fault) }
    }
    switch format {
    case .text: try Output.write(reports.map(\.text).joined(separator: "\n"))
    case .json: try Output.write(CheckReport.json(reports), to: nil)
    }
    // Timings are written to standard error, so that standard output is the same in every run.
    for report in reports {
      Output.remark(
        report.timings.map { "\(report.file): \($0.name) \(Int($0.seconds * 1000)) ms" })
    }
    if !reports.allSatisfy(\.isClean) { throw Ending(status: 1, diagnostics: []) }
  }

  private static var listing: String {
    let width = CheckTest.all.map(\.id.count).max() ?? 0
    return CheckTest.all.map { test in
      "\(test.id)\(String(repeating: " ", count: width - test.id.count))  \(test.summary)\n"
    }.joined()
  }

  private func options(_ installation: Installation) throws -> PluginCheck.Options {
    var isolation = PluginIsolation(worker: installation.worker)
    isolation.allowsUnconfined = allowUnconfined
    if let folder = PluginMemory().trusted {
      isolation.trusted = TrustedPlugins(rememberedIn: folder)
    }
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

  private func reproduce(
    _ token: String, _ check: PluginCheck, _ feeds: PluginCheck.Feeds
  ) throws {
    let made: PluginCheck.Reproduction
    do throws(PluginCheck.ReproductionFailure) {
      made = try check.reproduce(token, of: files[0], feeds: feeds)
    } catch {
      throw Self.ending(error, token: token)
    }
    // Only the payload, so that it can be saved as a fixture.
    try Output.write("\(made.payload)\n")
    let words = ["drawn at \(made.environment)"] + made.result.details
    let isClean = made.result.findings.isEmpty
    Output.remark(words + (isClean ? ["nothing is wrong with what came of it"] : []))
    if !isClean { throw Ending(status: 1, diagnostics: []) }
  }

  private static func ending(
    _ failure: PluginCheck.ReproductionFailure, token: String
  ) -> Ending {
    func usage(_ message: String, _ help: String) -> Ending {
      Ending(
        status: 64, diagnostics: [Diagnostic(.invalidReproduction, .error, message, helps: [help])])
    }
    switch failure {
    case .worker(let fault): return ending(fault)
    case .badToken:
      return usage(
        "`\(shown(token))` is no token of a random block", "`plugin check` prints them: 3-9e3779b9")
    case .noSample(let count):
      return usage(
        "`\(shown(token))` is of a block that is not there",
        "there are \(count): give the same feeds as before")
    case .notLoaded(let reason):
      return .couldNotRun(
        Diagnostic(
          .unreadablePlugin, .error, "the plugin cannot be loaded", label: reason,
          helps: ["`plugin check` without `--reproduce` tells more"]))
    }
  }

  static func ending(_ fault: PluginCheck.Fault) -> Ending {
    .couldNotRun(
      Diagnostic(
        fault.missing.isEmpty ? .workerFailed : .protectionMissing, .error,
        "plugins cannot be checked: \(fault.reason)",
        helps: [
          fault.missing.isEmpty
            ? "`sectionengine doctor` says what is missing"
            : "`--allow-unconfined` runs them all the same"
        ]))
  }
}
