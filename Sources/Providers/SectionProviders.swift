package import Diagnostics
package import LayoutCore

/// Who draws the sections of a page: plugins that were found and checked, and that are loaded when a page
/// needs them.
public struct SectionProviders: Sendable {
  /// As far as it is known before anything is drawn.
  package let registry: ProviderRegistry
  package let runner: any ProviderRunner
  /// Of the registry's renderers; `nil`: there are none.
  package let pageRunner: (any PageRunner)?
  /// Of the texts; providers and layout have to measure alike.
  package let measurer: any TextMeasurer
  private let foundFirst: [Diagnostic]
  /// What finding and loading them found until now.
  package var found: [Diagnostic] { runner.diagnostics ?? foundFirst }

  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, measurer: any TextMeasurer,
    pageRunner: (any PageRunner)? = nil, found: [Diagnostic] = []
  ) {
    self.registry = registry
    self.runner = runner
    self.pageRunner = pageRunner
    self.measurer = measurer
    foundFirst = found
  }
}
