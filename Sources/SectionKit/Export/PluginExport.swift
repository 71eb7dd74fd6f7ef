/// What `section_plugin_entry` returns: the plugin's table, which lives as long as the process.
///
/// Optional because the header allows `NULL`, by which a plugin refuses the host.
public typealias PluginExport = UnsafePointer<se_plugin>?

extension Optional where Wrapped == UnsafePointer<se_plugin> {
  /// A plugin that draws sections.
  ///
  /// - Parameters:
  ///   - id: Name of the plugin: letters, digits, `-`, `_`, `.`.
  ///   - version: `"1.0.0"`.
  ///   - providers: The types that draw; the first one that claims a block code draws it.
  public static func sections<each Provider: SectionProvider>(
    id: StaticString, version: StaticString, _ providers: repeat (each Provider).Type
  ) -> PluginExport {
    var table: [se_provider] = []
    for provider in repeat each providers {
      table.append(se_provider(drawnBy: provider))
    }
    return StaticStorage.keep(
      se_plugin(
        abi: currentABI, provider_count: UInt32(table.count), id: StaticStorage.cString(id),
        version: StaticStorage.cString(version), providers: StaticStorage.keep(table),
        extension: nil))
  }
}

/// `SE_ABI` of the header, a macro that the importer cannot evaluate.
let currentABI = UInt32(SE_ABI_MAJOR) << 16 | UInt32(SE_ABI_MINOR)
