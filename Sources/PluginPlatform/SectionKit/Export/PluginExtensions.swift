/// The extensions that a plugin offers besides its table.
enum PluginExtensions {
  // Written once, by `section_plugin_entry`, before the host reads it. Each plugin links its own
  // copy of SectionKit, so plugins do not share this variable.
  nonisolated(unsafe) private static var renderers: UnsafePointer<se_renderers>?

  /// The extension SE_ROWS, allocated once and never freed. Constant after initialization.
  nonisolated(unsafe) static let rows = StaticStorage.keep(
    se_rows(elements: { section, _ in
      guard let section else { return se_value() }
      return Unmanaged<OpenSection>.fromOpaque(section)._withUnsafeGuaranteedRef { open in
        se_value(index: open.provider.rowElements?.index ?? 0)
      }
    }))

  /// Stores the renderers. Ignores an empty table: plugins in one test process share `renderers`.
  static func offer(_ table: [se_renderer]) {
    guard !table.isEmpty else { return }
    renderers = StaticStorage.keep(
      se_renderers(
        renderers: StaticStorage.keep(table), count: UInt32(table.count), reserved: 0))
  }

  static func named(_ name: se_str) -> UnsafeRawPointer? {
    switch String(name) {
    case SE_RENDERERS: UnsafeRawPointer(renderers)
    case SE_ROWS: UnsafeRawPointer(rows)
    default: nil
    }
  }
}
