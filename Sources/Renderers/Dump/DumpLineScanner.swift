import Support
import LayoutCore
import Page

/// The reason why a line of a dump cannot be read.
struct DumpSyntaxError: Error {
  /// The syntax that the parser expected at the error, as words for the diagnostic.
  enum Expectation: String {
    case header = "the header line `# layout-dump v1 · unit pt · scale …`"
    case feed = "`feed NAME WIDTHxHEIGHT`"
    case section = "two spaces and `section CODE @X,Y WIDTHxHEIGHT`"
    case indentation = "an indentation of the section, the line above, or two spaces more"
    case noMore = "nothing more"
    case word = "a word or a quoted string"
    case string = "a quoted string"
    case size = "a size `WIDTHxHEIGHT`"
    case point = "a point `@X,Y`"
    case count = "a count"
    case escape = "an escape of JSON"
    case unicode = "valid UTF-8"
    case bracket = "`]`"
    case space = "` `"
  }

  /// The byte offset of the error in the line.
  var offset: Int
  var expected: Expectation
}

/// Reads the tokens of one line of a dump. Error offsets are byte offsets in the line.
struct DumpLineScanner {
  typealias Expectation = DumpSyntaxError.Expectation

  private let bytes: [UInt8]
  private let start: Int
  private let end: Int
  private(set) var position: Int
  private let isValid: Bool

  init(_ bytes: [UInt8], _ line: Range<Int>, isValid: Bool = false) {
    self.bytes = bytes
    start = line.lowerBound
    end = line.upperBound
    position = start
    self.isValid = isValid
  }

  var isAtEnd: Bool { position == end }
  var offset: Int { position - start }
  var next: UInt8? { position < end ? bytes[position] : nil }

  func error(_ expected: Expectation) -> DumpSyntaxError {
    DumpSyntaxError(offset: offset, expected: expected)
  }

  @inline(__always)
  mutating func skip(byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func expect(byte: UInt8, or expectation: Expectation) throws(DumpSyntaxError) {
    guard skip(byte: byte) else { throw error(expectation) }
  }

  mutating func skip(_ literal: String) -> Bool {
    guard bytes[position..<end].starts(with: literal.utf8) else { return false }
    position += literal.utf8.count
    return true
  }

  mutating func expect(_ literal: String, or expectation: Expectation) throws(DumpSyntaxError) {
    guard skip(literal) else { throw error(expectation) }
  }

  mutating func skipSpaces() -> Int {
    let start = position
    while skip(byte: UInt8(ascii: " ")) {}
    return position - start
  }

  /// Reads a decimal integer without a sign or leading zeros. It must fit into an Int.
  mutating func integer() throws(DumpSyntaxError) -> Int {
    let start = position
    var digits: UInt64 = 0
    let count = skipDigits(into: &digits)
    let isCanonical = count == 1 || bytes[start..<position].first != UInt8(ascii: "0")
    guard isCanonical, let value = Int(String(decoding: bytes[start..<position], as: UTF8.self))
    else {
      position = start
      throw error(.count)
    }
    return value
  }

  /// Reads a number such as "-3.5". A point must be followed by at least one digit.
  mutating func number(_ expectation: Expectation) throws(DumpSyntaxError) -> Double {
    let start = position
    let isNegative = skip(byte: UInt8(ascii: "-"))
    var digits: UInt64 = 0
    var count = skipDigits(into: &digits)
    var isNumber = count > 0
    var divisor = 1.0
    if isNumber, skip(byte: UInt8(ascii: ".")) {
      let decimals = skipDigits(into: &digits)
      for _ in 0..<decimals { divisor *= 10 }
      isNumber = decimals > 0
      count += decimals
    }
    // With up to 15 digits, dividend and divisor are exact, so the quotient is correctly rounded.
    if isNumber, count <= 15 {
      let value = Double(digits) / divisor
      return isNegative ? -value : value
    }
    guard isNumber, let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
      value.isFinite
    else {
      position = start
      throw error(expectation)
    }
    return value
  }

  /// Skips digits and returns how many were skipped. `value` is exact for up to 19 digits.
  @inline(__always)
  private mutating func skipDigits(into value: inout UInt64) -> Int {
    let start = position
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      position += 1
    }
    return position - start
  }

  mutating func size() throws(DumpSyntaxError) -> Size {
    let width = try number(.size)
    try expect(byte: UInt8(ascii: "x"), or: .size)
    return Size(width: width, height: try number(.size))
  }

  mutating func frame() throws(DumpSyntaxError) -> Rect {
    try expect(byte: UInt8(ascii: "@"), or: .point)
    let x = try number(.point)
    try expect(byte: UInt8(ascii: ","), or: .point)
    let y = try number(.point)
    try expect(byte: UInt8(ascii: " "), or: .size)
    let size = try size()
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }

  mutating func word() throws(DumpSyntaxError) -> String { text(try skipWord()) }

  mutating func skipWord() throws(DumpSyntaxError) -> Range<Int> {
    next == UInt8(ascii: "\"") ? try skipString() : try skipBare()
  }

