package import SectionKit
internal import Synchronization

/// The plugins that the program links, and those of a search path. Finds, describes, loads and lists them.
///
/// | component | task |
/// |---|---|
/// | `PluginSearchPath`, `Plugin.File` | finding the files |
/// | `ELF…` | checking that the loader may open a file |
/// | `PluginImage`, `PluginLoader` | reading the file once; loading it into this process |
/// | `ClaimsCache` | describing plugins of earlier runs without loading them |
/// | `Manifest/` | describing libraries without an entry function |
/// | `Isolation/` | running untrusted plugins in workers; quarantine |
/// | `Trust/` | finding the libraries that are loaded with a plugin, and whether they are trusted |
/// | `PluginRunner`, `SectionFindings` | calling providers; diagnostics of the outcomes |
///
/// The module PluginCalls, which the worker also uses, calls the plugins and checks the results.
package final class PluginCatalog: Sendable {
  /// The mutable state of the catalog.
  struct Contents: Sendable {
    /// The linked plugins, and those of all files in the search path, in search order.
    var plugins: [Plugin] = []
    var registry = ProviderRegistry(plugins: [])
    /// For each plugin of the registry, its index in `plugins`.
    var positions: [Int] = []
    var pool: WorkerPool?
    var diagnostics: [Diagnostic] = []
    /// The diagnostics of folders and plugins that the user names and that cannot be used.
    var absences: [Diagnostic] = []
    var cache: ClaimsCache?
    var unsaved: DigestFolder.Failure?

    func state(of number: Int) -> Plugin.State { plugins[positions[number]].state }
  }

  let measurer: any TextMeasurer
  let loader: PluginLoader
  let isolation: PluginIsolation?
  /// Whether plugins are only listed; if so, trusted plugins are loaded into workers too.
  let isListing: Bool
  let quarantined: Set<FileDigest>
  private let folderDiagnostics: [Diagnostic]
  private let state: Mutex<Contents>

  /// Finds every plugin of the search path. Plugins that are not in the cache are loaded now, the
  /// others when a page needs them. A library is never unloaded from this process.
  /// - Parameters:
  ///   - linked: The plugins that the program links. They precede those of the search path.
  ///   - runtimeFolder: The folder of the Swift runtime installed with the program.
  ///   - measurer: Measures texts for plugins; must be the text measurer of the page layout.
  ///   - isolation: The worker settings; `nil` runs every plugin in this process.
  ///   - cacheFolder: The folder of the claims cache; `nil` loads all plugins now.
  ///   - copyFolder: The folder for copies of trusted plugins; `nil` uses copies in memory.
  ///   - copies: The plugins that earlier catalogs of this process loaded; `nil` if there are none.
  package init(
    _ searchPath: PluginSearchPath, linked: [SectionPlugin] = [],
    runtimeFolder: String? = nil, measurer: any TextMeasurer,
    isolation: PluginIsolation? = nil, cacheFolder: String? = nil, copyFolder: String? = nil,
    isListing: Bool = false, copies: LoadedCopies? = nil
  ) {
    // Reads the list of the program's libraries before plugins load more libraries.
    _ = SystemCalls.programLibraries
    self.measurer = measurer
    self.isolation = isolation
    self.isListing = isListing
    loader = PluginLoader(
      runtimeFolder: runtimeFolder, copies: copies,
      named: copyFolder.map { NamedCopies(folder: $0) })
    quarantined = isolation?.quarantine?.digests() ?? []
    let (files, diagnostics) = searchPath.files()
    folderDiagnostics =
      diagnostics + (isolation?.ignoredFolders ?? []) + (isolation?.unusedTrust(among: files) ?? [])
    state = Mutex(Contents(cache: cacheFolder.map { ClaimsCache(folder: $0) }))
    state.withLock { contents in
      contents.plugins = linked.map(Plugin.init(linked:))
      for file in files { contents.plugins.append(found(file, &contents.cache)) }
      load([], &contents)
      update(&contents)
    }
  }

  /// The plugins in search order, without files that are only libraries of a plugin.
  package var plugins: [Plugin] { contents.plugins.filter { !$0.isCompanion } }
  /// The plugins in use and their claims, including the claims of quarantined plugins.
  package var registry: ProviderRegistry { contents.registry }
  /// The diagnostics of folders, refused files and shadowed claims, in search order.
  package var diagnostics: [Diagnostic] { contents.diagnostics }
  /// The diagnostics of folders and plugins that the user names and that cannot be used. A plugin
  /// in a default folder is not named by the user.
  package var absences: [Diagnostic] { contents.absences }
  package var unsaved: DigestFolder.Failure? { contents.unsaved }

  var contents: Contents { state.withLock { $0 } }

  /// Loads the plugins of the `needed` providers. Repeats this while loading changes the claims.
  func contentsAfterLoading(
    _ needed: (ProviderRegistry) -> [ProviderReference]
  ) -> Contents {
    state.withLock { contents in
      // The loop ends, because each round loads at least one plugin.
      while true {
        let numbers = Set(needed(contents.registry).map(\.plugin))
        let positions = numbers.map { contents.positions[$0] }.sorted().filter {
          if case .described = contents.plugins[$0].state { true } else { false }
        }
        guard !positions.isEmpty else { return contents }
        load(positions, &contents)
        update(&contents)
      }
    }
  }

  /// Loads the plugins that may draw blocks of these kinds, and returns the providers for a page.
  /// - Parameter claims: The claims that the page uses; `nil` uses all claims.
  package func prepare(
    for kinds: Set<BlockKind>, limitedTo claims: [ProviderRegistry.Key: String]? = nil
  ) -> PreparedProviders {
    let contents = contentsAfterLoading { registry in
      let registry = registry.limited(to: claims)
      return kinds.flatMap {
        registry.candidates(blockCode: $0.blockCode, showType: $0.showType)
      }.map(\.reference)
    }
    return PreparedProviders(
      registry: contents.registry.limited(to: claims),
      runner: PluginRunner(contents, measurer: measurer))
  }

  /// Updates the registry and the diagnostics after states of plugins changed. O(files + claims).
  private func update(_ contents: inout Contents) {
    contents.positions = []
    var descriptors: [PluginDescriptor] = []
    var numbers: [String: Int] = [:]
    // A library that a plugin needs has no entry function. It is not reported as a refused plugin.
    let libraries = contents.plugins.reduce(into: Set<String>()) { $0.formUnion($1.companions) }
    for position in contents.plugins.indices {
      var plugin = contents.plugins[position]
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
      contents.plugins[position] = plugin
    }
    let registry = ProviderRegistry(plugins: descriptors)
    contents.registry = registry
    // Without its trust records, a plugin runs in the worker: the page lacks nothing.
    contents.absences =
      folderDiagnostics.filter { $0.code != .folderOfOthers }
      + contents.plugins.filter(\.isAbsent).flatMap(\.diagnostics)
    contents.diagnostics =
      folderDiagnostics
      + contents.plugins.filter { !$0.isCompanion }.flatMap(\.diagnostics)
      + contents.plugins.flatMap(\.warnings) + (contents.pool?.unwrittenRecords() ?? [])
      + (registry.repeatedClaims + registry.shadowedClaims).map {
        PluginHost.diagnostic(of: $0, in: registry)
      }
  }
}
