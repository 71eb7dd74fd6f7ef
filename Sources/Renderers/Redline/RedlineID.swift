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

  /// Returns the digits of a "[3]" at the end of a name, from the first digit on.
  private static func number(at start: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = start.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let end = start[digits.endIndex...]
    let isLast = end.count == 1 || end.dropFirst().first == UInt8(ascii: "/")
    return !digits.isEmpty && end.first == UInt8(ascii: "]") && isLast ? digits : nil
  }
}