  /// Skips the value of an attribute: a word, which may contain commas without quotes.
  private mutating func skipValue() throws(DumpSyntaxError) -> Range<Int> {
    next == UInt8(ascii: "\"") ? try skipString() : try skipBare(alsoCommas: true)
  }

  mutating func skipBare(alsoCommas: Bool = false) throws(DumpSyntaxError) -> Range<Int> {
    let start = position
    while let byte = next {
      guard
        byte < 0x80
          ? ByteWriter.isBare(byte) || (alsoCommas && byte == UInt8(ascii: ","))
          : skip("×")
      else { break }
      if byte < 0x80 { position += 1 }
    }
    guard position > start else { throw error(.word) }
    return start..<position
  }

  mutating func rest() throws(DumpSyntaxError) -> Range<Int> {
    guard !isAtEnd else { throw error(.word) }
    guard isValid || String(validating: bytes[position..<end], as: UTF8.self) != nil else {
      throw error(.unicode)
    }
    defer { position = end }
    return position..<end
  }

  mutating func skipString() throws(DumpSyntaxError) -> Range<Int> {
    let start = position
    try expect(byte: UInt8(ascii: "\""), or: .string)
    var isASCII = true
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error(.string) }
      if byte == UInt8(ascii: "\\") {
        _ = try escape()
      } else {
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    try expect(byte: UInt8(ascii: "\""), or: .string)
    // Escapes are ASCII and encode whole scalars, so only the bytes themselves need validation.
    guard isASCII || isValid || String(validating: bytes[start..<position], as: UTF8.self) != nil
    else {
      position = start
      throw error(.unicode)
    }
    return start..<position
  }

  /// Decodes a range that was scanned as a word or as the rest of a line. O(length).
  func text(_ range: Range<Int>) -> String {
    var scanner = DumpLineScanner(bytes, range)
    // A range that is not a string, such as the text of an elided line, is returned unchanged.
    guard (try? scanner.skipString()) != nil, scanner.isAtEnd else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    let content = range.dropFirst().dropLast()
    guard bytes[content].contains(UInt8(ascii: "\\")) else {
      return String(decoding: bytes[content], as: UTF8.self)
    }
    scanner.position = content.lowerBound
    var text: [UInt8] = []
    while scanner.position < content.upperBound {
      if bytes[scanner.position] == UInt8(ascii: "\\"), let escape = try? scanner.escape() {
        text += escape.utf8
      } else {
        text.append(bytes[scanner.position])
        scanner.position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  enum TailPart {
    case attribute(key: Range<Int>, value: Range<Int>)
    case flag(Range<Int>)
    case code(Range<Int>)
  }

  /// Reads the tail of a line: attributes, then flags, then diagnostic codes.
  @inline(__always)
  mutating func tail(_ body: (TailPart) -> Void) throws(DumpSyntaxError) {
    var (isBehindAttributes, isBehindFlags) = (false, false)
    while skip(byte: UInt8(ascii: " ")) {
      if skip(byte: UInt8(ascii: "!")) {
        guard !isBehindFlags else { throw error(.noMore) }
        body(.flag(try skipBare()))
        isBehindAttributes = true
        continue
      }
      let start = offset
      let isQuoted = next == UInt8(ascii: "\"")
      let word = try skipWord()
      if !isQuoted, skip(byte: UInt8(ascii: "=")) {
        guard !isBehindAttributes else { throw DumpSyntaxError(offset: start, expected: .noMore) }
        body(.attribute(key: word, value: try skipValue()))
      } else {
        body(.code(word))
        (isBehindAttributes, isBehindFlags) = (true, true)
      }
    }
  }

  /// Reads the tail of a line with `tail(_:)`, and decodes its parts. O(length).
  mutating func decodedTail() throws(DumpSyntaxError) -> Page.Tail {
    let line = self
    var decoded = Page.Tail()
    try tail { part in
      switch part {
      case .attribute(let key, let value):
        decoded.attributes.append(Page.Text(line.text(key), line.text(value)))
      case .flag(let flag): decoded.flags.append(line.text(flag))
      case .code(let code): decoded.codes.append(line.text(code))
      }
    }
    return decoded
  }

  private mutating func escape() throws(DumpSyntaxError) -> String {
    let start = position
    position += 1
    if skip(byte: UInt8(ascii: "/")) { return "/" }
    for (letter, meaning) in ByteWriter.jsonEscapes where skip(byte: UInt8(ascii: letter)) {
      return String(meaning)
    }
    if let unit = codeUnit() {
      if let scalar = Unicode.Scalar(unit) { return String(scalar) }
      // A scalar above U+FFFF is escaped as two surrogates.
      if unit < 0xDC00, skip("\\"), let low = codeUnit(), (0xDC00...0xDFFF).contains(low) {
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
        if let scalar = Unicode.Scalar(value) { return String(scalar) }
      }
    }
    position = start
    throw error(.escape)
  }

  private mutating func codeUnit() -> UInt16? {
    guard skip("u"), end - position >= 4 else { return nil }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
