package import PluginHost

/// A block for the plugin to draw, from a feed or made up.
package struct Sample: Sendable {
  /// A name such as "usual.json $.data.blocks[2]".
  package var name: String
  /// The request of the page; its code selects the provider.
  package var request: SectionRequest
  /// The number of the plugin's provider that claims the block.
  private(set) var provider = 0

  package init(name: String, request: SectionRequest) {
    self.name = name
    self.request = request
  }

  func drawn(by provider: Int) -> Sample {
    var sample = self
    sample.provider = provider
    return sample
  }
}

extension PluginDescriptor {
  /// Returns the provider that a page would try first for a block: by its code, else by its
  /// showType, else by `*`.
  package func provider(of request: SectionRequest) -> Int? {
    providers.firstIndex { $0.blockCodes.contains(request.blockCode) }
      ?? providers.firstIndex { $0.showTypes.contains(request.showType) }
      ?? providers.firstIndex { $0.blockCodes.contains("*") }
  }
}
