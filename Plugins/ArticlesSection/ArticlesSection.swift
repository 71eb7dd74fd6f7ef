import SectionKit

/// The entry point of the plugin.
@c @implementation
public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
  .sections(id: "articles", version: "1.0.0", Articles.self, ArticleBanner.self, HotKeys.self)
}
