import ArgumentParser
import Diagnostics
import LayoutCore
import PluginHost
import Providers

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "See, write and check section plugins.",
    subcommands: [
      PluginNewCommand.self, PluginListCommand.self, PluginCheckCommand.self,
      PluginBenchCommand.self, PluginDebugCommand.self, PluginTrustCommand.self,
      PluginUntrustCommand.self,
    ])
}

struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Every plugin found: what it draws, or why it is not used.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Option(help: ArgumentHelp("Format: text or json.", valueName: "name"))
  var format: Format = .text

  @OptionGroup var options: PluginOptions

  func run() throws {
    let installation = try Installation.required()
    let catalog = PluginCatalog(
      options.searchPath(installation), runtimeFolder: installation.runtime,
      measurer: RecordedTextMeasurer(), isolation: try options.isolation(installation),
      cacheFolder: PluginMemory().cache, isListing: true)
    let listing = PluginListing(catalog: catalog)
    switch format {
    case .text: try Output.write(listing.text)
    case .json: try Output.write(listing.json, to: nil)
    }
    let unsaved = catalog.unsaved.map { failure in
      Diagnostic(
        .unusableClaimsCache, .note, "cannot write `\(shown(failure.path, limit: 200))`",
        label: failure.reason, notes: ["every start loads every plugin to see what it draws"],
        helps: ["check the folder, its permissions and the room on the disk"])
    }
    Output.report(
      catalog.diagnostics.filter { $0.code == .unreadablePluginFolder }
        + (unsaved.map { [$0] } ?? []), color: .auto)
  }
}

/// Data about plugins that is kept when they are loaded again.
struct KeptPlugins {
  /// The files of `--trust`, in their state at the start of the program.
  let trusted: [TrustRecord]
  let copies = LoadedCopies()
}

extension PluginOptions {
  /// Loads the plugins, with `metrics` for measuring texts.
  /// - Parameters:
  ///   - kept: Data for a caller that loads plugins repeatedly and detects changes of their files.
  ///   - forgives: Whether a plugin that breaks is used again for the next page, and is not quarantined.
  func load(
    _ installation: Installation, metrics: FontMetrics, kept: KeptPlugins? = nil,
    forgives: Bool = false
  ) throws -> SectionProviders {
    let measurer = RecordedTextMeasurer(metrics)
    var isolation = try isolation(installation, trusted: kept?.trusted)
    isolation.forgives = forgives
    if !isolation.trusted.isEmpty { StandardStream.keepProductApart() }
    return SectionProviders(
      PluginCatalog(
        searchPath(installation), runtimeFolder: installation.runtime, measurer: measurer,
        isolation: isolation, cacheFolder: kept == nil ? PluginMemory().cache : nil,
        copyFolder: PluginMemory().copies, copies: kept?.copies))
  }

  /// Returns the isolation: external plugins run in a worker, unless the user trusts the exact
  /// file.
  /// - Parameter trusted: The files of `--trust`; by default in their current state.
  func isolation(
    _ installation: Installation, trusted: [TrustRecord]? = nil
  ) throws -> PluginIsolation {
    let memory = PluginMemory()
    var isolation = PluginIsolation(worker: installation.worker)
    if let folder = memory.trusted { isolation.trusted = TrustedPlugins(rememberedIn: folder) }
    for record in try trusted ?? trust.map(PluginMemory.trust) { isolation.trusted.add(record) }
    isolation.quarantine = memory.quarantine
    isolation.allowsUnconfined = allowUnconfined
    isolation.sectionTime = sectionTime
    return isolation
  }

  /// Returns the search path: the folders and variables of this run, then the user's folder, then
  /// the program's own plugins.
  func searchPath(_ installation: Installation) -> PluginSearchPath {
    PluginSearchPath(
      options: plugins, environmentPath: environmentVariable("SECTIONENGINE_PLUGIN_PATH"),
      dataHome: environmentVariable("XDG_DATA_HOME"), home: environmentVariable("HOME"),
      bundled: installation.bundledPlugins, repository: installation.droppedPlugins)
  }
}
