/// The size in pixels that the head of an image file claims.
struct PictureSize: Equatable {
  let width: Int
  let height: Int

  /// Reads the size; `nil` if the file has none, such as a file that is cut off.
  init?(of bytes: [UInt8], type: String) {
    /// The integer of some bytes: in reverse order for `isLittle`.
    func number(_ range: Range<Int>, isLittle: Bool = false) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      let digits = isLittle ? Array(bytes[range].reversed()) : Array(bytes[range])
      return digits.reduce(0) { $0 << 8 | Int($1) }
    }
    var size: (width: Int?, height: Int?)
    switch type {
    case "image/png": size = (number(16..<20), number(20..<24))
    case "image/gif": size = (number(6..<8, isLittle: true), number(8..<10, isLittle: true))
    case "image/webp":
      switch bytes.dropFirst(12).prefix(4) {
      case let kind where kind.elementsEqual("VP8X".utf8):
        size.width = number(24..<27, isLittle: true).map { $0 + 1 }
        size.height = number(27..<30, isLittle: true).map { $0 + 1 }
      case let kind where kind.elementsEqual("VP8L".utf8):
        let bits = number(21..<25, isLittle: true)
        size = (bits.map { ($0 & 0x3fff) + 1 }, bits.map { ($0 >> 14 & 0x3fff) + 1 })
      default:
        size.width = number(26..<28, isLittle: true).map { $0 & 0x3fff }
        size.height = number(28..<30, isLittle: true).map { $0 & 0x3fff }
      }
    default:
      // The size of a JPEG is in its frame header, after segments that tell their length.
      var position = 2
      while let marker = number(position..<position + 2), marker >= 0xff00 {
        let kind = marker & 0xff
        if kind == 0xff {
          position += 1
        } else if 0xc0...0xcf ~= kind, ![0xc4, 0xc8, 0xcc].contains(kind) {
          size = (number(position + 7..<position + 9), number(position + 5..<position + 7))
          break
        } else if 0xd0...0xd9 ~= kind || kind == 0x01 {
          position += 2
        } else {
          guard let length = number(position + 2..<position + 4) else { break }
          position += 2 + length
        }
      }
    }
    guard let width = size.width, let height = size.height else { return nil }
    (self.width, self.height) = (width, height)
  }
}
