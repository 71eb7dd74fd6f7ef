package import LayoutCore
package import Support

/// The plugins that draw the sections of a page. Their files are found and checked in advance. A
/// plugin is loaded when a page needs it.
public struct SectionProviders: Sendable {
  /// The text measurer of the providers. The page layout must use the same measurer.
  package let measurer: any TextMeasurer
  /// The catalog that loads the plugins; `nil` if no plugin needs loading.
  package let catalog: PluginCatalog?
  /// The registry and runner, as they were before any page was prepared.
  private let providers: PreparedProviders
  /// The claims of an app, if pages use only these (`ProviderRegistry.limited`); `nil` uses all.
  package var claims: [ProviderRegistry.Key: String]?

  package init(_ catalog: PluginCatalog) {
    measurer = catalog.measurer
    self.catalog = catalog
    providers = catalog.prepare(for: [])
  }

  /// - Parameter runner: Runs the registry's providers, which need no loading.
  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, measurer: any TextMeasurer
  ) {
    self.measurer = measurer
    catalog = nil
    providers = PreparedProviders(registry: registry, runner: runner)
  }

  /// The registry, as it was before any page was prepared.
  package var registry: ProviderRegistry { providers.registry }

  /// The diagnostics from finding plugins, and from loading plugins so far.
  package var found: [Diagnostic] { catalog?.diagnostics ?? [] }

  /// The diagnostics of `found` about folders and plugins that the user names and that cannot be
  /// used, so that pages lack their sections.
  package var absences: [Diagnostic] { catalog?.absences ?? [] }

  /// Loads the plugins that may draw blocks of these kinds, and returns the providers for a page.
  package func prepare(for kinds: Set<BlockKind>) -> PreparedProviders {
    if let catalog { return catalog.prepare(for: kinds, limitedTo: claims) }
    return PreparedProviders(
      registry: providers.registry.limited(to: claims), runner: providers.runner)
  }

  /// Finds the plugins in folders and loads them into this process, which never unloads them. Use
  /// this initializer only for plugins that you trust.
  ///
  /// A file that cannot be used is skipped. ``Engine/diagnostics`` has the file and the reason.
  /// - Parameters:
  ///   - folders: Folders of `.so` files. Plugins in earlier folders take precedence.
  ///   - cache: A folder for the plugins' claims. With it, later runs load a plugin only when a
  ///     page needs it; `nil` loads all plugins immediately.
  public init(folders: [String], cache: String? = nil) {
    self.init(folders, isolation: nil, cache: cache)
  }

  /// Finds the plugins in folders and loads each into its own sandboxed worker process, as
  /// untrusted code. If a plugin crashes or hangs, its sections become placeholders, and this
  /// instance does not run the plugin again.
  ///
  /// If the system lacks a protection, or the worker does not start, the plugins are refused, and
  /// ``Engine/diagnostics`` has the reason.
  /// - Parameters:
  ///   - folders: Folders of `.so` files. Plugins in earlier folders take precedence.
  ///   - worker: The path of `section-worker`, which is installed in `libexec/sectionengine`.
  ///   - cache: A folder for the plugins' claims. With it, later runs start a worker only when a
  ///     page needs it; `nil` starts all workers immediately.
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
