internal import ArgumentParser

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a diagnostic code, or how a frame was computed.",
    discussion: """
      The path of a node has the names of the lines of a dump that lead to it: \
      HOMEPAGE_BANNER/pager/image[0]. A block code alone names the section; top and bottom are the bars.
      """)

  @Argument(
    help: ArgumentHelp(
      "The path of a node or a section, or the code of a diagnostic, such as SE1004.",
      valueName: "node|code"))
  var subject: String

  @OptionGroup(title: "Feed") var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "Draw a state of the layout instead of a feed: loading, empty or failed.", valueName: "name"))
  var state: ShownState?

  @Option(help: "Output format: text or json.")
  var format = ExplainJob.Format.text

  @Flag(help: "Print every step up to the width of the page.")
  var chain = false

  func run() throws {
    try ExplainJob(
      subject: subject, feed: feed.selection, environment: environment.settings,
      state: state?.content, format: format, showsChain: chain
    ).run()
  }
}

extension ExplainJob.Format: ExpressibleByArgument {}
