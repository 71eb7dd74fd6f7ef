import MallSection
import SectionKit

/// The entry point of the plugin.
@c @implementation
public func section_plugin_entry(_ abi: UInt32) -> PluginExport { .plugin(.mall) }
