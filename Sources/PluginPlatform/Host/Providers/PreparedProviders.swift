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

/// The providers of a page, whose plugins are loaded: drawing loads nothing.
package struct PreparedProviders: Sendable {
  package let registry: ProviderRegistry
  /// Runs the registry's providers, for one page.
  package var runner: any ProviderRunner
}
