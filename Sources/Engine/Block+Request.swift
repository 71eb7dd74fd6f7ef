package import Feeds
package import LayoutCore
package import PluginHost

extension Block {
  /// Returns the request for the block's provider.
  package func request(in environment: LayoutEnvironment, layout: FeedLayout) -> SectionRequest {
    SectionRequest(
      block: value, settings: settings, blockCode: blockCode, showType: showType,
      environment: environment, heightHint: heightHint?.height(forWidth: environment.width),
      layoutOverride: layout.layoutOverrides[blockCode] ?? SectionLayoutOverride(),
      codeValue: codeValue, isGenericByLayout: layout.settlesForGeneric(blockCode))
  }
}

extension FeedLayout {
  /// Whether the layout's author requested the generic section; an inferred layout does not count.
  fileprivate func settlesForGeneric(_ code: String) -> Bool {
    !isInferred && sections[code]["generic"].exists
  }
}
