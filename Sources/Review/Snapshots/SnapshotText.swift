import SectionEngine

/// A dump that is compared without its environment: equal pages in light and dark are one result.
package struct SnapshotText: Sendable, Hashable {
  package let bytes: [UInt8]
  /// The laid out page of the dump, for pictures; `nil` for a recorded dump. Not compared.
  package var drawn: Page?
  /// The range of the environment in the feed line.
  private let words: Range<Int>

  /// Creates the text of a dump; `nil` if the feed line does not state the given environment.
  package init?(_ bytes: [UInt8], of environment: LayoutEnvironment) {
    let sought = environment.bytes
    let newline = UInt8(ascii: "\n")
    guard let first = bytes.firstIndex(of: newline) else { return nil }
    let line = bytes[(first + 1)...].prefix { $0 != newline }
    // Uses the last occurrence, because the name of the feed comes first and can contain anything.
    guard line.count >= sought.count,
      let start = (line.startIndex...line.endIndex - sought.count).last(where: {
        line[$0] == sought[0] && line[$0 + 1] == sought[1] && line[$0...].starts(with: sought)
      })
    else { return nil }
    self.bytes = bytes
    words = start..<start + sought.count
  }

  private init(bytes: [UInt8], words: Range<Int>) {
    self.bytes = bytes
    self.words = words
  }

  /// Returns the same result with another environment, that of the first cell of its file.
  package func naming(_ environment: LayoutEnvironment) -> SnapshotText {
    let own = environment.bytes
    var bytes = bytes
    bytes.replaceSubrange(words, with: own)
    var text = SnapshotText(bytes: bytes, words: words.lowerBound..<words.lowerBound + own.count)
    text.drawn = drawn
    return text
  }

  /// The page of the dump; `nil` if the dump cannot be read.
  var page: Page? {
    let read = DumpParser.parse(bytes, file: "").page
    guard var drawn, let lines = read?.lines else { return read }
    // The dump may be of another environment with the same lines.
    drawn.lines?.facts = lines.facts
    return drawn
  }

  package static func == (a: SnapshotText, b: SnapshotText) -> Bool {
    guard a.words.lowerBound == b.words.lowerBound,
      a.bytes.count - a.words.count == b.bytes.count - b.words.count
    else { return false }
    return a.bytes.withUnsafeBytes { mine in
      b.bytes.withUnsafeBytes { theirs in
        haveEqualBytes(mine[..<a.words.lowerBound], theirs[..<b.words.lowerBound])
          && haveEqualBytes(mine[a.words.upperBound...], theirs[b.words.upperBound...])
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<words.lowerBound]))
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[words.upperBound...]))
    }
  }
}

extension LayoutEnvironment {
  fileprivate var bytes: [UInt8] {
    var writer = ByteWriter()
    for fact in facts { writer.write(attribute: fact.key, value: fact.value) }
    return writer.bytes
  }
}
