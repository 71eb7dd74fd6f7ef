internal import ArgumentParser
internal import SectionEngine
internal import PluginTools

struct PluginCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: CommandGuide.program,
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
    try PluginCheckJob(
      files: files, feed: feeds.settings, only: only, seed: seed, count: count, seconds: seconds,
      format: format, allowsUnconfined: allowUnconfined
    ).run(reproducing: reproduce)
  }

  private static var listing: String {
    let width = CheckTest.all.map(\.id.count).max() ?? 0
    return CheckTest.all.map { "\($0.id.padded(to: width))  \($0.summary)\n" }.joined()
  }
}
