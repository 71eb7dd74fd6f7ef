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
    let plugins = PluginHost.load(
      options.searchPath(installation), runtimeFolder: installation.runtime,
      measurer: RecordedTextMeasurer(), isolation: try options.isolation(installation),
      cacheFolder: PluginMemory().cache, isListing: true)
    let listing = PluginListing(plugins: plugins)
    switch format {
    case .text: try Output.write(listing.text)
    case .json: try Output.write(listing.json, to: nil)
    }
    let unsaved = plugins.unsaved.map { failure in
      Diagnostic(
        .unusableClaimsCache, .note, "cannot write `\(shown(failure.path, limit: 200))`",
        label: failure.reason, notes: ["every start loads every plugin to see what it draws"],
        helps: ["check the folder, its permissions and the room on the disk"])
    }
    Output.report(
      plugins.diagnostics.filter { $0.code == .unreadablePluginFolder }
        + (unsaved.map { [$0] } ?? []), color: .auto)
  }
}

/// What is not found out anew when plugins are loaded again.
struct KeptPlugins {
  /// `--trust` names files as they are when the program starts.
  let trusted: [TrustRecord]
  let copies = LoadedCopies()
}

extension PluginOptions {
  /// Finds them, to measure texts by `metrics`.
  /// - Parameters:
  ///   - kept: of one who loads them again and again, and sees every change of every file.
  ///   - forgives: a plugin that breaks is asked again for the next page, and remembered nowhere.
  func load(
    _ installation: Installation, metrics: FontMetrics, kept: KeptPlugins? = nil,
    forgives: Bool = false
  ) throws -> SectionProviders {
    let measurer = RecordedTextMeasurer(metrics)
    var isolation = try isolation(installation, trusted: kept?.trusted)
    isolation.forgives = forgives
    if !isolation.trusted.isEmpty { StandardStream.keepProductApart() }
    let loaded = PluginHost.load(
      searchPath(installation), runtimeFolder: installation.runtime, measurer: measurer,
      isolation: isolation,
      cacheFolder: kept == nil ? PluginMemory().cache : nil, copyFolder: PluginMemory().copies,
      copies: kept?.copies)
    return SectionProviders(loaded, measurer: measurer)
  }

  /// Plugins from elsewhere run in a worker, unless somebody vouched for the very file.
  /// - Parameter trusted: what `--trust` names; by default as it is now.
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

  /// What was named for this run, then the user's folder, then what belongs to the program.
  func searchPath(_ installation: Installation) -> PluginSearchPath {
    PluginSearchPath(
      options: plugins, environmentPath: environmentVariable("SECTIONENGINE_PLUGIN_PATH"),
      dataHome: environmentVariable("XDG_DATA_HOME"), home: environmentVariable("HOME"),
      bundled: installation.bundledPlugins, repository: installation.droppedPlugins)
  }
}
