internal import ArgumentParser
internal import SectionEngine

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "List, create, check, benchmark, debug and trust section plugins.",
    subcommands: [
      PluginNewCommand.self, PluginListCommand.self, PluginClaimsCommand.self,
      PluginCheckCommand.self, PluginBenchCommand.self, PluginDebugCommand.self,
      PluginTrustCommand.self, PluginUntrustCommand.self,
    ])
}

struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: CommandGuide.program,
    abstract: "List every plugin: what it draws, or why it is not used.")

  @Argument(
    help: .value(
      "List only what draws this block code or showType, or writes this format.", "code"),
    completion: .blockCode)
  var code: String?

  @Option(help: .value("Output format: text or json.", "format"))
  var format = ReportFormat.text

  @OptionGroup(title: "Plugins") var options: PluginOptions
  @OptionGroup(title: "Plugins") var project: ProjectOptions

  func run() throws {
    let installation = try Installation.required()
    let plugins = try options.selection.inProject(!project.noProject)
    let catalog = try plugins.listing(installation)
    let listing = PluginListing(catalog: catalog, code: code)
    try Output.write(as: format, text: listing.text, json: listing.json)
    let unsaved = catalog.unsaved.map { failure in
      Diagnostic(
        .unusableClaimsCache, .note, "cannot write `\(shown(failure.path, limit: 200))`",
        label: failure.reason, notes: ["every start loads every plugin to see what it draws"],
        helps: ["check the folder, its permissions and the room on the disk"])
    }
    Output.report(
      catalog.diagnostics.filter {
        $0.code == .unreadablePluginFolder || $0.code == .folderOfOthers
          || ($0.code == .trustEnded && $0.plugin == nil)
      }
        + (unsaved.map { [$0] } ?? []), color: .auto)
  }
}
