package import PluginHost

extension PluginCheck {
  /// A block and the paths of the values that a plugin read in it, such as "$.items[*].title".
  package struct Read: Sendable {
    package let claim: ProviderRegistry.Key
    package let blockCode: String
    package let block: FeedValue
    package fileprivate(set) var paths: [String] = []
  }

  /// Draws the blocks that a plugin claims, in a worker, and returns the values that it read.
  /// Throws `BenchFailure` or `Fault`.
  /// - Parameter includingWildcard: Whether to include blocks that the plugin claims only with "*".
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
    // Draws 32 blocks at a time, because the memory for the results of one message is limited.
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
        read.block.addPaths(of: Set(values.map(\.index)), path: "$", to: &read.paths)
        reads.append(read)
      }
    }
    return reads
  }
}

extension PluginDescriptor {
  /// Returns the claim by which the plugin draws a block; `nil` if only the wildcard claims it. If
  /// the feed layout intends the wildcard provider for the code, returns a claim of the code.
  fileprivate func claim(of request: SectionRequest) -> ProviderRegistry.Key? {
    let keys = providers.flatMap(\.keys)
    return [.blockCode(request.blockCode), .showType(request.showType)].first(where: keys.contains)
      ?? (request.isGenericByLayout && keys.contains(.wildcard)
        ? .blockCode(request.blockCode) : nil)
  }
}

extension FeedValue {
  /// Adds the paths of scalars that were read, and of arrays that were read without any of their
  /// elements, in document order, each once. Returns whether any value at or below this was read.
  @discardableResult
  fileprivate func addPaths(
    of indices: Set<UInt32>, path: String, to paths: inout [String]
  ) -> Bool {
    var isRead = false
    for child in children {
      var path = path
      if kind == .array {
        path += "[*]"
      } else {
        JSONPath.append(document.tape.key(child.index), to: &path)
      }
      if child.addPaths(of: indices, path: path, to: &paths) { isRead = true }
    }
    guard !isRead, kind != .object, kind != .null, indices.contains(index) else { return isRead }
    if !paths.contains(path) { paths.append(path) }
    return true
  }
}
