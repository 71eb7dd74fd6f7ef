internal import Batching
internal import Glibc
package import Providers

extension SectionProviders {
  /// Begins to start the workers of plugins that a feed seems to need, on a thread of its own, while the
  /// feed is parsed. Nothing but time depends on it.
  /// - Parameter path: of the feed's file; anything but a small regular file is left alone.
  package func prepare(forFeedAt path: String) { (runner as? PluginRunner)?.shelf.prepare(path) }
}

extension PluginShelf {
  /// Bytes of a feed beyond which looking for names takes longer than it saves.
  private static let mostBytes = 4 << 20

  fileprivate func prepare(_ path: String) {
    let contents = contents
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
      load(claimedBy: Self.strings(in: bytes, among: names))
    } finished: {
    }
  }

  /// The names that a text has between two quotation marks. Complexity: O(bytes).
  static func strings(in bytes: [UInt8], among names: Set<String>) -> Set<String> {
    let lengths = Set(names.map(\.utf8.count))
    let quotation = UInt8(ascii: "\"")
    var found: Set<String> = []
    var start = bytes.endIndex
    for (index, byte) in bytes.enumerated() where byte == quotation {
      // Between any two that follow each other, so that an escaped one misleads nobody for long.
      if start < index, lengths.contains(index - start) {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if names.contains(text) { found.insert(text) }
      }
      start = index + 1
    }
    return found
  }
}

extension PluginContents {
  /// Block codes and showTypes that plugins claim which are to run in workers and are not loaded.
  fileprivate var isolatedClaims: Set<String> {
    var names: Set<String> = []
    for file in files where file.isIsolated {
      guard let number = file.number, listed[number] != nil else { continue }
      for provider in registry.plugins[number].providers {
        names.formUnion(provider.blockCodes + provider.showTypes)
      }
    }
    return names
  }
}
