package import Providers

/// A block that the plugin is asked for: of a feed, or made up.
package struct Sample: Sendable {
  /// "usual.json $.data.blocks[2]".
  package var name: String
  /// As the page would ask; its code says which provider.
  package var request: SectionRequest
  /// The plugin's, that claims it.
  var provider = 0

  package init(name: String, request: SectionRequest) {
    self.name = name
    self.request = request
  }
}

extension PluginDescriptor {
  /// The provider that a page would ask first for a block: of the code, else of the showType, else of
  /// `*`.
  package func provider(of request: SectionRequest) -> Int? {
    providers.firstIndex { $0.blockCodes.contains(request.blockCode) }
      ?? providers.firstIndex { $0.showTypes.contains(request.showType) }
      ?? providers.firstIndex { $0.blockCodes.contains("*") }
  }
}
