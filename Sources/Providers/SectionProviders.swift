package import Diagnostics
package import LayoutCore

/// Who draws the sections of a page: plugins that were found, checked and loaded.
public struct SectionProviders: Sendable {
  package let registry: ProviderRegistry
  package let runner: any ProviderRunner
  /// Of the registry's renderers; `nil`: there are none.
  package let pageRunner: (any PageRunner)?
  /// Of the texts; providers and layout have to measure alike.
  package let measurer: any TextMeasurer
  /// What loading them found.
  package let found: [Diagnostic]

  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, measurer: any TextMeasurer,
    pageRunner: (any PageRunner)? = nil, found: [Diagnostic] = []
  ) {
    self.registry = registry
    self.runner = runner
    self.pageRunner = pageRunner
    self.measurer = measurer
    self.found = found
  }
}
