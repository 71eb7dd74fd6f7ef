package import LayoutCore

/// The data that a provider can access to draw one block. It has no positions in the feed's text.
/// It can be sent to another process. `Document` is a `FeedTape`, or the number of a tape in shared
/// memory.
package struct BlockRequest<Document> {
  package var feed: Document
  /// The index of the block's value in `feed`.
  package var block: UInt32
  package var settings: Document
  /// The index of the block's settings in `settings`; `FeedTape.missing` without settings.
  package var settingsValue: UInt32
  package var blockCode: String
  package var showType: String
  package var environment: LayoutEnvironment
  /// The rows that the host keeps from an earlier drawing; `nil` if it asks for all rows.
  package var kept: KeptRows?

  package init(
    feed: Document, block: UInt32, settings: Document, settingsValue: UInt32, blockCode: String,
    showType: String, environment: LayoutEnvironment, kept: KeptRows? = nil
  ) {
    self.feed = feed
    self.block = block
    self.settings = settings
    self.settingsValue = settingsValue
    self.blockCode = blockCode
    self.showType = showType
    self.environment = environment
    self.kept = kept
  }

  package func with<Other>(feed: Other, settings: Other) -> BlockRequest<Other> {
    .init(
      feed: feed, block: block, settings: settings, settingsValue: settingsValue,
      blockCode: blockCode, showType: showType, environment: environment, kept: kept)
  }
}

/// The rows of a section that the host keeps, so that the provider is not called for them. If the
/// provider has other elements or another number of rows than expected, it is called for all rows.
package struct KeptRows: Sendable, Hashable, FlatValue {
  /// The index of the array whose elements make the rows, in the feed's document.
  package var elements: UInt32
  package var count: UInt32
  /// The indices of the rows that are not kept, in ascending order.
  package var asked: [UInt32]

  package init(_ rows: EarlierRows) {
    elements = rows.elements
    count = UInt32(rows.rows.count)
    asked = rows.rows.indices.filter { rows.rows[$0].isNew }.map { UInt32($0) }
  }

  package func write(to writer: inout FlatWriter) {
    writer.add(elements)
    writer.add(count)
    writer.add(asked)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    (elements, count) = (try reader.read(), try reader.read())
    asked = try reader.read()
  }
}

/// Encodes a request for another process, one field per call: a call for all fields is slower.
extension BlockRequest: FlatValue where Document == Int {
  package func write(to writer: inout FlatWriter) {
    writer.add(feed)
    writer.add(block)
    writer.add(settings)
    writer.add(settingsValue)
    writer.add(blockCode)
    writer.add(showType)
    writer.add(environment)
    writer.add(kept)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self.init(
      feed: try reader.read(), block: try reader.read(), settings: try reader.read(),
      settingsValue: try reader.read(), blockCode: try reader.read(), showType: try reader.read(),
      environment: try reader.read(), kept: try reader.read())
  }
}

extension LayoutEnvironment.Appearance: FlatValue {}
extension LayoutEnvironment.Direction: FlatValue {}
extension LayoutEnvironment.TextSize: FlatValue {}
extension LayoutEnvironment.Platform: FlatValue {}
extension LayoutEnvironment.WrappedWidth: FlatValue {}

extension LayoutEnvironment: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(width)
    writer.add(height)
    writer.add(scale)
    writer.add(appearance)
    writer.add(direction)
    writer.add(textSize)
    writer.add(locale)
    writer.add(platform)
    writer.add(wrappedWidth)
    writer.add(isExact)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self.init()
    width = try reader.read()
    height = try reader.read()
    scale = try reader.read()
    appearance = try reader.read()
    direction = try reader.read()
    textSize = try reader.read()
    locale = try reader.read()
    platform = try reader.read()
    wrappedWidth = try reader.read()
    isExact = try reader.read()
  }
}
