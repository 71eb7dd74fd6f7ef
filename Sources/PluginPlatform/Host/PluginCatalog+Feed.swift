internal import Support

extension PluginCatalog {
  /// Size of a feed, in bytes, above which the search for names takes longer than it saves.
  private static let mostBytes = 4 << 20

  /// Starts the workers of plugins that a feed seems to need, in the background, to save time.
  /// - Parameter path: The path of the feed's file; anything but a small regular file is ignored.
  func prepare(forFeedAt path: String) {
    let names = isolatedClaims
    guard !names.isEmpty else { return }
    _ = WorkerThreads.start(1) { [self] in
      guard let file = try? OpenFile(path), file.size <= Self.mostBytes,
        let bytes = try? file.contents()
      else { return }
      let found = Self.strings(in: bytes, among: names)
      _ = contentsAfterLoading { registry in
        found.flatMap { [registry.owner(of: .blockCode($0)), registry.owner(of: .showType($0))] }
          .compactMap { $0 }
      }
    }
  }

  /// Returns the names that appear between two quotation marks. Complexity: O(bytes).
  static func strings(in bytes: [UInt8], among names: Set<String>) -> Set<String> {
    let lengths = Set(names.map(\.utf8.count))
    let quotation = UInt8(ascii: "\"")
    var found: Set<String> = []
    var start = bytes.endIndex
    for (index, byte) in bytes.enumerated() where byte == quotation {
      // Every pair of adjacent quotation marks counts: an escaped one spoils only two.
      if start < index, lengths.contains(index - start) {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if names.contains(text) { found.insert(text) }
      }
      start = index + 1
    }
    return found
  }

  /// Block codes and showTypes of the plugins that run in workers and are not loaded yet.
  private var isolatedClaims: Set<String> {
    var names: Set<String> = []
    for plugin in contents.plugins where plugin.isIsolated && plugin.number != nil {
      guard case .described(let descriptor) = plugin.state else { continue }
      for provider in descriptor.providers {
        names.formUnion(provider.blockCodes + provider.showTypes)
      }
    }
    return names
  }
}
