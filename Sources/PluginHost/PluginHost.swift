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
/// | `Isolation/` | the workers of untrusted plugins, quarantine |
/// | `Trust/` | the libraries that the loader would load with a plugin, and whether they are trusted |
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

  /// A file that was found, and what became of it.
  package struct ListedPlugin: Sendable {
    package enum State: String, Sendable {
      case program, worker, trusted, refused, shadowed, quarantined, unexamined
    }

    /// As it is shown to people.
    package var path: String
    package var origin: PluginDescriptor.Origin
    /// Somebody vouched for it.
    package var isTrusted: Bool
    package var isIsolated = false
    /// `nil` where it is not known what it is.
    package var descriptor: PluginDescriptor?
    package var refusal: PluginRefusal?
    /// In the registry.
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
    /// What is known, who claims what, and which claims are shadowed.
    package let registry: ProviderRegistry
    /// Runs the registry's providers.
    package let runner: PluginRunner
    /// In search order.
    package let files: [ListedPlugin]
    /// Of folders, refused files and shadowed claims, in search order.
    package let diagnostics: [Diagnostic]
    /// Why what was learned could not be kept; `nil` too where it was not to be.
    package let unsaved: DigestFolder.Failure?

    init(_ shelf: PluginShelf) {
      let contents = shelf.contents
      registry = contents.registry
      runner = PluginRunner(contents, of: shelf)
      files = contents.files
      diagnostics = contents.diagnostics
      unsaved = shelf.unsaved
    }

    /// In search order; those that are quarantined are in the registry too, so that their blocks are
    /// nobody else's.
    package var refused: [RefusedPlugin] { files.compactMap(\.refused) }
    /// Numbers of the registry's plugins that run in the worker.
    package var isolated: Set<Int> {
      Set(files.filter { $0.state == .worker }.compactMap(\.number))
    }
    /// Numbers of the registry's plugins that are not run.
    package var quarantined: Set<Int> {
      Set(files.filter { $0.state == .quarantined }.compactMap(\.number))
    }
  }

  /// Finds every plugin of the search path. Those that the cache does not know are loaded, the others
  /// when a feed needs them. Nothing is ever unloaded.
  /// - Parameters:
  ///   - runtimeFolder: of the Swift runtime's libraries that are installed with the program; used
  ///     where a plugin needs one that the process does not have yet.
  ///   - measurer: for `measure_text`; the one that the page is laid out with.
  ///   - isolation: `nil`: every plugin runs in this process.
  ///   - cacheFolder: where what plugins claim is kept; `nil`: nowhere, and all are loaded at once.
  ///   - copyFolder: where copies of trusted plugins have names that debuggers find; `nil`: nowhere.
  ///   - isListing: only to say what there is: no plugin from outside the installation runs in this
  ///     process.
  ///   - copies: of earlier calls, whose copies are used again.
  package static func load(
    _ searchPath: PluginSearchPath, runtimeFolder: String? = nil, measurer: any TextMeasurer,
    isolation: PluginIsolation? = nil, cacheFolder: String? = nil, copyFolder: String? = nil,
    isListing: Bool = false, copies: LoadedCopies? = nil
  ) -> Loaded {
    // Taken down before a plugin brings libraries of its own.
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
      case .changed: .pluginChanged
      case .notExamined: .pluginUnexamined
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
