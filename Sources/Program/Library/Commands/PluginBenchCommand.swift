internal import ArgumentParser
internal import PluginTools
internal import PluginHost

struct PluginBenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", _superCommandName: CommandGuide.program,
    abstract: "Measure plugins beside a plugin that draws nothing.",
    discussion: """
      Both draw the same blocks alternately in one sandboxed process, so that the ratio is reliable on a \
      busy machine, too. The blocks are those of `plugin check`.
      """)

  @Argument(help: .value("Plugin files.", "file"), completion: .plugin)
  var files: [String]

  @OptionGroup(title: "Feed") var feeds: CheckFeedOptions

  @Option(help: "Output format: text or json.")
  var format = ReportFormat.text

  @Flag(help: "Run even if this machine lacks a protection.")
  var allowUnconfined = false

  func run() throws {
    let installation = try Installation.required()
    let finder = CheckFeeds(feed: feeds.settings, installation: installation)
    let check = PluginCheck(installation, allowsUnconfined: allowUnconfined)
    var reports: [BenchReport] = []
    for file in files {
      let feeds = try finder.feeds(for: file)
      reports.append(try PluginCheck.drawing(file) { try check.bench(file, feeds: feeds) })
    }
    try Output.write(
      as: format, text: reports.map(\.text).joined(separator: "\n"), json: BenchReport.json(reports)
    )
  }
}
