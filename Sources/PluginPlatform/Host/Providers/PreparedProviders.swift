package import Support

/// The properties of a block that select its providers.
package struct BlockKind: Sendable, Hashable {
  package var blockCode: String
  /// Empty if the payload has none.
  package var showType: String

  package init(blockCode: String, showType: String) {
    self.blockCode = blockCode
    self.showType = showType
  }
}

extension SectionRequest {
  package var kind: BlockKind { BlockKind(blockCode: blockCode, showType: showType) }
}

/// The providers of a page, whose plugins are loaded: drawing loads nothing.
package struct PreparedProviders: Sendable {
  package let registry: ProviderRegistry
  /// Runs the registry's providers.
  package let runner: any ProviderRunner
  /// The diagnostics of finding and loading the plugins so far.
  package let diagnostics: [Diagnostic]

  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, diagnostics: [Diagnostic]
  ) {
    self.registry = registry
    self.runner = runner
    self.diagnostics = diagnostics
  }
}

/// Plugins that are loaded when a page needs them.
package protocol ProviderCatalog: Sendable {
  /// Loads the plugins that may draw blocks of these kinds, for one page. Their claims may differ
  /// from those that are known; then other plugins may draw the blocks, and are loaded in turn.
  func prepare(for kinds: Set<BlockKind>) -> PreparedProviders
  /// The diagnostics of finding and loading the plugins so far.
  var diagnostics: [Diagnostic] { get }
}

extension SectionProviders {
  /// Loads the plugins that may draw blocks of these kinds, for one page.
  package func prepare(for kinds: Set<BlockKind>) -> PreparedProviders {
    catalog?.prepare(for: kinds)
      ?? PreparedProviders(registry: registry, runner: runner, diagnostics: found)
  }
}
