internal import Glibc

/// Why an input could not be read on.
package struct InputFailure: Error, Equatable {
  /// The system's words.
  package let reason: String

  /// - Parameter number: Of the system's error.
  init(_ number: Int32 = errno) {
    reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}

/// Reads a stream in pieces of whole lines. It holds what it reads at a time, or one line where that is longer.
///
/// A line ends with a line feed, before which a carriage return does not belong to it; the last one may
/// end with the stream. A line that is too long is counted and not kept.
package struct LineReader {
  package enum Line: Equatable, Sendable {
    /// Where it stands among the bytes of its piece.
    case text(Range<Int>)
    /// Its length in bytes, with a carriage return.
    case tooLong(Int)
  }

  package struct Piece: Sendable {
    package var bytes: [UInt8]
    package var lines: [Line]
  }

  /// Lines of a piece. A line that is not worth reading has a result all the same, which says why, and
  /// that is many times as long.
  private static let mostLines = 1_024

  private let descriptor: Int32
  private let longest: Int
  private let pieceSize: Int
  private let isStopped: @Sendable () -> Bool
  /// Behind the last line of the last piece.
  private var rest: [UInt8] = []

  /// - Parameters:
  ///   - descriptor: Is not closed.
  ///   - longest: Bytes of the longest line that is kept, with a carriage return.
  ///   - pieceSize: Bytes that are read at a time.
  ///   - isStopped: Asked again and again while nothing arrives; then it is as if the stream ended at
  ///     the last whole line.
  package init(
    descriptor: Int32, longest: Int, pieceSize: Int = 128 << 10,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.descriptor = descriptor
    self.longest = longest
    self.pieceSize = pieceSize
    self.isStopped = isStopped
  }

  /// The next lines, at least one; `nil` at the end. Waits for no more than the stream has.
  package mutating func next() throws(InputFailure) -> Piece? {
    var text = rest
    rest = []
    var searched = 0
    /// Of a line that is too long, what was dropped.
    var dropped = 0
    while true {
      if let end = Self.lastLineFeed(of: text, from: searched) {
        guard dropped == 0 else { return pieceOfLongLine(dropped, text) }
        return piece(text, end: end + 1)
      }
      searched = text.count
      if dropped > 0 || text.count > longest {
        dropped += text.count
        text.removeAll(keepingCapacity: true)
        searched = 0
      }
      guard try read(behind: &text) else {
        if isStopped() { return nil }
        if dropped > 0 { return Piece(bytes: [], lines: [.tooLong(dropped)]) }
        return text.isEmpty ? nil : piece(text, end: text.count)
      }
    }
  }

  /// A line of which only the end is here, and behind it what the next piece begins with.
  private mutating func pieceOfLongLine(_ dropped: Int, _ text: [UInt8]) -> Piece {
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    rest = Array(text[min(end + 1, text.count)...])
    return Piece(bytes: [], lines: [.tooLong(dropped + end)])
  }

  /// The first lines of those that end before `end`; what stands behind them is kept.
  private mutating func piece(_ text: [UInt8], end: Int) -> Piece {
    var text = text
    var lines: [Line] = []
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
    return Piece(bytes: text, lines: lines)
  }

  private static func lastLineFeed(of text: [UInt8], from start: Int) -> Int? {
    text.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, start < buffer.count,
        memchr(base + start, 0x0A, buffer.count - start) != nil
      else { return nil }
      return buffer.lastIndex(of: UInt8(ascii: "\n"))
    }
  }

  /// Adds what there is to read; `false` at the end.
  private func read(behind text: inout [UInt8]) throws(InputFailure) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if isStopped() { return false }
      // A regular file is always ready.
      let ready = poll(&entry, 1, 200)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      var failure: Int32 = 0
      // Appended to the line so far, whose storage grows geometrically: a line costs its length.
      let count = withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 1) { buffer in
        let got = Glibc.read(descriptor, buffer.baseAddress, pieceSize)
        if got < 0 { failure = errno }
        if got > 0 { text.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<got])) }
        return got
      }
      if failure == EINTR || failure == EAGAIN { continue }
      guard failure == 0 else { throw InputFailure(failure) }
      return count > 0
    }
  }
}
