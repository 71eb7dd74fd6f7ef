internal import FeedTape
package import LayoutCore

/// A request to draw a block in another process, with the plugin and provider that draw it.
package struct WorkerTask {
  /// Numbers of the plugin in the worker, and of its provider.
  package var plugin: Int
  package var provider: Int
  /// Numbers of the shared documents.
  package var feed: Int
  package var settings: Int
  package var block: UInt32
  package var settingsValue: UInt32
  package var blockCode: String
  package var showType: String
  package var environment: LayoutEnvironment
  package var layoutOverride: SectionLayoutOverride

  package init(
    plugin: Int, provider: Int, feed: Int, settings: Int, block: UInt32, settingsValue: UInt32,
    blockCode: String, showType: String, environment: LayoutEnvironment,
    layoutOverride: SectionLayoutOverride
  ) {
    self.plugin = plugin
    self.provider = provider
    self.feed = feed
    self.settings = settings
    self.block = block
    self.settingsValue = settingsValue
    self.blockCode = blockCode
    self.showType = showType
    self.environment = environment
    self.layoutOverride = layoutOverride
  }
}

extension FlatWriter {
  package mutating func add(_ task: WorkerTask) {
    for number in [task.plugin, task.provider, task.feed, task.settings] { add(UInt32(number)) }
    add(task.block)
    add(task.settingsValue)
    add(task.blockCode)
    add(task.showType)
    add(task.environment)
    add(task.layoutOverride)
  }

  private mutating func add(_ environment: LayoutEnvironment) {
    add(environment.width)
    add(environment.height)
    add(Int64(environment.scale))
    add(environment.appearance.rawValue)
    add(environment.direction.rawValue)
    add(environment.textSize.rawValue)
    add(environment.locale)
  }

  private mutating func add(_ value: SectionLayoutOverride) {
    add(choice: value.layout)
    add(optional: value.columns) { $0.add(Int64($1)) }
    add(optional: value.lanes) { $0.add(Int64($1)) }
    add(choice: value.rowAlignment)
    add(choice: value.itemAlignment)
    add(choice: value.orthogonalScrolling)
    add(length: value.peek)
    add(optional: value.currentGroup) { $0.add(Int64($1)) }
    for edges in [value.insets, value.margins] {
      for edge in [edges.top, edges.end, edges.bottom, edges.start] { add(length: edge) }
    }
    for length in [value.rowSpacing, value.itemSpacing, value.minimumHeight] { add(length: length) }
    add(choice: value.placement)
    add(choice: value.backgroundExtent)
    add(optional: value.isHeaderPinned) { $0.add($1) }
    add(optional: value.isFooterPinned) { $0.add($1) }
  }

  private mutating func add<T: RawRepresentable>(choice: T?) where T.RawValue == UInt8 {
    add(optional: choice) { $0.add($1.rawValue) }
  }

  private mutating func add(length: Double?) { add(optional: length) { $0.add($1) } }
}

extension FlatReader {
  package mutating func task() throws(Malformed) -> WorkerTask {
    WorkerTask(
      plugin: Int(try integer(UInt32.self)), provider: Int(try integer(UInt32.self)),
      feed: Int(try integer(UInt32.self)), settings: Int(try integer(UInt32.self)),
      block: try integer(), settingsValue: try integer(), blockCode: try text(),
      showType: try text(), environment: try environment(), layoutOverride: try layoutOverride())
  }

  private mutating func environment() throws(Malformed) -> LayoutEnvironment {
    var environment = LayoutEnvironment()
    environment.width = try number()
    environment.height = try number()
    environment.scale = Int(try integer(Int64.self))
    environment.appearance = try word()
    environment.direction = try word()
    environment.textSize = try word()
    environment.locale = try text()
    return environment
  }

  private mutating func layoutOverride() throws(Malformed) -> SectionLayoutOverride {
    var value = SectionLayoutOverride()
    value.layout = try choice()
    value.columns = try whole()
    value.lanes = try whole()
    value.rowAlignment = try choice()
    value.itemAlignment = try choice()
    value.orthogonalScrolling = try choice()
    value.peek = try length()
    value.currentGroup = try whole()
    value.insets = try edges()
    value.margins = try edges()
    value.rowSpacing = try length()
    value.itemSpacing = try length()
    value.minimumHeight = try length()
    value.placement = try choice()
    value.backgroundExtent = try choice()
    value.isHeaderPinned = try optional { reader throws(Malformed) in try reader.flag() }
    value.isFooterPinned = try optional { reader throws(Malformed) in try reader.flag() }
    return value
  }

  private mutating func edges() throws(Malformed) -> SectionLayoutOverride.Edges {
    SectionLayoutOverride.Edges(
      top: try length(), end: try length(), bottom: try length(), start: try length())
  }

  private mutating func length() throws(Malformed) -> Double? {
    try optional { reader throws(Malformed) in try reader.number() }
  }

  private mutating func whole() throws(Malformed) -> Int? {
    try optional { reader throws(Malformed) in Int(try reader.integer(Int64.self)) }
  }

  private mutating func choice<T: RawRepresentable>() throws(Malformed) -> T?
  where T.RawValue == UInt8 {
    guard try flag() else { return nil }
    guard let value = T(rawValue: try integer()) else { throw Malformed() }
    return value
  }

  private mutating func word<T: RawRepresentable>() throws(Malformed) -> T
  where T.RawValue == String {
    guard let value = T(rawValue: try text()) else { throw Malformed() }
    return value
  }
}
