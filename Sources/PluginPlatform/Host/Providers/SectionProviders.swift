package import Support
package import LayoutCore

/// The plugins that draw the sections of a page: found and checked in advance, and loaded when a
/// page needs them.
public struct SectionProviders: Sendable {
  /// The registry before anything is drawn.
  package let registry: ProviderRegistry
  package var runner: any ProviderRunner
  /// Runs the registry's renderers; `nil` without any.
  package let pageRunner: (any PageRunner)?
  /// Loads plugins; `nil` if all are loaded.
  package let catalog: (any ProviderCatalog)?
  /// The text measurer; providers and layout must use the same one.
  package let measurer: any TextMeasurer
  /// The diagnostics of finding and loading the plugins so far.
  package var found: [Diagnostic] { catalog?.diagnostics ?? [] }

  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, measurer: any TextMeasurer,
    catalog: (any ProviderCatalog)? = nil, pageRunner: (any PageRunner)? = nil
  ) {
    self.registry = registry
    self.runner = runner
    self.catalog = catalog
    self.pageRunner = pageRunner
    self.measurer = measurer
  }
}
