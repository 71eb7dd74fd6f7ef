/// The result of `section_plugin_entry`: the plugin's table, which lives as long as the process.
///
/// Optional, because a plugin may return `NULL` to reject the host.
public typealias PluginExport = UnsafePointer<se_plugin>?

extension Optional where Wrapped == UnsafePointer<se_plugin> {
  /// Creates a plugin that draws sections.
  ///
  /// - Parameters:
  ///   - id: The name of the plugin: letters, digits, `-`, `_`, `.`.
  ///   - version: The version, such as `"1.0.0"`.
  ///   - providers: The provider types; the first one that claims a block's code draws the block.
  public static func sections<each Provider: SectionProvider>(
    id: StaticString, version: StaticString, _ providers: repeat (each Provider).Type
  ) -> PluginExport {
    var types: [any SectionProvider.Type] = []
    for provider in repeat each providers { types.append(provider) }
    return plugin(id: id, version: version, sections: types)
  }

  /// Creates a plugin that draws sections.
  public static func plugin(_ plugin: SectionPlugin) -> PluginExport {
    .plugin(id: plugin.id, version: plugin.version, sections: plugin.sections)
  }

  /// Creates a plugin that writes pages, and may also draw sections.
  ///
  /// - Parameters:
  ///   - id: The name of the plugin: letters, digits, `-`, `_`, `.`.
  ///   - version: The version, such as `"1.0.0"`.
  ///   - sections: The provider types; the first one that claims a block's code draws the block.
  ///   - renderers: The renderer types; each writes pages in one format.
  public static func plugin(
    id: StaticString, version: StaticString, sections: [any SectionProvider.Type] = [],
    renderers: [any PageRenderer.Type] = []
  ) -> PluginExport {
    PluginExtensions.offer(renderers.map { se_renderer(writtenBy: $0) })
    return StaticStorage.keep(
      se_plugin(
        abi: currentABI, provider_count: UInt32(sections.count), id: StaticStorage.cString(id),
        version: StaticStorage.cString(version),
        providers: StaticStorage.keep(
          sections.map {
            se_provider(drawnBy: StaticStorage.keep($0), claiming: StaticStorage.claims(of: $0))
          }),
        extension: { PluginExtensions.named($0) }))
  }
}

/// The value of the header's macro `SE_ABI`, which the Swift importer cannot evaluate.
let currentABI = UInt32(SE_ABI_MAJOR) << 16 | UInt32(SE_ABI_MINOR)
