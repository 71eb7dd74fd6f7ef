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
  /// Height in points that the feed suggests; used if no provider draws the section.
  package var heightHint: Double?
  /// Height in points when it was last drawn; precedes the hint if a plugin loses it now.
  package var lastHeight: Double?
  /// The feed layout's settings of the section's layout, which take precedence over the provider's.
  package var layoutOverride: SectionLayoutOverride
  /// Whether the feed layout intends the wildcard provider for this code: it is no fallback.
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

  package var kind: BlockKind {
    BlockKind(blockCode: blockCode, showType: showType, isGenericByLayout: isGenericByLayout)
  }

  /// The value of diagnostics about the code: the member that holds it, or else the block.
  package var blockCodeValue: FeedValue {
    if let codeValue { return codeValue }
    guard block.kind == .object else { return block }
    return block.children.first { $0.string == blockCode } ?? block
  }
}

package struct ProviderReference: Sendable, Hashable {
  package var plugin: Int
  package var provider: Int
  package init(plugin: Int, provider: Int) {
    self.plugin = plugin
    self.provider = provider
  }
}

/// The result of drawing one section; warnings do not lose it.
package enum SectionOutcome: Sendable {
  /// A validated section before layout, without `fallback`.
  case section(Section, warnings: [Diagnostic])
  /// The payload has another form than expected: the next step of the ladder draws it.
  case declined(Diagnostic)
  /// The provider cannot draw the block: the next step of the ladder draws it.
  case failed(Diagnostic)
  /// The plugin crashed or gave an invalid result: no other provider draws the section.
  case lost(Diagnostic)

  static func internalError(_ message: String, _ request: SectionRequest) -> SectionOutcome {
    .failed(Diagnostic(.internalError, .error, message, blockCode: request.blockCode))
  }
}

/// Runs providers, in this process or in another one.
package protocol ProviderRunner: Sendable {
  /// Returns one outcome per request, in their order.
  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome]
}

package struct PageRequest: Sendable {
  /// The laid-out page, as the JSON renderer writes it.
  package var layout: FeedDocument
  package var options: FeedDocument
  package init(layout: FeedDocument, options: FeedDocument) {
    self.layout = layout
    self.options = options
  }
}

package enum PageOutcome: Sendable {
  /// The page in valid UTF-8. Remarks do not prevent it.
  case written([UInt8], remarks: [Diagnostic])
  case failed(Diagnostic)
}
