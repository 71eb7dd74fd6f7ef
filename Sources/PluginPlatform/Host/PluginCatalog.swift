package import Support
package import LayoutCore
internal import PluginCalls
internal import Synchronization

/// The plugins of a search path. The catalog finds, describes, loads and lists them.
///
/// | component | task |
/// |---|---|
/// | `PluginSearchPath`, `Plugin.File` | finding the files |
/// | `ELF…` | checking that the loader may open a file |
/// | `PluginImage`, `PluginLoader` | reading the file once; loading it into this process |
/// | `Claims/` | describing plugins of earlier runs without loading them |
/// | `Manifest/` | describing libraries without an entry |
/// | `Isolation/` | running untrusted plugins in workers; quarantine |
/// | `Trust/` | finding the libraries that are loaded with a plugin, and whether they are trusted |
/// | `PluginRunner`, `CallOutcome` | calling the contract, and describing the outcomes in diagnostics |
///
/// The calls and their checks are in PluginCalls, which the worker shares.
package final class PluginCatalog: Sendable {
  struct State {
    /// All files of the search path, in its order.
    var plugins: [Plugin] = []
    var cache: ClaimsCache?
    var pool: WorkerPool?
    /// Why the cache could not be saved.
    var unsaved: DigestFolder.Failure?
    var contents = Contents()
  }

  /// The plugins at one time, with their registry.
  struct Contents: Sendable {
    var plugins: [Plugin] = []
    var registry = ProviderRegistry(plugins: [])
    /// The position of each plugin of the registry among all plugins.
    var positions: [Int] = []
    var pool: WorkerPool?
    var diagnostics: [Diagnostic] = []

    /// Returns the state of the plugin with a number of the registry.
    func state(of number: Int) -> Plugin.State { plugins[positions[number]].state }
  }

  let measurer: any TextMeasurer
  let loader: PluginLoader
  let isolation: PluginIsolation?
  /// Whether plugins are only listed: then no plugin from outside the installation runs in this
  /// process.
  let isListing: Bool
  let quarantined: Set<FileDigest>
  private let folderDiagnostics: [Diagnostic]
  private let state: Mutex<State>

  /// Finds every plugin of the search path. Plugins that the cache does not know are loaded now,
  /// the others when a page needs them. Nothing is ever unloaded.
  /// - Parameters:
  ///   - runtimeFolder: The folder of the Swift runtime libraries installed with the program; used
  ///     if a plugin needs one that the process has not loaded.
  ///   - measurer: The text measurer of `measure_text`; the page layout uses the same one.
  ///   - isolation: The worker settings; `nil` runs every plugin in this process.
  ///   - cacheFolder: The folder of the claims cache; `nil` disables it, and loads all plugins at
  ///     once.
  ///   - copyFolder: The folder of copies of trusted plugins under names that debuggers find; `nil`
  ///     makes none.
  ///   - isListing: Whether the plugins are only listed.
  ///   - copies: The copies of earlier catalogs, which are used again.
  package init(
    _ searchPath: PluginSearchPath, runtimeFolder: String? = nil, measurer: any TextMeasurer,
    isolation: PluginIsolation? = nil, cacheFolder: String? = nil, copyFolder: String? = nil,
    isListing: Bool = false, copies: LoadedCopies? = nil
  ) {
    // Recorded before a plugin adds libraries of its own.
    _ = ProgramLibraries.names
    self.measurer = measurer
    self.isolation = isolation
    self.isListing = isListing
    loader = PluginLoader(
      runtimeFolder: runtimeFolder, copies: copies,
      named: copyFolder.map { NamedCopies(folder: $0) })
    quarantined = isolation?.quarantine?.digests() ?? []
    let (files, diagnostics) = searchPath.files()
    folderDiagnostics = diagnostics
    state = Mutex(State(cache: cacheFolder.map { ClaimsCache(folder: $0) }))
    state.withLock { state in
      for file in files {
        let plugin = found(file, &state.cache)
        state.plugins.append(plugin)
      }
      load([], &state)
      update(&state)
    }
  }

  /// The files that are meant to be plugins, in search order.
  package var plugins: [Plugin] { contents.plugins.filter { !$0.isCompanion } }
  /// The plugins that are used, the claims of each, and the shadowed claims. Quarantined plugins
  /// are in it too, so that no other plugin draws their blocks.
  package var registry: ProviderRegistry { contents.registry }
  /// The diagnostics of folders, refused files and shadowed claims, in search order.
  package var diagnostics: [Diagnostic] { contents.diagnostics }
  /// Why the cache could not be saved; `nil` also if there is no cache.
  package var unsaved: DigestFolder.Failure? { state.withLock { $0.unsaved } }

  var contents: Contents { state.withLock { $0.contents } }

  // MARK: Loading

  /// Loads the plugins of these providers, several at a time. Their claims may differ from the
  /// described ones; then other plugins may be needed, and are loaded in turn.
  /// - Parameter needed: Returns the providers that are needed of a registry.
  func contentsAfterLoading(
    _ needed: (ProviderRegistry) -> [ProviderReference]
  ) -> Contents {
    func described(_ contents: Contents) -> [Int] {
      Set(needed(contents.registry).map { contents.positions[$0.plugin] }).filter {
        if case .described = contents.plugins[$0].state { true } else { false }
      }.sorted()
    }
    // The lock is not held while the providers are found: usually all plugins are loaded.
    let present = contents
    if described(present).isEmpty { return present }
    return state.withLock { state in
      // Each round loads at least one plugin.
      while true {
        let positions = described(state.contents)
        guard !positions.isEmpty else { return state.contents }
        load(positions, &state)
        update(&state)
      }
    }
  }

  /// Loads the plugins that may draw blocks of these kinds, for one page.
  package func prepare(for kinds: Set<BlockKind>) -> PreparedProviders {
    let contents = contentsAfterLoading { registry in
      kinds.flatMap { registry.candidates(blockCode: $0.blockCode, showType: $0.showType) }
        .map(\.reference)
    }
    return PreparedProviders(
      registry: contents.registry, runner: PluginRunner(contents, measurer: measurer))
  }

  /// Updates the contents after plugins changed their state. Complexity: O(files + claims).
  private func update(_ state: inout State) {
    var contents = Contents(pool: state.pool)
    var descriptors: [PluginDescriptor] = []
    var numbers: [String: Int] = [:]
    // Libraries that a plugin needs, or that a manifest calls, are not reported as plugins without
    // an entry, even if the plugin itself is refused.
    let libraries = state.plugins.reduce(into: Set<String>()) { $0.formUnion($1.companions) }
    for position in state.plugins.indices {
      var plugin = state.plugins[position]
      plugin.shadow = nil
      plugin.number = nil
      plugin.isCompanion = plugin.refusal == .noEntry && libraries.contains(plugin.file.name)
      plugin.isIsolated = isolation != nil && plugin.file.isCopied && !plugin.isTrusted
      if let descriptor = plugin.descriptor {
        if let first = numbers[descriptor.id] {
          plugin.shadow = .shadowed(
            id: descriptor.id, by: "\(descriptors[first].path) (\(descriptors[first].version))")
        } else {
          plugin.number = descriptors.count
          numbers[descriptor.id] = descriptors.count
          descriptors.append(descriptor)
          contents.positions.append(position)
        }
      }
      state.plugins[position] = plugin
    }
    let registry = ProviderRegistry(plugins: descriptors)
    contents.plugins = state.plugins
    contents.registry = registry
    contents.diagnostics =
      folderDiagnostics
      + state.plugins.filter { !$0.isCompanion }.flatMap(\.diagnostics)
      + state.plugins.flatMap(\.warnings) + (state.pool?.unwrittenRecords() ?? [])
      + registry.shadowedClaims.map { PluginHost.diagnostic(of: $0, in: registry) }
    state.contents = contents
  }
}
