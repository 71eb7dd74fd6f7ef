internal import FeedDocument

/// The settings of sections: the layout's defaults merged with the section's own entry, once for
/// each code.
///
/// The height hint of a block is part of its settings, as `"hint": {"height": 173, "designWidth":
/// 375}`, so that a plugin that cannot read the payload can still use the server's height.
///
/// One table can serve any number of feeds of its layout.
package struct SettingsTable {
  private let layout: FeedLayout
  private var byCode: [String: FeedValue] = [:]
  private var unnamed: FeedValue?

  package init(layout: FeedLayout) { self.layout = layout }

  mutating func settings(for block: Block) -> FeedValue {
    let settings = settings(forCode: block.blockCode)
    guard let hint = block.heightHint else { return settings }
    var builder = DocumentBuilder(name: layout.name)
    _ = builder.beginObject()
    builder.key("hint")
    _ = builder.beginObject()
    builder.key("height")
    _ = builder.number(hint.height)
    builder.key("designWidth")
    _ = builder.number(hint.designWidth)
    builder.endObject()
    builder.endObject()
    return Self.merge(settings, builder.finish().root, name: layout.name)
  }

  private mutating func settings(forCode code: String) -> FeedValue {
    let section = layout.sections[code]
    guard section.exists else {
      let settings =
        unnamed
        ?? Self.merge(layout.defaults, section, name: layout.name)
      unnamed = settings
      return settings
    }
    if let settings = byCode[code] { return settings }
    let settings = Self.merge(layout.defaults, section, name: layout.name)
    byCode[code] = settings
    return settings
  }

  private static func merge(_ base: FeedValue, _ override: FeedValue, name: String) -> FeedValue {
    guard base.exists || override.exists else { return base }
    var builder = DocumentBuilder(name: name)
    _ = builder.merge(base, override)
    return builder.finish().root
  }
}
