package import Diagnostics
package import FeedDocument
package import LayoutCore

/// One block to be drawn: everything that a provider is told.
package struct SectionRequest: Sendable {
  package var block: FeedValue
  /// The feed layout's settings for this section; of a document of its own.
  package var settings: FeedValue
  package var blockCode: String
  /// Empty: the payload has none.
  package var showType: String
  package var environment: LayoutEnvironment
  /// Where the payload says the code; `nil`: not known.
  package var codeValue: FeedValue?
  /// Height in points, at this environment's width, that the feed suggests for the section; used
  /// where no provider draws it.
  package var heightHint: Double?
  /// Height in points that the section had when it was drawn last; goes before the hint where a plugin
  /// loses the section now.
  package var lastHeight: Double?
  /// The feed layout's word on how the section stands, which goes before the provider's.
  package var layoutOverride: SectionLayoutOverride
  /// The feed layout has settings of the generic section for this code: drawn by the provider that
  /// claims every block, it is what its author asked for, and no fallback.
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
  /// Where diagnostics about the code point: the member that holds it, else the block.
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

/// What came of asking one provider for one section. Warnings are diagnostics that cost less than
/// the section.
package enum SectionOutcome: Sendable {
  /// Validated, not yet laid out; without `fallback`.
  case section(LayoutSection, warnings: [Diagnostic])
  /// The payload is not of the provider's shape: the next step of the ladder takes it.
  case declined(Diagnostic)
  /// The provider says that it cannot draw the block: the next step of the ladder takes it.
  case failed(Diagnostic)
  /// The plugin broke, or returned something invalid: the section is lost, and nobody else is asked.
  case lost(Diagnostic)
}

/// Runs providers; in this process or, behind the same interface, in another one.
package protocol ProviderRunner: Sendable {
  /// Outcomes in the order of the requests, one each.
  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome]
  /// Called before blocks are drawn, with all of them: makes those ready that may draw one. The registry
  /// to go by, and the runner whose references are its own; `nil`: as they are.
  func ready(
    for requests: [SectionRequest]
  ) -> (registry: ProviderRegistry, runner: any ProviderRunner)?
  /// What is known of the plugins by now; `nil`: nothing new.
  var diagnostics: [Diagnostic]? { get }
}

extension ProviderRunner {
  package func ready(
    for requests: [SectionRequest]
  ) -> (registry: ProviderRegistry, runner: any ProviderRunner)? { nil }
  package var diagnostics: [Diagnostic]? { nil }
}
