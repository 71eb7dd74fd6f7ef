import Support

extension ByteWriter {
  /// Writes the `id` of a node or section: an XML name without colons. Different paths have
  /// different ids.
  ///
  /// Slashes are written as dots, and "[3]" at the end of a name as ".-3". Any byte other than
  /// letters, digits, `_` and `-` is ".." and two hexadecimal digits; so is a `-` at the start of a
  /// name.
  /// - Parameter prefix: begins with a letter and ends with a dot, such as "p.".
  mutating func writeID(of path: String, prefix: String) {
    write(prefix)
    let bytes = Array(path.utf8)
    var begins = true
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      let isFirst = begins
      begins = false
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        write(byte: byte)
      case UInt8(ascii: "-") where !isFirst:
        write(byte: byte)
      case UInt8(ascii: "/")
      where position + 1 < bytes.count && bytes[position + 1] != byte && !isFirst:
        write(".")
        begins = true
      case UInt8(ascii: "["):
        if let digits = Self.number(bytes, after: position) {
          write(".-")
          write(bytes[digits])
          position = digits.upperBound
        } else {
          fallthrough
        }
      default:
        write(".." + hexadecimal(byte, digits: 2, uppercase: true))
      }
      position += 1
    }
  }

  /// Returns the digits of a "[3]" at the end of a name.
  private static func number(_ bytes: [UInt8], after bracket: Int) -> Range<Int>? {
    let digits = bytes[(bracket + 1)...].prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }.indices
    let end = digits.upperBound
    guard !digits.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: "]"),
      end + 1 == bytes.count || bytes[end + 1] == UInt8(ascii: "/")
    else { return nil }
    return digits
  }
}
