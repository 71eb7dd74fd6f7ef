package import Diagnostics
package import LayoutCore
package import Providers

/// Finds, checks and loads plugins, and runs their providers.
///
/// | what | for |
/// |---|---|
/// | `PluginSearchPath`, `PluginDiscovery` | which files |
/// | `ELF…` | whether the loader may touch a file |
/// | `PluginLoader`, `PluginTable` | the file in the process, its claims checked |
/// | `InProcessRunner`, `ProviderCall` | the calls of the contract |
/// | `HostTable`, `HostContext`, `Border…` | what plugins call, and the checks of what they say |
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
    package let runner: InProcessRunner
    /// In search order.
    package let refused: [RefusedPlugin]
    /// Of folders, refused files and shadowed claims, in search order.
    package let diagnostics: [Diagnostic]
  }

  /// Loads every plugin of the search path. Nothing is ever unloaded.
  /// - Parameters:
  ///   - runtimeFolder: of the Swift runtime's libraries that are installed with the program; used
  ///     where a plugin needs one that the process does not have yet.
  ///   - measurer: for `measure_text`; the one that the page is laid out with.
  package static func load(
    _ searchPath: PluginSearchPath, runtimeFolder: String? = nil, measurer: any TextMeasurer
  ) -> Loaded {
    let discovery = PluginDiscovery(searchPath)
    let loader = PluginLoader(runtimeFolder: runtimeFolder)
    var plugins: [LoadedPlugin] = []
    var refused: [(name: String, plugin: RefusedPlugin)] = []
    for file in discovery.files {
      do throws(PluginRefusal) {
        let plugin = try loader.load(file)
        if let first = plugins.first(where: { $0.descriptor.id == plugin.descriptor.id }) {
          throw PluginRefusal.shadowed(
            id: plugin.descriptor.id, by: "\(first.descriptor.path) (\(first.descriptor.version))")
        }
        plugins.append(plugin)
      } catch {
        refused.append(
          (
            file.name,
            RefusedPlugin(path: file.shownPath, origin: file.folder.origin, refusal: error)
          ))
      }
    }
    // A library that a plugin brought along is no plugin, and not meant as one.
    let libraries = plugins.reduce(into: Set<String>()) { $0.formUnion($1.neighbours) }
    let notUsed = refused.compactMap { name, plugin in
      plugin.refusal == .noEntry && libraries.contains(name) ? nil : plugin
    }
    let registry = ProviderRegistry(plugins: plugins.map(\.descriptor))
    return Loaded(
      registry: registry, runner: InProcessRunner(plugins: plugins, measurer: measurer),
      refused: notUsed,
      diagnostics: discovery.diagnostics + notUsed.map(\.diagnostic)
        + registry.shadowedClaims.map { diagnostic(of: $0, in: registry) })
  }

  private static func diagnostic(
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
  package var diagnostic: Diagnostic {
    var isShadowed = false
    if case .shadowed = refusal { isShadowed = true }
    return Diagnostic(
      isShadowed ? .shadowedClaim : .pluginRefused, .warning, "\(path) \(refusal.reason)",
      notes: ["the plugin is not loaded"], helps: [refusal.help], plugin: path)
  }
}

extension ProviderRegistry.Key {
  /// "block code `TICKER`".
  package var words: String {
    switch self {
    case .blockCode(let code): "block code `\(shown(code))`"
    case .showType(let type): "showType `\(shown(type))`"
    case .wildcard: "the wildcard `*`"
    }
  }
}
