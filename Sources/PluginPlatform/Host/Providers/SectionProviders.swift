package import LayoutCore
package import Support

/// The plugins that draw the sections of a page: found and checked in advance, and loaded when a
/// page needs them.
public struct SectionProviders: Sendable {
  /// The text measurer; providers and layout must use the same one.
  package let measurer: any TextMeasurer
  /// The catalog that loads the plugins; `nil` if none has to be loaded.
  package let catalog: PluginCatalog?
  /// The providers before a page was prepared.
  private let providers: PreparedProviders
  /// The claims of an app that does not have all of them, as in `ProviderRegistry.limited`.
  package var claims: [ProviderRegistry.Key: String]?

  package init(_ catalog: PluginCatalog) {
    measurer = catalog.measurer
    self.catalog = catalog
    providers = catalog.prepare(for: [])
  }

  /// - Parameter runner: Runs the registry's providers, none of which has to be loaded.
  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, measurer: any TextMeasurer
  ) {
    self.measurer = measurer
    catalog = nil
    providers = PreparedProviders(registry: registry, runner: runner)
  }

  /// The registry before a page was prepared.
  package var registry: ProviderRegistry { providers.registry }

  /// The diagnostics of finding and loading the plugins so far.
  package var found: [Diagnostic] { catalog?.diagnostics ?? [] }

  /// Loads the plugins that may draw blocks of these kinds, for one page.
  package func prepare(for kinds: Set<BlockKind>) -> PreparedProviders {
    if let catalog { return catalog.prepare(for: kinds, limitedTo: claims) }
    return PreparedProviders(
      registry: providers.registry.limited(to: claims), runner: providers.runner)
  }

  /// Finds the plugins of folders, the first folder first, and loads them into this process. Use it
  /// for plugins that you trust. Nothing is ever unloaded.
  ///
  /// An unusable file is skipped: ``Engine/diagnostics`` report which one, and why.
  /// - Parameters:
  ///   - folders: Folders of `.so` files.
  ///   - cache: A folder that keeps the plugins' claims, so that the next providers load a plugin
  ///     only when a page needs it; `nil` loads all plugins at once.
  public init(folders: [String], cache: String? = nil) {
    self.init(folders, isolation: nil, cache: cache)
  }

  /// Finds the plugins of folders, the first folder first, and loads each into a sandboxed worker,
  /// as untrusted code. A plugin that crashes or hangs loses its section, and these providers do
  /// not run it again.
  ///
  /// If the system lacks a protection, or the worker does not start, the plugins are refused, and
  /// ``Engine/diagnostics`` report it.
  /// - Parameters:
  ///   - folders: Folders of `.so` files.
  ///   - worker: Path of `section-worker`, which is installed in `libexec/sectionengine`.
  ///   - cache: A folder that keeps the plugins' claims, so that the next providers start a worker
  ///     only when a page needs it; `nil` starts it at once.
  public init(folders: [String], worker: String, cache: String? = nil) {
    self.init(folders, isolation: PluginIsolation(worker: worker), cache: cache)
  }

  private init(_ folders: [String], isolation: PluginIsolation?, cache: String?) {
    self.init(
      PluginCatalog(
        PluginSearchPath(options: folders), measurer: RecordedTextMeasurer(),
        isolation: isolation, cacheFolder: cache))
  }
}

/// The properties of a block that select its providers.
package struct BlockKind: Sendable, Hashable {
  package var blockCode: String
  /// Empty if the payload has none.
  package var showType: String
  /// Whether the feed layout intends the wildcard provider for this code: it is no fallback.
  package var isGenericByLayout: Bool
}

/// The providers of a page, whose plugins are loaded: drawing loads nothing.
package struct PreparedProviders: Sendable {
  package let registry: ProviderRegistry
  /// Runs the registry's providers, for one page.
  package var runner: any ProviderRunner
}
