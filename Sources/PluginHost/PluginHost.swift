package import Diagnostics
package import LayoutCore
package import PluginCalls
package import Providers

/// Finds, checks and loads plugins, and runs their providers.
///
/// | what | for |
/// |---|---|
/// | `PluginSearchPath`, `PluginDiscovery` | finding the files |
/// | `ELF…` | checking that the loader may open a file |
/// | `PluginImage`, `PluginLoader` | reading the file once; loading it into this process |
/// | `Manifest/` | describing libraries without an entry |
/// | `Isolation/` | running untrusted plugins in workers; quarantine |
/// | `Trust/` | finding the libraries that are loaded with a plugin, and whether they are trusted |
/// | `PluginRunner`, `CallOutcome` | calling the contract, and describing the outcomes in diagnostics |
///
/// The calls and their checks are in PluginCalls, which the worker shares.
package enum PluginHost {
  /// A file that is not used, with the reason.
  package struct RefusedPlugin: Sendable, Hashable {
    /// The path as it is shown to people.
    package let path: String
    package let origin: PluginDescriptor.Origin
    package let refusal: PluginRefusal
  }

  /// A file that was found, and its state.
  package struct ListedPlugin: Sendable {
    package enum State: String, Sendable {
      case program, worker, trusted, refused, shadowed, quarantined, unexamined
    }

    /// The path as it is shown to people.
    package var path: String
    package var origin: PluginDescriptor.Origin
    /// Whether the user trusts the file.
    package var isTrusted: Bool
    package var isIsolated = false
    /// `nil` if the plugin was never loaded or described.
    package var descriptor: PluginDescriptor?
    package var refusal: PluginRefusal?
    /// The plugin's number in the registry.
    package var number: Int?

    init(path: String, origin: PluginDescriptor.Origin, isTrusted: Bool) {
      self.path = path
      self.origin = origin
      self.isTrusted = isTrusted
    }

    package var state: State {
      switch refusal {
      case .shadowed: .shadowed
      case .quarantined: .quarantined
      case .notExamined: .unexamined
      case .some: .refused
      case nil: isIsolated ? .worker : isTrusted ? .trusted : .program
      }
    }

    package var refused: RefusedPlugin? {
      refusal.map { RefusedPlugin(path: path, origin: origin, refusal: $0) }
    }
  }

  package struct Loaded: Sendable {
    /// The plugins, the claims of each, and the shadowed claims.
    package let registry: ProviderRegistry
    /// Runs the registry's providers.
    package let runner: PluginRunner
    /// The files in search order.
    package let files: [ListedPlugin]
    /// The diagnostics of folders, refused files and shadowed claims, in search order.
    package let diagnostics: [Diagnostic]
    /// Why the cache could not be saved; `nil` also if there is no cache.
    package let unsaved: DigestFolder.Failure?

    init(_ shelf: PluginShelf) {
      let contents = shelf.contents
      registry = contents.registry
      runner = PluginRunner(contents, of: shelf)
      files = contents.files
      diagnostics = contents.diagnostics
      unsaved = shelf.unsaved
    }

    /// The refused files in search order. Quarantined plugins are in the registry too, so that no
    /// other plugin draws their blocks.
    package var refused: [RefusedPlugin] { files.compactMap(\.refused) }
    /// Registry numbers of the plugins that run in a worker.
    package var isolated: Set<Int> {
      Set(files.filter { $0.state == .worker }.compactMap(\.number))
    }
    /// Registry numbers of the plugins that do not run.
    package var quarantined: Set<Int> {
      Set(files.filter { $0.state == .quarantined }.compactMap(\.number))
    }
  }

  /// Finds every plugin of the search path. Plugins that the cache does not know are loaded now,
  /// the others when a feed needs them. Nothing is ever unloaded.
  /// - Parameters:
  ///   - runtimeFolder: The folder of the Swift runtime libraries installed with the program; used
  ///     if a plugin needs one that the process has not loaded.
  ///   - measurer: The text measurer of `measure_text`; the page layout uses the same one.
  ///   - isolation: The worker settings; `nil` runs every plugin in this process.
  ///   - cacheFolder: The folder of the claims cache; `nil` disables it, and loads all plugins at
  ///     once.
  ///   - copyFolder: The folder of copies of trusted plugins under names that debuggers find; `nil`
  ///     makes none.
  ///   - isListing: Whether the plugins are only listed: then no plugin from outside the
  ///     installation runs in this process.
  ///   - copies: The copies of earlier calls, which are used again.
  package static func load(
    _ searchPath: PluginSearchPath, runtimeFolder: String? = nil, measurer: any TextMeasurer,
    isolation: PluginIsolation? = nil, cacheFolder: String? = nil, copyFolder: String? = nil,
    isListing: Bool = false, copies: LoadedCopies? = nil
  ) -> Loaded {
    // Recorded before a plugin adds libraries of its own.
    _ = ProgramLibraries.names
    let discovery = PluginDiscovery(searchPath)
    var gathering = PluginGathering(
      loader: PluginLoader(
        runtimeFolder: runtimeFolder, copies: copies,
        named: copyFolder.map { NamedCopies(folder: $0) }), isolation: isolation,
      cache: cacheFolder.map { ClaimsCache(folder: $0) }, isListing: isListing)
    for file in discovery.files { gathering.add(file) }
    gathering.load([], measurer: measurer)
    return Loaded(PluginShelf(gathering, found: discovery.diagnostics, measurer: measurer))
  }

  package static func diagnostic(
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
  /// The advice for the user.
  package var help: String {
    // Trusting a manifest does not load it into this process.
    if case .unconfined = refusal, path.hasSuffix(PluginManifest.suffix) {
      return "`--allow-unconfined` runs it all the same"
    }
    return refusal.help(naming: shellWord(path))
  }

  package var diagnostics: [Diagnostic] {
    // A manifest's findings have their own source locations.
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
      case .changed: .pluginChanged
      case .notExamined: .pluginUnexamined
      default: .pluginRefused
      }
    var diagnostic = Diagnostic(
      code, .warning, "\(path) \(refusal.reason)", notes: ["the plugin is not loaded"],
      helps: [help], plugin: path)
    diagnostic.trace = refusal.trace
    return diagnostic
  }
}

extension ProviderRegistry.Key {
  /// Returns a description such as "block code `TICKER`".
  package var words: String {
    switch self {
    case .blockCode(let code): "block code `\(shown(code))`"
    case .showType(let type): "showType `\(shown(type))`"
    case .wildcard: "the wildcard `*`"
    case .renderer(let name): "format `\(shown(name))`"
    }
  }
}
