package import LayoutCore
public import SectionKit
package import Support

/// The section types and plugins that draw the sections of a page. Files of plugins are found and
/// checked in advance. A plugin is loaded when a page needs it.
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

  /// Takes section types of the program, plugins that it links, and plugins in folders.
  ///
  /// An earlier provider of a block code takes precedence: first `sections` in their order, then
  /// `linked`, then the folders. All of them have the same claims, limits and diagnostics. One that
  /// cannot be used is skipped; ``Engine/diagnostics`` has it and the reason. The cost without
  /// folders is linear in the claims.
  ///
  /// - Important: Plugins of folders run in this process, which never unloads them, unless `worker`
  ///   is given. Give it for plugins that you do not trust: each then runs in a sandboxed process. If
  ///   it crashes or hangs, its sections become placeholders, and this instance does not run it
  ///   again. If the system lacks a protection, or the worker does not start, they are refused.
  /// - Parameters:
  ///   - sections: The program's section types; on pages, their provider is `app`.
  ///   - linked: Plugins that the program links, such as `BundledSections.plugins`.
  ///   - folders: Folders of `.so` files.
  ///   - worker: The path of `section-worker`, which is installed in `libexec/sectionengine`.
  ///   - cache: A folder for the plugins' claims. With it, later runs load a plugin only when a
  ///     page needs it; `nil` loads all plugins of folders immediately.
  public init(
    _ sections: [any SectionProvider.Type] = [], linked: [SectionPlugin] = [],
    folders: [String] = [], worker: String? = nil, cache: String? = nil
  ) {
    let own = sections.isEmpty ? [] : [SectionPlugin(id: "app", version: "1.0.0", sections)]
    self.init(
      PluginCatalog(
        PluginSearchPath(options: folders), linked: own + linked, measurer: RecordedTextMeasurer(),
        isolation: worker.map { PluginIsolation(worker: $0) }, cacheFolder: cache))
  }
}
