package import PluginHost
internal import FeedDocument

/// A block for the plugin to draw, from a feed or made up.
package struct Sample: Sendable {
  /// A name such as "usual.json $.data.blocks[2]".
  package var name: String
  /// The request of the page; its code selects the provider.
  package var request: SectionRequest
  /// The number of the plugin's provider that claims the block.
  private(set) var provider = 0
  /// Whether the input is invalid on purpose: then exceeding a limit is not an error, but an
  /// invalid value is.
  var isHostile = false

  package init(name: String, request: SectionRequest) {
    self.name = name
    self.request = request
  }

  func drawn(by provider: Int) -> Sample {
    var sample = self
    sample.provider = provider
    return sample
  }

  /// Returns the sample with an invalid input.
  func hostile(_ name: String, _ change: (inout SectionRequest) -> Void) -> Sample {
    var sample = self
    sample.name = name
    sample.isHostile = true
    change(&sample.request)
    return sample
  }

  /// Returns the sample with another payload for its code.
  func with(_ what: String, _ value: FeedValue) -> Sample {
    hostile("\(what) (\(request.words))") { request in
      request.block = value
      request.codeValue = nil
    }
  }

  var job: ExaminedWorker.Request { (provider, request) }
}

extension Sample: ExaminedCase {
  static let words = ExaminedWords(
    content: "the payload", input: "input", done: "drawn", product: "section")

  var place: String { name }
  var bytes: Int { request.block.document.bytes.count }

  func end(in worker: ExaminedWorker) -> ExaminedWorker.End? { worker.draw([job]).end }
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
