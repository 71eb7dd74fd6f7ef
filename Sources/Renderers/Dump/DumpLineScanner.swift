import LayoutCore

/// Why a line of a dump cannot be read.
struct DumpSyntaxError: Error, Hashable {
  enum Expectation: Hashable {
    case header, feed, section, indentation, noMore, word, string, number, size, point, count
    case escape, unicode
    case literal(String)
  }

  /// Offset of the byte in the line.
  var offset: Int
  var expected: Expectation
}

/// Reads the tokens of one line of a dump; the offsets of its errors are bytes of the line.
struct DumpLineScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ line: ArraySlice<UInt8>) {
    bytes = line
    position = line.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }
  var offset: Int { position - bytes.startIndex }
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  func error(_ expected: DumpSyntaxError.Expectation) -> DumpSyntaxError {
    DumpSyntaxError(offset: offset, expected: expected)
  }

  func starts(with literal: String) -> Bool {
    bytes[position...].starts(with: literal.utf8)
  }

  /// Skips a literal where it stands next.
  mutating func skip(_ literal: String) -> Bool {
    guard starts(with: literal) else { return false }
    position += literal.utf8.count
    return true
  }

  mutating func expect(
    _ literal: String, or expectation: DumpSyntaxError.Expectation? = nil
  ) throws(DumpSyntaxError) {
    guard skip(literal) else { throw error(expectation ?? .literal(literal)) }
  }

  /// Number of spaces that are skipped.
  mutating func skipSpaces() -> Int {
    let start = position
    while next == UInt8(ascii: " ") { position += 1 }
    return position - start
  }

  /// A decimal that fits an Int, without sign and without leading zeros.
  mutating func integer(
    _ expectation: DumpSyntaxError.Expectation = .count
  ) throws(DumpSyntaxError) -> Int {
    let start = position
    skipDigits()
    let isCanonical = position == start + 1 || bytes[start..<position].first != UInt8(ascii: "0")
    guard isCanonical, let value = Int(String(decoding: bytes[start..<position], as: UTF8.self))
    else {
      position = start
      throw error(expectation)
    }
    return value
  }

  /// "-3.5": digits, and after a point one or more.
  mutating func number(
    _ expectation: DumpSyntaxError.Expectation = .number
  ) throws(DumpSyntaxError) -> Double {
    let start = position
    _ = skip("-")
    let whole = position
    skipDigits()
    var isNumber = position > whole
    if isNumber, skip(".") {
      let fraction = position
      skipDigits()
      isNumber = position > fraction
    }
    guard isNumber, let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
      value.isFinite
    else {
      position = start
      throw error(expectation)
    }
    return value
  }

  private mutating func skipDigits() {
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
  }

  mutating func size() throws(DumpSyntaxError) -> Size {
    let width = try number(.size)
    try expect("x", or: .size)
    return Size(width: width, height: try number(.size))
  }

  /// "@x,y wxh".
  mutating func frame() throws(DumpSyntaxError) -> Rect {
    try expect("@", or: .point)
    let x = try number(.point)
    try expect(",", or: .point)
    let y = try number(.point)
    try expect(" ", or: .size)
    let size = try size()
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }

  /// A bare word, or a JSON string.
  mutating func word() throws(DumpSyntaxError) -> String {
    if next == UInt8(ascii: "\"") { return try string() }
    return try bare()
  }

  mutating func bare() throws(DumpSyntaxError) -> String {
    let start = position
    while let byte = next {
      if byte < 0x80 {
        guard ByteWriter.isBare(Unicode.Scalar(byte)) else { break }
        position += 1
      } else {
        guard skip("×") else { break }
      }
    }
    guard position > start else { throw error(.word) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The rest of the line, which is not empty.
  mutating func rest() throws(DumpSyntaxError) -> String {
    guard !isAtEnd else { throw error(.word) }
    guard let text = String(validating: bytes[position...], as: UTF8.self) else {
      throw error(.unicode)
    }
    position = bytes.endIndex
    return text
  }

  /// A JSON string with its quotes.
  mutating func string() throws(DumpSyntaxError) -> String {
    let start = position
    try expect("\"", or: .string)
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error(.string) }
      if byte == UInt8(ascii: "\\") {
        text.append(contentsOf: try escape().utf8)
      } else {
        text.append(byte)
        position += 1
      }
    }
    try expect("\"", or: .string)
    guard let value = String(validating: text, as: UTF8.self) else {
      position = start
      throw error(.unicode)
    }
    return value
  }

  private mutating func escape() throws(DumpSyntaxError) -> String {
    let start = position
    position += 1
    let pairs: [(String, String)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("t", "\t"), ("n", "\n"),
      ("f", "\u{C}"), ("r", "\r"),
    ]
    for (letter, meaning) in pairs where skip(letter) { return meaning }
    if let unit = codeUnit() {
      if let scalar = Unicode.Scalar(unit) { return String(scalar) }
      // A scalar beyond U+FFFF is written as two surrogates.
      if unit < 0xDC00, skip("\\"), let low = codeUnit(), (0xDC00...0xDFFF).contains(low) {
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
        if let scalar = Unicode.Scalar(value) { return String(scalar) }
      }
    }
    position = start
    throw error(.escape)
  }

  /// A `u` and four hexadecimal digits.
  private mutating func codeUnit() -> UInt16? {
    guard skip("u"), bytes.endIndex - position >= 4 else { return nil }
    var value: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    position += 4
    return value
  }
}
