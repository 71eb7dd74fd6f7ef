/// The offsets at which lines start, and the number of scalars before each block of 1024 bytes.
struct LineIndex: Sendable {
  private static let blockShift = 10

  private var lineStarts: [UInt32] = [0]
  private var scalarsBefore: [UInt32] = []

  init(_ text: UnsafeBufferPointer<UInt8>) {
    scalarsBefore.reserveCapacity((text.count >> Self.blockShift) + 1)
    var scalars: UInt32 = 0
    var block = 0
    while block <= text.count {
      scalarsBefore.append(scalars)
      let end = min(block + (1 << Self.blockShift), text.count)
      for offset in block..<end {
        let byte = text[offset]
        if !Self.isContinuation(byte) { scalars += 1 }
        if byte == UInt8(ascii: "\n") { lineStarts.append(UInt32(offset + 1)) }
      }
      block += 1 << Self.blockShift
    }
  }

  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Returns the index of the line that contains a byte; the first line is 0. O(log lines).
  func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func start(ofLine line: Int) -> Int { Int(lineStarts[line]) }

  /// Returns the number of Unicode scalars between two bytes. O(1).
  func scalars(from start: Int, to end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    scalars(before: end, in: text) - scalars(before: start, in: text)
  }

  private func scalars(before offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let block = offset >> Self.blockShift
    var count = Int(scalarsBefore[block])
    for byte in text[block << Self.blockShift..<offset] where !Self.isContinuation(byte) {
      count += 1
    }
    return count
  }
}
