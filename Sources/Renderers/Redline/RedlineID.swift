import Support

extension ByteWriter {
  /// Writes the `id` of a node or section: an XML name without colons, different for different
  /// paths.
  ///
  /// Slashes become dots, and "[3]" at the end of a name becomes ".-3". Letters, digits, `_` and,
  /// except at the start of a name, `-` are unchanged. Every other byte becomes ".." and two
  /// hexadecimal digits.
  /// - Parameter prefix: The start of the id: a letter first, a dot last, such as "p.".
  mutating func writeID(of path: String, prefix: String) {
    write(prefix)
    var rest = Array(path.utf8)[...]
    var begins = true
    while let byte = rest.popFirst() {
      let isFirst = begins
      begins = false
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        write(byte: byte)
      case UInt8(ascii: "-") where !isFirst: write(byte: byte)
      case UInt8(ascii: "/") where !isFirst && !rest.isEmpty && rest.first != byte:
        write(".")
        begins = true
      case UInt8(ascii: "["):
        if let digits = Self.number(at: rest) {
          write(".-")
          write(digits)
          rest = rest[(digits.endIndex + 1)...]
        } else {
          fallthrough
        }
      default: write(".." + hexadecimal(byte, digits: 2, uppercase: true))
      }
    }
  }

  /// Returns the digits of an item number such as "[3]" at the end of a name; `start` follows "[".
  private static func number(at start: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = start.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let end = start[digits.endIndex...]
    let isLast = end.count == 1 || end.dropFirst().first == UInt8(ascii: "/")
    return !digits.isEmpty && end.first == UInt8(ascii: "]") && isLast ? digits : nil
  }
}
