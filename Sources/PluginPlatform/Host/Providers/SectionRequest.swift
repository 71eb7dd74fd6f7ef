package import Support
package import FeedDocument
package import LayoutCore

/// A request to draw one block, with all inputs of a provider.
package struct SectionRequest: Sendable {
  package var block: FeedValue
  /// The feed layout's settings for this section, a value of a separate document.
  package var settings: FeedValue
  package var blockCode: String
  /// Empty if the payload has none.
  package var showType: String
  package var environment: LayoutEnvironment
  /// The value in the payload that holds the code; `nil` if unknown.
  package var codeValue: FeedValue?
  /// Height in points, at this environment's width, that the feed suggests for the section; used if
  /// no provider draws it.
  package var heightHint: Double?
  /// Height in points of the section when it was last drawn; it takes precedence over the hint if a
  /// plugin loses the section now.
  package var lastHeight: Double?
  /// The feed layout's settings of the section's layout, which take precedence over the provider's.
  package var layoutOverride: SectionLayoutOverride
  /// Whether the feed layout has settings of the generic section for this code: then the wildcard
  /// provider is intended, and not a fallback.
  package var isGenericByLayout: Bool

  package init(
    block: FeedValue, settings: FeedValue, blockCode: String, showType: String,
    environment: LayoutEnvironment, heightHint: Double? = nil,
    layoutOverride: SectionLayoutOverride = SectionLayoutOverride(), codeValue: FeedValue? = nil,
    isGenericByLayout: Bool = false
  ) {
    self.block = block
    self.settings = settings
    self.blockCode = blockCode
    self.showType = showType
    self.environment = environment
    self.heightHint = heightHint
    self.layoutOverride = layoutOverride
    self.codeValue = codeValue
    self.isGenericByLayout = isGenericByLayout
  }
}

extension SectionRequest {
  package var kind: BlockKind { BlockKind(blockCode: blockCode, showType: showType) }

  /// The value to which diagnostics about the code point: the member that holds it, or else the
  /// block.
  package var blockCodeValue: FeedValue {
    if let codeValue { return codeValue }
    guard block.kind == .object else { return block }
    return block.children.first { $0.string == blockCode } ?? block
  }
}

/// A provider of a registry.
package struct ProviderReference: Sendable, Hashable {
  package var plugin: Int
  package var provider: Int
  package init(plugin: Int, provider: Int) {
    self.plugin = plugin
    self.provider = provider
  }
}

/// The result of drawing one section with one provider. Warnings are diagnostics that do not lose
/// the section.
package enum SectionOutcome: Sendable {
  /// A validated section before layout, without `fallback`.
  case section(Section, warnings: [Diagnostic])
  /// The payload does not have the form that the provider expects: the next step of the ladder
  /// draws it.
  case declined(Diagnostic)
  /// The provider reports that it cannot draw the block: the next step of the ladder draws it.
  case failed(Diagnostic)
  /// The plugin crashed or returned an invalid result: the section is lost, and no other provider
  /// draws it.
  case lost(Diagnostic)
}

/// Runs providers, in this process or in another one.
package protocol ProviderRunner: Sendable {
  /// Returns one outcome per request, in their order.
  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome]
}
