/// A scalar of a text and its length in bytes.
struct DecodedScalar: Sendable, Hashable {
  var value: UInt32
  var count: Int
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the scalar at an offset inside the buffer.
  ///
  /// An invalid sequence yields U+FFFD once per maximal subpart (Unicode 15, section 3.9, table
  /// 3-7), like the repair of `String(decoding:as:)`.
  @inline(__always)
  func scalar(at offset: Int) -> DecodedScalar {
    let first = self[offset]
    return first < 0x80
      ? DecodedScalar(value: UInt32(first), count: 1) : multibyteScalar(at: offset, first: first)
  }

  private func multibyteScalar(at offset: Int, first: UInt8) -> DecodedScalar {
    let length: Int
    // The range of the second byte. All further bytes are 80 … BF.
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return DecodedScalar(value: 0xFFFD, count: 1)
    }
    guard offset + 1 < count, second.contains(self[offset + 1]) else {
      return DecodedScalar(value: 0xFFFD, count: 1)
    }
    var value = (UInt32(first) & (0x7F >> UInt32(length))) << 6 | UInt32(self[offset + 1] & 0x3F)
    var used = 2
    while used < length {
      guard offset + used < count, self[offset + used] & 0xC0 == 0x80 else {
        return DecodedScalar(value: 0xFFFD, count: used)
      }
      value = value << 6 | UInt32(self[offset + used] & 0x3F)
      used += 1
    }
    return DecodedScalar(value: value, count: length)
  }
}
