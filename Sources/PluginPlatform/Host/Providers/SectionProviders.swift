package import Support
package import LayoutCore

/// The plugins that draw the sections of a page: found and checked in advance, and loaded when a
/// page needs them.
public struct SectionProviders: Sendable {
  private enum Source {
    /// Loads plugins.
    case catalog(PluginCatalog)
    case prepared(PreparedProviders)
  }

  /// The registry before a page was prepared.
  package let registry: ProviderRegistry
  /// The text measurer; providers and layout must use the same one.
  package let measurer: any TextMeasurer
  private let source: Source

  package init(_ catalog: PluginCatalog) {
    registry = catalog.registry
    measurer = catalog.measurer
    source = .catalog(catalog)
  }

  /// - Parameter runner: Runs the registry's providers, none of which has to be loaded.
  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, measurer: any TextMeasurer
  ) {
    self.registry = registry
    self.measurer = measurer
    source = .prepared(PreparedProviders(registry: registry, runner: runner))
  }

  /// The catalog that loads the plugins; `nil` if none has to be loaded.
  package var catalog: PluginCatalog? {
    if case .catalog(let catalog) = source { catalog } else { nil }
  }

  /// The diagnostics of finding and loading the plugins so far.
  package var found: [Diagnostic] { catalog?.diagnostics ?? [] }

  /// Loads the plugins that may draw blocks of these kinds, for one page.
  package func prepare(for kinds: Set<BlockKind>) -> PreparedProviders {
    switch source {
    case .catalog(let catalog): catalog.prepare(for: kinds)
    case .prepared(let providers): providers
    }
  }
}
