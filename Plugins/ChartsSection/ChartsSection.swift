import SectionKit

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var charts: SectionPlugin {
    SectionPlugin(
      id: "charts", version: "1.0.0",
      [
        BannerSheets.self, GridSheets.self, ChartHeader.self, SongList.self,
      ])
  }
}
