internal import ArgumentParser
internal import FeedDocument

struct PluginClaimsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claims",
    abstract: "Print which plugin draws which blocks, and which fields it reads.",
    discussion: """
      `--format client` writes the file of a client, for `--client`. The fields are those that the \
      plugins read of the blocks of `--feed`, or of the feeds of `plugin check`. Codes that the \
      layout of `--feed` leaves to the generic section are claimed by it. Plugins run in sandboxed \
      processes.
      """)

  @Option(help: .value("Output format: text or client.", "format"))
  var format = PluginClaimsJob.Format.text

  @Option(help: .value("Name of the client.", "name"))
  var name = "sectionengine"

  @Option(help: .value("Feed with blocks to draw; repeatable.", "feed"), completion: .file())
  var feed: [String] = []

  @Option(help: .value("Feed layout of these feeds.", "name|file"), completion: .layout)
  var layout: String?

  @Option(name: .shortAndLong, help: .outputFile, completion: .file())
  var output: String?

  @OptionGroup var project: ProjectOptions

  @OptionGroup(title: "Plugins") var options: PluginOptions

  func validate() throws {
    try require(layout == nil || !feed.isEmpty, "--layout goes with --feed")
    try require(
      ConfigurationReader.isName(name),
      "--name takes letters, digits, `-`, `_` and `.`, found `\(name)`")
  }

  func run() throws {
    try PluginClaimsJob(
      plugins: try options.selection.inProject(!project.noProject),
      feeds: feed.map {
        FeedSelection(feed: $0, layout: layout, usesProject: !project.noProject)
      }, name: name, format: format, file: output
    ).run()
  }
}

extension PluginClaimsJob.Format: ExpressibleByArgument {}
