package import LayoutCore

/// The data of one block that a provider can access, without source locations, so that it can be
/// sent to another process. A document is a `FeedTape`, or its number in shared memory.
package struct BlockRequest<Document> {
  package var feed: Document
  /// The block's value in `feed`.
  package var block: UInt32
  package var settings: Document
  /// The settings' value in `settings`.
  package var settingsValue: UInt32
  package var blockCode: String
  package var showType: String
  package var environment: LayoutEnvironment

  package init(
    feed: Document, block: UInt32, settings: Document, settingsValue: UInt32, blockCode: String,
    showType: String, environment: LayoutEnvironment
  ) {
    self.feed = feed
    self.block = block
    self.settings = settings
    self.settingsValue = settingsValue
    self.blockCode = blockCode
    self.showType = showType
    self.environment = environment
  }

  package func with<Other>(feed: Other, settings: Other) -> BlockRequest<Other> {
    .init(
      feed: feed, block: block, settings: settings, settingsValue: settingsValue,
      blockCode: blockCode, showType: showType, environment: environment)
  }
}
