package import PluginHost

/// A block for the plugin to draw, from a feed or made up.
package struct Sample: Sendable {
  /// The name in messages, such as "usual.json $.data.blocks[2]".
  package var name: String
  /// The request to draw the block.
  package var request: SectionRequest
  /// The index of the plugin's provider that claims the block.
  let provider: Int
  /// Whether the input is invalid on purpose. If so, exceeding a limit is not an error.
  var isHostile = false

  package init(name: String, request: SectionRequest, provider: Int = 0) {
    self.name = name
    self.request = request
    self.provider = provider
  }

  func changed(
    _ name: String, isHostile: Bool, _ change: (inout SectionRequest) -> Void
  ) -> Sample {
    var sample = self
    sample.name = name
    sample.isHostile = isHostile
    change(&sample.request)
    return sample
  }

  func invalid(_ what: String, _ change: (inout SectionRequest) -> Void) -> Sample {
    changed("\(what) (\(request.words))", isHostile: true, change)
  }

  func inside(_ what: String, _ change: (inout LayoutEnvironment) -> Void) -> Sample {
    changed("\(what) (\(name))", isHostile: false) { change(&$0.environment) }
  }

  /// Returns a sample with this sample's code and another payload, which is invalid on purpose.
  func with(_ what: String, _ value: FeedValue) -> Sample {
    invalid(what) { request in
      request.block = value
      request.codeValue = nil
    }
  }

  func with(_ what: String, _ payload: Payload) -> Sample {
    with(what, payload.value(named: "payload"))
  }

  var job: IsolatedPlugin.Job { (provider, request) }
}

extension Sample: ExaminedCase {
  static let words: ExaminedWords = (
    content: "the payload", input: "input", done: "drawn", product: "section"
  )

  var place: String { name }
  var bytes: Int { request.block.document.tape.bytes.count }

  func end(in worker: ExaminedWorker) -> ExaminedWorker.End? { worker.draw([job]).end }
}

extension PluginDescriptor {
  /// Returns the index of the plugin's provider that a page would try first for a block.
  package func provider(of request: SectionRequest) -> Int? {
    providers.firstIndex { $0.blockCodes.contains(request.blockCode) }
      ?? providers.firstIndex { $0.showTypes.contains(request.showType) }
      ?? providers.firstIndex { $0.blockCodes.contains("*") }
  }
}
