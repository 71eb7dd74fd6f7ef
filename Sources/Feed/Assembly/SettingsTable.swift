internal import FeedDocument

/// The settings of sections by block code: the layout's defaults merged with the section's own
/// settings, computed once for each code.
///
/// The height hint of a block is part of its settings, as `"hint": {"height": 173, "designWidth":
/// 375}`, so that a plugin that cannot read the payload can use the server's height.
///
/// A table can be used for any number of feeds of its layout, but only on one thread.
package final class SettingsTable {
  private let layout: FeedLayout
  /// Settings by code. The key `nil` has the settings of all codes without their own entry.
  private var byCode: [String?: FeedValue] = [:]

  package init(layout: FeedLayout) { self.layout = layout }

  func settings(for block: Block) -> FeedValue {
    let settings = settings(forCode: block.blockCode)
    guard let hint = block.heightHint else { return settings }
    var builder = DocumentBuilder(name: layout.name)
    builder.beginObject()
    builder.key("hint")
    builder.beginObject()
    builder.key("height")
    builder.number(hint.height)
    builder.key("designWidth")
    builder.number(hint.designWidth)
    return settings.merged(with: builder.finish().root, name: layout.name)
  }

  private func settings(forCode code: String) -> FeedValue {
    let section = layout.sections[code]
    let key = section.exists ? code : nil
    if let settings = byCode[key] { return settings }
    let settings = layout.defaults.merged(with: section, name: layout.name)
    byCode[key] = settings
    return settings
  }
}
