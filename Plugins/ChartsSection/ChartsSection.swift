import SectionKit

/// The entry point of the plugin.
@c @implementation
public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
  .sections(
    id: "charts", version: "1.0.0", BannerSheets.self, GridSheets.self, ChartHeader.self,
    SongList.self)
}
