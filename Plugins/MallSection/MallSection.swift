import SectionKit

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var mall: SectionPlugin {
    SectionPlugin(
      id: "mall", version: "1.0.0",
      [
        Marquee.self, Card.self, Wallet.self, MiddleNav.self, BottomNav.self, Broadcast.self,
        LocalService.self, BottomFloat.self,
      ])
  }
}
