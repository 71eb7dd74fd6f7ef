/// Explains why a text is not JSON.
///
/// simdjson decides quickly whether a text is JSON, but reports little about an invalid one. This
/// type reads an invalid text again, token by token, to report what was found and what was
/// expected. It is not used for texts that simdjson accepts. O(bytes).
package struct JSONFaultFinder {
  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, endOfText
  }

  private let text: UnsafeBufferPointer<UInt8>
  private let maximumDepth: Int
  private var position: Int
  private var open: [OpenContainer] = []
  private var expectation = Expectation.value
  private var comma = 0

  /// Creates a reader. Offsets count from the first byte of the text, so that they are offsets in
  /// the file even if `start` skips a byte order mark.
  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int = 0, maximumDepth: Int) {
    self.text = text
    self.maximumDepth = maximumDepth
    position = start
  }

  package static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = TextEncoding.byteOrderMarkLength(text)
    var finder = JSONFaultFinder(
      text, from: start, maximumDepth: DocumentLimits().effectiveDepth)
    return finder.find() == nil
  }

  mutating func find() -> JSONFault? {
    if let range = Self.invalidUTF8(text, from: position) {
      return JSONFault(kind: .invalidUTF8, range: range, open: containers(at: range.lowerBound))
    }
    return nextFault()
  }

  private mutating func nextFault() -> JSONFault? {
    while true {
      skipSpace()
      guard position < text.count else {
        return expectation == .endOfText ? nil : truncated(.container)
      }
      let byte = text[position]
      let fault =
        switch expectation {
        case .value, .valueOrEnd: value(byte)
        case .key, .keyOrEnd: key(byte)
        case .colon: colon(byte)
        case .commaOrEnd: commaOrEnd(byte)
        case .endOfText: self.fault(.trailingContent, tokenRange())
        }
      if let fault { return fault }
    }
  }

  // MARK: Grammar

  private mutating func value(_ byte: UInt8) -> JSONFault? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < maximumDepth else {
        return fault(.tooDeep, position..<position + 1)
      }
      let isObject = byte == UInt8(ascii: "{")
      open.append(OpenContainer(isObject: isObject, offset: position))
      expectation = isObject ? .keyOrEnd : .valueOrEnd
      position += 1
      return nil
    case UInt8(ascii: "\""):
      if let fault = string() { return fault }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if let fault = number() { return fault }
    case UInt8(ascii: "+"): return fault(.number(.leadingPlus), tokenRange())
    case UInt8(ascii: "."): return fault(.number(.noDigitBeforePoint), tokenRange())
    case UInt8(ascii: "]") where expectation == .valueOrEnd && isInside(.array):
      closeContainer()
      return nil
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if isInside(.array), expectation == .value, byte == UInt8(ascii: "]") {
        return fault(.trailingComma, comma..<comma + 1)
      }
      return fault(isInside(.object) ? .missingValue : .wrongBracket, position..<position + 1)
    case UInt8(ascii: ","): return fault(.missingValue, position..<position + 1)
    default:
      guard Self.isWordByte(byte) else { return unexpected(byte) }
      if let fault = word() { return fault }
    }
    expectation = open.isEmpty ? .endOfText : .commaOrEnd
    return nil
  }

  private mutating func key(_ byte: UInt8) -> JSONFault? {
    switch byte {
    case UInt8(ascii: "\""):
      let start = position
      if let fault = string() { return fault }
      open[open.count - 1].key = start + 1..<position - 1
      expectation = .colon
      return nil
    case UInt8(ascii: "}") where expectation == .keyOrEnd:
      closeContainer()
      return nil
    case UInt8(ascii: "}"): return fault(.trailingComma, comma..<comma + 1)
    case UInt8(ascii: "]"): return fault(.wrongBracket, position..<position + 1)
    case UInt8(ascii: ","), UInt8(ascii: ":"): return fault(.missingKey, position..<position + 1)
    case UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "#"), 0xE2: return unexpected(byte)
    default: return fault(.keyIsNoString, tokenRange())
    }
  }

  private mutating func colon(_ byte: UInt8) -> JSONFault? {
    guard byte == UInt8(ascii: ":") else {
      return Self.startsComment(byte) ? unexpected(byte) : fault(.missingColon, tokenRange())
    }
    position += 1
    expectation = .value
    return nil
  }

  private mutating func commaOrEnd(_ byte: UInt8) -> JSONFault? {
    let isObject = isInside(.object)
    switch byte {
    case UInt8(ascii: ","):
      comma = position
      position += 1
      open[open.count - 1].position += 1
      expectation = isObject ? .key : .value
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: closeContainer()
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return fault(.wrongBracket, position..<position + 1)
    default:
      return Self.startsComment(byte) ? unexpected(byte) : fault(.missingComma, tokenRange())
    }
    return nil
  }

  private enum ContainerKind { case object, array }

  private func isInside(_ kind: ContainerKind) -> Bool {
    open.last.map { $0.isObject == (kind == .object) } ?? false
  }

  private mutating func closeContainer() {
    position += 1
    open.removeLast()
    expectation = open.isEmpty ? .endOfText : .commaOrEnd
  }

  // MARK: Tokens

  private mutating func string() -> JSONFault? {
    var at = position + 1
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\""):
        position = at + 1
        return nil
      case UInt8(ascii: "\\"):
        switch escapeLength(at) {
        case .some(let length): at += length
        case .none where text.count - at < 6 && !isComplete(escapeAt: at):
          return truncated(.string)
        case .none: return fault(.escape, at..<min(at + 2, text.count))
        }
      case 0..<0x20:
        // A missing closing quote makes the string run to the end of the line or of the text.
        return fault(.controlCharacter, at..<at + 1)
      default: at += 1
      }
    }
    return truncated(.string)
  }

  /// Returns the length of an escape sequence in bytes; `nil` if JSON has no such escape.
  private func escapeLength(_ at: Int) -> Int? {
    guard at + 1 < text.count else { return nil }
    switch text[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      let digits = text[(at + 2)...].prefix(4)
      return digits.count == 4 && digits.allSatisfy(Self.isHexDigit) ? 6 : nil
    default: return nil
    }
  }

  /// Whether an invalid escape would be invalid independent of the bytes after the end of the text.
  private func isComplete(escapeAt at: Int) -> Bool {
    guard at + 1 < text.count else { return false }
    return text[at + 1] != UInt8(ascii: "u") || !text[(at + 2)...].allSatisfy(Self.isHexDigit)
  }

  private mutating func number() -> JSONFault? {
    let start = position
    var at = position
    func fault(_ kind: JSONFault.NumberFault) -> JSONFault {
      // A number that is cut by the end of the text is not invalid.
      at == text.count ? truncated(.number) : self.fault(.number(kind), tokenRange())
    }
    func skipDigits() -> Bool {
      let from = at
      while at < text.count, Self.isDigit(text[at]) { at += 1 }
      return at > from
    }
    if text[at] == UInt8(ascii: "-") { at += 1 }
    if at < text.count, text[at] == UInt8(ascii: "0") {
      at += 1
      if at < text.count, Self.isDigit(text[at]) { return fault(.leadingZero) }
      if at < text.count, text[at] | 0x20 == UInt8(ascii: "x") { return fault(.hexadecimal) }
    } else if !skipDigits() {
      return fault(
        at < text.count && text[at] == UInt8(ascii: ".")
          ? .noDigitBeforePoint : .noDigitAfterMinus)
    }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      if !skipDigits() { return fault(.noDigitAfterPoint) }
    }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < text.count, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") {
        at += 1
      }
      if !skipDigits() { return fault(.noDigitInExponent) }
    }
    if at < text.count, !Self.endsToken(text[at]) {
      return fault(.trailingCharacters)
    }
    position = at
    assert(position > start)
    return nil
  }

  private mutating func word() -> JSONFault? {
    let range = tokenRange()
    for literal in ["true", "false", "null"] {
      if text[range].elementsEqual(literal.utf8) {
        position = range.upperBound
        return nil
      }
      if range.upperBound == text.count, literal.utf8.starts(with: text[range]) {
        return truncated(.word)
      }
    }
    return fault(.word(String(decoding: text[range], as: UTF8.self)), range)
  }

  // MARK: Faults

  private func fault(_ kind: JSONFault.Kind, _ range: Range<Int>) -> JSONFault {
    JSONFault(kind: kind, range: range, open: open)
  }

  /// Returns a truncation that marks the last character of the text.
  private func truncated(_ unfinished: JSONFault.Unfinished) -> JSONFault {
    var end = text.count
    while end > 0, Self.isSpace(text[end - 1]) { end -= 1 }
    var start = max(end - 1, 0)
    while start > 0, LineIndex.isContinuation(text[start]) { start -= 1 }
    return fault(.truncated(unfinished), start..<end)
  }

  private func unexpected(_ byte: UInt8) -> JSONFault {
    switch byte {
    case UInt8(ascii: "'"): return fault(.singleQuotes, tokenRange())
    case UInt8(ascii: "#"): return fault(.comment, restOfLine())
    case UInt8(ascii: "/")
    where position + 1 < text.count
      && (text[position + 1] == UInt8(ascii: "/") || text[position + 1] == UInt8(ascii: "*")):
      return fault(.comment, restOfLine())
    case 0xE2
    where position + 2 < text.count && text[position + 1] == 0x80
      && (0x98...0x9F).contains(text[position + 2]):
      return fault(.typographicQuotes, tokenRange())
    default:
      var end = position + 1
      while end < text.count, LineIndex.isContinuation(text[end]) { end += 1 }
      return fault(.unexpectedCharacter, position..<end)
    }
  }

  private func restOfLine() -> Range<Int> {
    let line = text[position...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return position..<line.endIndex
  }

  /// Returns the range from here to the next byte that ends a token; at least one byte.
  private func tokenRange() -> Range<Int> {
    var end = position + 1
    if text[position] == UInt8(ascii: "\"") {
      while end < text.count, text[end] != UInt8(ascii: "\""), text[end] >= 0x20 {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return position..<min(end + 1, text.count)
    }
    guard !Self.endsToken(text[position]) else { return position..<end }
    while end < text.count, !Self.endsToken(text[end]) { end += 1 }
    return position..<end
  }

  /// Returns the containers that are open at a byte, as far as the text before it is JSON.
  private func containers(at offset: Int) -> [OpenContainer] {
    let prefix = UnsafeBufferPointer(rebasing: text[..<offset])
    var finder = JSONFaultFinder(prefix, from: position, maximumDepth: maximumDepth)
    return finder.nextFault()?.open ?? []
  }

  private mutating func skipSpace() {
    while position < text.count, Self.isSpace(text[position]) { position += 1 }
  }
}
