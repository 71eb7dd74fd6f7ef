internal import Glibc

/// Reads a stream in pieces of whole lines. The reader keeps one piece in memory, or one line if
/// that is longer. A line ends with a line feed; a carriage return before it is removed. The last
/// line may lack a line feed. A line that is too long is counted and dropped.
package final class LineReader {
  /// The items of the lines, and the bytes that the items' ranges refer to.
  package typealias Piece = (items: [BatchInput.Item], bytes: [UInt8])

  /// The maximum number of lines in a piece: a line's result is many times as long as the line.
  private static let mostLines = 1_024

  private let descriptor: Int32
  private let closes: Bool
  /// The maximum size of a line that is kept, in bytes, including a carriage return.
  private let longest: Int
  private let pieceSize: Int
  /// Called repeatedly while no data arrives; `true` ends the stream at the last whole line.
  private let isStopped: @Sendable () -> Bool
  /// The bytes after the piece that was returned last.
  private var rest: [UInt8] = []

  /// - Parameter closes: Whether the descriptor is closed with the reader.
  package init(
    descriptor: Int32, longest: Int, pieceSize: Int = 128 << 10, closes: Bool = false,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.descriptor = descriptor
    self.closes = closes
    self.longest = longest
    self.pieceSize = pieceSize
    self.isStopped = isStopped
  }

  deinit { if closes { close(descriptor) } }

  /// Returns one or more lines, or `nil` at the end or when stopped. Waits for a whole line.
  package func next() throws(ReadFailure) -> Piece? {
    var text = rest
    rest = []
    var searched = 0
    /// The number of dropped bytes of a line that is too long.
    var dropped = 0
    while true {
      if let end = text[searched...].lastIndex(of: UInt8(ascii: "\n")) {
        return dropped == 0 ? piece(text, end: end + 1) : pieceOfLongLine(dropped, text)
      }
      searched = text.count
      if dropped > 0 || text.count > longest {
        dropped += text.count
        text.removeAll(keepingCapacity: true)
        searched = 0
      }
      guard try read(behind: &text) else {
        if isStopped() { return nil }
        if dropped > 0 { return ([.tooLong(dropped)], []) }
        return text.isEmpty ? nil : piece(text, end: text.count)
      }
    }
  }

  /// Returns the item of a dropped line whose end is in `text`, and keeps the bytes after the line.
  private func pieceOfLongLine(_ dropped: Int, _ text: [UInt8]) -> Piece {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    rest = Array(text.dropFirst(line.count + 1))
    return ([.tooLong(dropped + line.count)], [])
  }

  /// Returns the lines before `end`, at most `mostLines`, and keeps the bytes after them.
  private func piece(_ text: [UInt8], end: Int) -> Piece {
    var text = text
    var lines: [BatchInput.Item] = []
    var start = 0
    text.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      while start < end, lines.count < Self.mostLines {
        let found = memchr(base + start, 0x0A, end - start)
        let stop = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? end
        let hasReturn = stop > start && buffer[stop - 1] == UInt8(ascii: "\r")
        lines.append(
          stop - start > longest
            ? .tooLong(stop - start) : .text(start..<(hasReturn ? stop - 1 : stop)))
        start = stop + 1
      }
    }
    start = min(start, text.count)
    rest = Array(text[start...])
    text.removeLast(rest.count)
    return (lines, text)
  }

  /// Appends the available bytes; returns `false` at the end of the stream, or when stopped.
  private func read(behind text: inout [UInt8]) throws(ReadFailure) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if isStopped() { return false }
      // A regular file is always ready.
      let ready = poll(&entry, 1, 200)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      var failure: Int32 = 0
      // The storage of the line grows geometrically: the cost is proportional to its length.
      let count = withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 1) { buffer in
        let got = Glibc.read(descriptor, buffer.baseAddress, pieceSize)
        if got < 0 { failure = errno }
        if got > 0 { text.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<got])) }
        return got
      }
      if failure == EINTR || failure == EAGAIN { continue }
      guard failure == 0 else { throw ReadFailure(systemReason(failure)) }
      return count > 0
    }
  }
}
