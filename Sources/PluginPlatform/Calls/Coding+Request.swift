package import LayoutCore

/// Encodes a request to draw a block in another process. Its fields are added singly, for speed.
extension BlockRequest: FlatValue where Document == Int {
  package func write(to writer: inout FlatWriter) {
    writer.add(feed)
    writer.add(block)
    writer.add(settings)
    writer.add(settingsValue)
    writer.add(blockCode)
    writer.add(showType)
    writer.add(environment)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self.init(
      feed: try reader.read(), block: try reader.read(), settings: try reader.read(),
      settingsValue: try reader.read(), blockCode: try reader.read(), showType: try reader.read(),
      environment: try reader.read())
  }
}

extension LayoutEnvironment.Appearance: FlatValue {}
extension LayoutEnvironment.Direction: FlatValue {}
extension LayoutEnvironment.TextSize: FlatValue {}

extension LayoutEnvironment: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(width)
    writer.add(height)
    writer.add(scale)
    writer.add(appearance)
    writer.add(direction)
    writer.add(textSize)
    writer.add(locale)
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
  }
}
