internal import ArgumentParser
internal import SectionEngine
internal import LayoutReview
internal import PluginTools

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
    try require(layout == nil || !feed.isEmpty, "--layout needs --feed")
    try require(
      ConfigurationReader.isName(name),
      "--name takes letters, digits, `-`, `_` and `.`, found `\(name)`")
  }

  func run() throws {
    let installation = try Installation.required()
    let plugins = try options.selection.inProject(!project.noProject)
    let catalog = try plugins.listing(installation)
    let (client, optional) = try client(of: catalog, plugins, installation)
    switch format {
    case .client: try Output.write(client.json, to: output)
    case .text: try Output.write(Self.text(of: client, optional: optional), to: output)
    }
    Output.report(catalog.diagnostics.filter { $0.severity > .note }, color: .auto)
  }

  private func client(
    of catalog: PluginCatalog, _ plugins: PluginSelection, _ installation: Installation
  ) throws -> (client: Client, optional: [[FieldPath]]) {
    let registry = catalog.registry
    let check = PluginCheck(installation, allowsUnconfined: plugins.allowsUnconfined)
    let selections = try feed.map { feed in
      try FeedSelection(feed: feed, layout: layout, usesProject: !project.noProject).chosen().feed
    }
    let given = try selections.map { try FeedSources.joined($0, installation) }
    // Codes with generic settings but no provider of their own; the provider of `*` renders them.
    let left = given.filter { !$0.layout.isInferred }.flatMap { feed in
      feed.layout.sections.children.filter { $0["generic"].exists }
        .map { ProviderRegistry.Key.blockCode($0.key) }
    }.uniqued.filter { registry.owner(of: $0) == nil }
    var blocks: [Client.KnownBlock] = []
    var optional: [[FieldPath]] = []
    for plugin in catalog.plugins where plugin.refusal == nil {
      guard let descriptor = plugin.descriptor, let number = plugin.number else { continue }
      var claims = descriptor.providers.flatMap(\.keys).uniqued.filter {
        registry.owner(of: $0)?.plugin == number
      }
      if claims.contains(.wildcard) { claims = left + claims }
      guard !claims.isEmpty else { continue }
      let file = plugin.filePath
      let feeds =
        given.isEmpty
        ? try CheckFeeds(feed: nil, installation: installation).feeds(for: file)
        : .init(
          source: .feed, files: selections.flatMap(\.places),
          samples: given.flatMap { CheckFeeds.samples($0) })
      let reads = try PluginCheck.drawing(file) { try check.reads(file, feeds: feeds) }
      for claim in claims {
        let own = reads.filter { $0.claim == claim }
        var (required, lacking): ([FieldPath], [FieldPath]) = ([], [])
        for field in Self.fields(of: own) {
          if Self.isOptional(field, in: own) {
            lacking.append(field)
          } else {
            required.append(field)
          }
        }
        optional.append(lacking)
        blocks.append(
          Client.KnownBlock(
            claim: claim, plugin: descriptor.id, version: descriptor.version, fields: required))
      }
    }
    let client = Client(
      name: name, unknown: registry.owner(of: .wildcard) == nil ? .placeholder : .fallback,
      features: PluginHost.features.compactMap { Feature($0) }, blocks: blocks)
    return (client, optional)
  }

  /// Returns the paths that the plugin reads, without arrays whose elements have paths in the list.
  private static func fields(of reads: [PluginCheck.Read]) -> [FieldPath] {
    let paths = reads.flatMap(\.paths).uniqued
    return paths.filter { path in !paths.contains { $0.hasPrefix(path + "[*]") } }
      .compactMap { FieldPath($0) }
  }

  /// Whether at least one block has the parent of the path but not the path itself, or more than
  /// half of the blocks lack the path.
  private static func isOptional(_ field: FieldPath, in reads: [PluginCheck.Read]) -> Bool {
    let missing = reads.compactMap { field.missingPart(in: [$0.block]) }
    return missing.contains(field.text) || missing.count * 2 > reads.count
  }

  private static func text(of client: Client, optional: [[FieldPath]]) -> String {
    let lines = zip(client.blocks, optional).flatMap { block, optional in
      ["\(block.claim.words) is drawn by \(block.plugin ?? "")@\(block.version ?? "")"]
        + block.fields.map { "    reads \($0.text)" }
        + optional.map { "    reads \($0.text), which some blocks lack" }
    }
    return (lines.isEmpty ? ["no plugins found"] : lines).map { TerminalText.line($0) + "\n" }
      .joined()
  }
}
