package import PluginHost

extension PluginCheck {
  /// A block, with the paths from it of the values that a plugin read: "$.items[*].title".
  package struct Read: Sendable {
    package let claim: ProviderRegistry.Key
    package let blockCode: String
    package let block: FeedValue
    package fileprivate(set) var paths: [String] = []
  }

  /// Draws the blocks of the feeds that a plugin claims in a sandboxed process, except those that
  /// only the wildcard claims and the feed layout does not leave to it. Throws `BenchFailure` or `Fault`.
  /// - Parameter includingWildcard: Whether those are drawn, too.
  package func reads(
    _ file: String, feeds: Feeds, includingWildcard: Bool = false
  ) throws -> [Read] {
    let examination = try examine(file, feeds)
    guard let plugin = examination.descriptor else {
      throw BenchFailure.notLoaded(reason: examination.refusal?.message ?? "is not loaded")
    }
    var reads: [Read] = []
    var rest = examination.feedSamples[...]
    let worker = try examination.start()
    // The results of one message share a limited memory.
    while !rest.isEmpty {
      let samples = Array(rest.prefix(32))
      rest = rest.dropFirst(32)
      let (values, end) = worker.reads(of: samples.map(\.job))
      if let end {
        let place = samples.indices.contains(values.count) ? samples[values.count].name : file
        throw BenchFailure.ended(cause: end.cause, place: place)
      }
      for (sample, values) in zip(samples, values) {
        guard
          let claim = plugin.claim(of: sample.request) ?? (includingWildcard ? .wildcard : nil)
        else { continue }
        var read = Read(
          claim: claim, blockCode: sample.request.blockCode, block: sample.request.block)
        ReadPaths(values).add(below: read.block, path: "$", to: &read.paths)
        reads.append(read)
      }
    }
    return reads
  }
}

extension PluginDescriptor {
  /// Returns the claim by which the plugin draws a block; `nil` for none, or the wildcard. A code
  /// that the feed layout leaves to the wildcard is claimed.
  fileprivate func claim(of request: SectionRequest) -> ProviderRegistry.Key? {
    let keys = providers.flatMap(\.keys)
    return [.blockCode(request.blockCode), .showType(request.showType)].first(where: keys.contains)
      ?? (request.isGenericByLayout && keys.contains(.wildcard)
        ? .blockCode(request.blockCode) : nil)
  }
}

private struct ReadPaths {
  private let indices: Set<UInt32>

  init(_ values: [FeedValue]) { indices = Set(values.map(\.index)) }

  /// Adds the paths below a value in document order, each once: scalars that were read, and arrays
  /// of which no element was. Returns whether one was read.
  @discardableResult
  func add(below value: FeedValue, path: String, to paths: inout [String]) -> Bool {
    var isRead = false
    switch value.kind {
    case .missing, .null: return false
    case .bool, .number, .string: break
    case .array:
      for element in value.children where add(below: element, path: path + "[*]", to: &paths) {
        isRead = true
      }
    case .object:
      for member in value.children {
        var path = path
        JSONPath.append(value.document.tape.key(member.index), to: &path)
        if add(below: member, path: path, to: &paths) { isRead = true }
      }
      return isRead
    }
    guard !isRead, indices.contains(value.index) else { return isRead }
    if !paths.contains(path) { paths.append(path) }
    return true
  }
}
