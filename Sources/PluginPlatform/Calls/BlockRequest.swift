package import FeedTape
package import LayoutCore

/// The data of one block that a provider can access, without source locations, so that it can be
/// sent to another process.
package struct BlockRequest {
  package var feed: FeedTape
  /// The block's value in `feed`.
  package var block: UInt32
  package var settings: FeedTape
  /// The settings' value in `settings`.
  package var settingsValue: UInt32
  package var blockCode: String
  package var showType: String
  package var environment: LayoutEnvironment
  package var layoutOverride: SectionLayoutOverride

  package init(
    feed: FeedTape, block: UInt32, settings: FeedTape, settingsValue: UInt32, blockCode: String,
    showType: String, environment: LayoutEnvironment, layoutOverride: SectionLayoutOverride
  ) {
    self.feed = feed
    self.block = block
    self.settings = settings
    self.settingsValue = settingsValue
    self.blockCode = blockCode
    self.showType = showType
    self.environment = environment
    self.layoutOverride = layoutOverride
  }
}
