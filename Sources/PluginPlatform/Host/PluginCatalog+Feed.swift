internal import Support
internal import Glibc

extension SectionProviders {
  /// Starts the workers of plugins that a feed seems to need, in a background thread while the feed
  /// is parsed. It affects only the time.
  /// - Parameter path: The path of the feed's file; anything but a small regular file is ignored.
  package func prepare(forFeedAt path: String) { catalog?.prepare(path) }
}

extension PluginCatalog {
  /// Size of a feed, in bytes, above which the search for names takes longer than it saves.
  private static let mostBytes = 4 << 20

  fileprivate func prepare(_ path: String) {
    let names = contents.isolatedClaims
    guard !names.isEmpty else { return }
    _ = WorkerThreads(1) { [self] _ in
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { return }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size <= Self.mostBytes,
        let bytes = try? FileReading.bytes(of: file, at: 0, count: Int(status.st_size))
      else { return }
      let found = Self.strings(in: bytes, among: names)
      _ = contentsAfterLoading { registry in
        found.flatMap { [registry.owner(of: .blockCode($0)), registry.owner(of: .showType($0))] }
          .compactMap { $0 }
      }
    } finished: {
    }
  }

  /// Returns the names that appear between two quotation marks. Complexity: O(bytes).
  static func strings(in bytes: [UInt8], among names: Set<String>) -> Set<String> {
    let lengths = Set(names.map(\.utf8.count))
    let quotation = UInt8(ascii: "\"")
    var found: Set<String> = []
    var start = bytes.endIndex
    for (index, byte) in bytes.enumerated() where byte == quotation {
      // Every pair of adjacent quotation marks counts, so an escaped one spoils only its
      // neighbours.
      if start < index, lengths.contains(index - start) {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if names.contains(text) { found.insert(text) }
      }
      start = index + 1
    }
    return found
  }
}

extension PluginCatalog.Contents {
  /// Block codes and showTypes of the plugins that run in workers and are not loaded yet.
  fileprivate var isolatedClaims: Set<String> {
    var names: Set<String> = []
    for plugin in plugins where plugin.isIsolated && plugin.number != nil {
      guard case .described(let descriptor) = plugin.state else { continue }
      for provider in descriptor.providers {
        names.formUnion(provider.blockCodes + provider.showTypes)
      }
    }
    return names
  }
}
