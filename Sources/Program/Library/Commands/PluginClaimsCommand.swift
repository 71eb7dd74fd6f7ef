internal import ArgumentParser
internal import SectionEngine
internal import LayoutReview
internal import PluginTools

struct PluginClaimsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claims", _superCommandName: CommandGuide.program,
    abstract: "Print which plugin draws which blocks, and which fields it reads.",
    discussion: """
      `--format client` writes the file of a client, for `--client`. The fields are those that the \
      plugins read of the blocks of `--feed`, or of the feeds of `plugin check`. Codes that the \
      layout of `--feed` leaves to the generic section are claimed by it. Plugins run in sandboxed \
      processes.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, client }

  @Option(help: .value("Output format: text or client.", "format"))
  var format = Format.text

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
    try OutputEnding.require(output, fits: format, unless: .text)
    try require(layout == nil || !feed.isEmpty, "--layout needs --feed")
    try require(
      ConfigurationReader.isName(name),
      "--name takes letters, digits, `-`, `_` and `.`, found `\(name)`")
  }

  func run() throws {
    let installation = try Installation.required()
    let plugins = try options.selection.inProject(!project.noProject)
    let catalog = try plugins.listing(installation)
    let feeds = try feed.map { feed in
      try FeedSettings(feed: feed, layout: layout, usesProject: !project.noProject).chosen().feed
    }
    let (client, optional) = try ClientDraft(
      installation: installation, catalog: catalog, allowsUnconfined: plugins.allowsUnconfined
    ).client(named: name, drawing: feeds)
    // A client file records which plugins exist, so it is not written without one that is named.
    guard format == .text || catalog.absences.isEmpty else {
      throw ExitError.couldNotRun(catalog.absences)
    }
    switch format {
    case .client: try Output.write(client.json, to: output)
    case .text: try Output.write(Self.text(of: client, optional: optional), to: output)
    }
    Output.report(catalog.diagnostics.filter { $0.severity > .note }, color: .auto)
  }

  private static func text(of client: Client, optional: [[FieldPath]]) -> String {
    let lines = zip(client.blocks, optional).flatMap { block, optional in
      ["\(block.claim.words) is drawn by \(block.plugin ?? "")@\(block.version ?? "")"]
        + block.fields.map { "    reads \($0.text)" }
        + optional.map { "    reads \($0.text), which some blocks or items lack" }
    }
    return (lines.isEmpty ? ["no plugins found"] : lines).map { TerminalText.line($0) + "\n" }
      .joined()
  }
}
