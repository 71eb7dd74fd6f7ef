internal import ArgumentParser

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a diagnostic code, or how a frame was computed.",
    discussion: """
      The path of a node has the names of the lines of a dump that lead to it: \
      HOMEPAGE_BANNER/pager/image[0]. A block code alone names the section; top and bottom are the bars. \
      A JSON path, FILE:LINE or a text on the page names the node that shows it; if none does, the reason is \
      given.
      """)

  @Argument(
    help: .value(
      "Path of a node or section, a code like SE1004, a JSON path, FILE:LINE or a visible text.",
      "node|code|path|text"))
  var subject: String

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(
    help: .value("Draw a state, not a feed: loading, empty or failed.", "name"))
  var state: ShownState?

  @Option(help: .value("Explain the page of this client.", "name|file"))
  var client: String?

  @Option(help: "Output format: text or json.")
  var format = ReportFormat.text

  @Flag(help: "Print every step up to the width of the page.")
  var chain = false

  func run() throws {
    try ExplainJob(
      subject: subject, feed: feed.selection, environment: environment.settings,
      state: state?.content, client: client, format: format, showsChain: chain
    ).run()
  }
}
