package import Diagnostics
package import LayoutCore
package import PluginCalls
package import Providers

/// Finds, checks and loads plugins, and runs their providers.
///
/// | what | for |
/// |---|---|
/// | `PluginSearchPath`, `PluginDiscovery` | which files |
/// | `ELF…` | whether the loader may touch a file |
/// | `PluginImage`, `PluginLoader` | the file, read once; the file in this process |
/// | `Manifest/` | how libraries without an entry are called |
/// | `Isolation/` | the worker for plugins that nobody vouched for, blame, quarantine |
/// | `PluginRunner`, `CallOutcome` | the calls of the contract, and what became of them in words |
///
/// The calls themselves and their checks are PluginCalls', which the worker shares.
package enum PluginHost {
  /// A file that is not used.
  package struct RefusedPlugin: Sendable, Hashable {
    /// As it is shown to people.
    package let path: String
    package let origin: PluginDescriptor.Origin
    package let refusal: PluginRefusal
  }

  package struct Loaded: Sendable {
    /// What is loaded, who claims what, and which claims are shadowed.
    package let registry: ProviderRegistry
    /// Runs the registry's providers.
    package let runner: PluginRunner
    /// In search order; those that are quarantined are in the registry too, so that their blocks are
    /// nobody else's.
    package let refused: [RefusedPlugin]
    /// Of folders, refused files and shadowed claims, in search order.
    package let diagnostics: [Diagnostic]
    /// Numbers of the registry's plugins that run in the worker.
    package let isolated: Set<Int>
    /// Numbers of the registry's plugins that are not run.
    package let quarantined: Set<Int>
  }

  /// Loads every plugin of the search path. Nothing is ever unloaded.
  /// - Parameters:
  ///   - runtimeFolder: of the Swift runtime's libraries that are installed with the program; used
  ///     where a plugin needs one that the process does not have yet.
  ///   - measurer: for `measure_text`; the one that the page is laid out with.
  ///   - isolation: `nil`: every plugin runs in this process.
  ///   - copies: of earlier calls, whose copies are used again.
  package static func load(
    _ searchPath: PluginSearchPath, runtimeFolder: String? = nil, measurer: any TextMeasurer,
    isolation: PluginIsolation? = nil, copies: LoadedCopies? = nil
  ) -> Loaded {
    let discovery = PluginDiscovery(searchPath)
    var gathering = PluginGathering(
      loader: PluginLoader(runtimeFolder: runtimeFolder, copies: copies), isolation: isolation)
    for file in discovery.files { gathering.add(file) }
    gathering.loadIsolated(measurer: measurer)
    return gathering.loaded(found: discovery.diagnostics, measurer: measurer)
  }

  static func diagnostic(
    of claim: ProviderRegistry.ShadowedClaim, in registry: ProviderRegistry
  ) -> Diagnostic {
    let loser = registry.plugins[claim.loser.plugin]
    let winner = registry.plugins[claim.winner.plugin]
    return Diagnostic(
      .shadowedClaim, .note, "\(claim.key.words) of `\(loser.id)` goes to `\(winner.id)`",
      notes: ["\(winner.path) is found before \(loser.path); the first claim wins"],
      plugin: loser.identity)
  }
}

extension PluginHost.RefusedPlugin {
  /// What to do about it.
  package var help: String {
    // Trust does not let a manifest into the program.
    if case .unconfined = refusal, path.hasSuffix(PluginManifest.suffix) {
      return "`--allow-unconfined` runs it all the same"
    }
    return refusal.help
  }

  package var diagnostics: [Diagnostic] {
    // A manifest's findings have places of their own.
    if case .manifest(let found) = refusal { return found }
    return [diagnostic]
  }

  package var diagnostic: Diagnostic {
    let code: DiagnosticCode =
      switch refusal {
      case .shadowed: .shadowedClaim
      case .quarantined, .brokeWhileLoading: .pluginQuarantined
      case .unconfined: .protectionMissing
      case .noWorker: .workerFailed
      case .manifest: .invalidManifest
      case .manifestNeedsWorker: .manifestNeedsWorker
      default: .pluginRefused
      }
    return Diagnostic(
      code, .warning, "\(path) \(refusal.reason)", notes: ["the plugin is not loaded"],
      helps: [help], plugin: path)
  }
}

extension ProviderRegistry.Key {
  /// "block code `TICKER`".
  package var words: String {
    switch self {
    case .blockCode(let code): "block code `\(shown(code))`"
    case .showType(let type): "showType `\(shown(type))`"
    case .wildcard: "the wildcard `*`"
    case .renderer(let name): "format `\(shown(name))`"
    }
  }
}
