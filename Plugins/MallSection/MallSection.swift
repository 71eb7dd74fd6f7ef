import SectionKit

/// The entry point of the plugin.
@c @implementation
public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
  .sections(
    id: "mall", version: "1.0.0", Marquee.self, Card.self, Wallet.self, MiddleNav.self,
    BottomNav.self, Broadcast.self, LocalService.self, BottomFloat.self)
}
