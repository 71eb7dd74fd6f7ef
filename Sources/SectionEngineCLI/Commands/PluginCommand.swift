import ArgumentParser
import LayoutCore
import PluginHost
import Providers
import Renderers

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "See, write and check section plugins.",
    subcommands: [
      PluginNewCommand.self, PluginListCommand.self, PluginCheckCommand.self,
      PluginBenchCommand.self, PluginAllowCommand.self,
      PluginForgetCommand.self,
    ])
}

struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Every plugin found: what it draws, or why it is not used.")

  @OptionGroup var options: PluginOptions

  func run() throws {
    let installation = try Installation.required()
    let plugins = PluginHost.load(
      options.searchPath(installation), runtimeFolder: installation.runtime,
      measurer: RecordedTextMeasurer(), isolation: try options.isolation(installation))
    var lines: [String] = []
    for (number, plugin) in plugins.registry.plugins.enumerated()
    where !plugins.quarantined.contains(number) {
      let place = plugins.isolated.contains(number) ? "  in the worker" : ""
      lines.append("\(plugin.identity)  \(plugin.origin.rawValue)  \(plugin.path)\(place)")
      let codes = plugin.providers.flatMap(\.blockCodes)
      let showTypes = plugin.providers.flatMap(\.showTypes)
      lines += codes.map {
        "    draws \($0 == "*" ? "* (every block that nobody else draws)" : $0)"
      }
      lines += showTypes.map { "    draws showType \($0)" }
      lines += plugin.renderers.map { "    writes format \($0)" }
    }
    for refused in plugins.refused {
      lines.append("refused  \(refused.origin.rawValue)  \(refused.path) \(refused.refusal.reason)")
      lines.append("    \(refused.help)")
    }
    for claim in plugins.registry.shadowedClaims {
      let winner = plugins.registry.plugins[claim.winner.plugin]
      let loser = plugins.registry.plugins[claim.loser.plugin]
      lines.append(
        "shadowed  \(claim.key.words) of \(loser.identity): drawn by \(winner.identity), "
          + "which is found first")
    }
    if lines.isEmpty { lines.append("no plugins found") }
    try Output.write(lines.joined(separator: "\n") + "\n")
    Output.report(plugins.diagnostics.filter { $0.code == .unreadablePluginFolder }, color: .auto)
  }
}

/// What is not found out anew when plugins are loaded again.
struct KeptPlugins {
  /// `--trust` names files as they are when the program starts.
  let trusted: Set<FileDigest>
  let copies = LoadedCopies()
}

extension PluginOptions {
  /// Loads them, to measure texts by `metrics`.
  /// - Parameter kept: of one who loads them again and again.
  func load(
    _ installation: Installation, metrics: FontMetrics, kept: KeptPlugins? = nil
  ) throws -> SectionProviders {
    let measurer = RecordedTextMeasurer(metrics)
    let loaded = PluginHost.load(
      searchPath(installation), runtimeFolder: installation.runtime, measurer: measurer,
      isolation: try isolation(installation, trusted: kept?.trusted), copies: kept?.copies)
    return SectionProviders(loaded, measurer: measurer)
  }

  /// Plugins from elsewhere run in a worker, unless somebody vouched for the very file.
  /// - Parameter trusted: what `--trust` names; by default as it is now.
  func isolation(
    _ installation: Installation, trusted: Set<FileDigest>? = nil
  ) throws -> PluginIsolation {
    let memory = PluginMemory()
    var isolation = PluginIsolation(worker: installation.worker)
    isolation.trusted = memory.trusted?.digests() ?? []
    isolation.trusted.formUnion(try trusted ?? trustedDigests())
    isolation.quarantine = memory.quarantine
    isolation.allowsUnconfined = allowUnconfined
    isolation.sectionTime = sectionTime
    return isolation
  }

  /// The files of `--trust`, as they are now.
  func trustedDigests() throws -> Set<FileDigest> {
    try trust.reduce(into: []) { $0.formUnion(try PluginMemory.digests(of: $1)) }
  }

  /// What was named for this run, then the user's folder, then what belongs to the program.
  func searchPath(_ installation: Installation) -> PluginSearchPath {
    PluginSearchPath(
      options: plugins, environmentPath: environmentVariable("SECTIONENGINE_PLUGIN_PATH"),
      dataHome: environmentVariable("XDG_DATA_HOME"), home: environmentVariable("HOME"),
      bundled: installation.bundledPlugins, repository: installation.droppedPlugins)
  }
}
