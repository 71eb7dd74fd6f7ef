internal import ArgumentParser
internal import Support
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
  var format = PluginCheckJob.Format.text

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
    if list { return try Output.write(PluginCheckJob.listing) }
    let job = PluginCheckJob(
      files: files, feed: feeds.selection, only: only, seed: seed, count: count, seconds: seconds,
      format: format, allowsUnconfined: allowUnconfined)
    if let reproduce { return try job.reproduce(reproduce) }
    try job.run()
  }
}

extension PluginCheckJob.Format: ExpressibleByArgument {}
