package import FeedDocument
package import LayoutCore

/// A request to draw one block, with all inputs of a provider.
package struct SectionRequest: Sendable {
  package var block: FeedValue
  /// The feed layout's settings for this section, in another document than the block.
  package var settings: FeedValue
  package var blockCode: String
  /// The showType; "" if the block has none.
  package var showType: String
  package var environment: LayoutEnvironment
  /// The value in the feed that contains the block code; `nil` if unknown.
  package var codeValue: FeedValue?
  /// The placeholder height that the feed suggests, in points.
  package var heightHint: Double?
  /// The placeholder height if the section is lost, in points: its height when it was last drawn.
  package var lastHeight: Double?
  /// The feed layout's settings of the section's layout, which override the provider's.
  package var layoutOverride: SectionLayoutOverride
  /// Whether the feed layout intends the wildcard provider for this code; see `BlockKind`.
  package var isGenericByLayout: Bool
  /// The rows that the section may keep from an earlier drawing by the provider that claims the block
  /// code; `nil` if the provider is asked for all rows.
  package var earlier: EarlierRows?

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

  /// The value at which diagnostics locate the block code: the member with it, or else the block.
  package var blockCodeValue: FeedValue {
    if let codeValue { return codeValue }
    guard block.kind == .object else { return block }
    return block.children.first { $0.string == blockCode } ?? block
  }
}

/// A provider: the index of its plugin in the registry, and its index in the plugin.
package struct ProviderReference: Sendable, Hashable {
  package var plugin: Int
  package var provider: Int
  package init(plugin: Int, provider: Int) {
    self.plugin = plugin
    self.provider = provider
  }
}

/// The result of drawing one section.
package enum SectionOutcome: Sendable {
  /// A validated section before layout; `fallback` is not set yet.
  case section(Section, warnings: [Diagnostic])
  /// The block has another form than the provider expects. The next step of the ladder draws it.
  case declined(Diagnostic)
  /// The provider cannot draw the block. The next step of the ladder draws it.
  case failed(Diagnostic)
  /// The plugin crashed or gave an invalid result. The section becomes a placeholder.
  case lost(Diagnostic)

  static func internalError(_ message: String, _ request: SectionRequest) -> SectionOutcome {
    .failed(Diagnostic(.internalError, .error, message, blockCode: request.blockCode))
  }
}

/// Runs providers, in this process or in worker processes.
package protocol ProviderRunner: Sendable {
  /// Whether one call must draw all sections of a page, because they share limits.
  var drawsTogether: Bool { get }

  /// Returns one outcome per request, in their order.
  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome]
}

extension ProviderRunner {
  package var drawsTogether: Bool { false }
}

package struct PageRequest: Sendable {
  /// The page after layout, in the format of the JSON renderer.
  package var layout: FeedDocument
  package var options: FeedDocument
  package init(layout: FeedDocument, options: FeedDocument) {
    self.layout = layout
    self.options = options
  }
}

package enum PageOutcome: Sendable {
  /// The output in valid UTF-8, with warnings and notes.
  case written([UInt8], remarks: [Diagnostic])
  case failed(Diagnostic)
}

/// The properties of a block that select its providers.
package struct BlockKind: Sendable, Hashable {
  package var blockCode: String
  /// The showType; "" if the block has none.
  package var showType: String
  /// Whether the feed layout intends the wildcard provider, which is then no fallback.
  package var isGenericByLayout: Bool

  package init(blockCode: String, showType: String, isGenericByLayout: Bool) {
    self.blockCode = blockCode
    self.showType = showType
    self.isGenericByLayout = isGenericByLayout
  }
}

/// The providers for a page. Their plugins are loaded, so drawing loads no plugin.
package struct PreparedProviders: Sendable {
  package let registry: ProviderRegistry
  /// Runs the registry's providers for one page.
  package var runner: any ProviderRunner
}
