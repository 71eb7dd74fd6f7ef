import SectionKit

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var articles: SectionPlugin {
    SectionPlugin(
      id: "articles", version: "1.0.0",
      [
        Articles.self, ArticleBanner.self, HotKeys.self,
      ])
  }
}
