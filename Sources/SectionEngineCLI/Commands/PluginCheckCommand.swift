import ArgumentParser
import Diagnostics
import PluginCheck

struct PluginCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what breaks plugins, before a page does.",
    discussion: """
      Every test runs in a sandboxed process of its own with a time limit, also for bundled and \
      trusted plugins. Payloads are blocks of `--feed`, else of feeds beside the file or its \
      package's `.build`, or in `Fixtures/`, with the `layout.json` there; else made up. Most tests \
      change them.

      Exit status: 0 all tests pass; 1 findings; 2 could not run; 64 usage.
      """)

  @Argument(help: ArgumentHelp("Plugin files.", valueName: "file"), completion: .plugin)
  var files: [String] = []

  @OptionGroup var feeds: CheckFeedOptions

  @Option(
    help: ArgumentHelp("Run this test only; repeatable.", valueName: "id"),
    completion: .list(CheckTest.all.map(\.id)))
  var only: [String] = []

  @Flag(help: "List the tests.")
  var list = false

  @Option(help: "Seed of everything that is random.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Blocks that are changed at random.", valueName: "n"))
  var count = 500

  @Option(help: ArgumentHelp("Try random blocks for so long instead.", valueName: "s"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp("Make one random block again, print it and draw it.", valueName: "token"))
  var reproduce: String?

  @Option(help: "text or json.")
  var format = PluginCheckJob.Format.text

  @Flag(help: "Run even where the worker lacks a protection.")
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
    if list { return try Output.write(PluginCheckJob.listing) }
    let job = PluginCheckJob(
      files: files, feed: feeds.selection, only: only, seed: seed, count: count, seconds: seconds,
      format: format, allowsUnconfined: allowUnconfined)
    if let reproduce { return try job.reproduce(reproduce) }
    try job.run()
  }
}

extension PluginCheckJob.Format: ExpressibleByArgument {}
