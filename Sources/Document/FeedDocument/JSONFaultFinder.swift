internal import Support

/// Explains why a text is not JSON.
///
/// simdjson decides quickly whether a text is JSON, but reports little about invalid text. This
/// type reads an invalid text again, token by token, and reports the token that was found and the
/// token that was expected. It is not used for texts that simdjson accepts. O(bytes).
package struct JSONFaultFinder {
  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, endOfText
  }

  struct OpenContainer {
    var isObject: Bool
    var offset: Int
    /// The range of the most recent key in the text, without its quotes.
    var key: Range<Int>?
    var position = 0
  }

  let report: DocumentReport
  private(set) var text: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  /// The containers that are open at `position`, outermost first.
  private(set) var open: [OpenContainer] = []
  private var expectation = Expectation.value
  private var comma = 0

  /// Creates a finder that reads from offset `start`, after a byte order mark if there is one.
  init(_ report: DocumentReport, from start: Int) {
    self.report = report
    text = report.text
    position = start
  }

  /// Returns whether a text is JSON in UTF-8 that is not nested deeper than the default limit. The
  /// text may begin with a byte order mark.
  package static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let report = DocumentReport(name: "", text: text, limits: DocumentLimits())
    var finder = JSONFaultFinder(report, from: TextEncoding.byteOrderMarkLength(text))
    return finder.find() == nil
  }

  /// Returns the error for the first invalid UTF-8, or else for the first violation of the grammar.
  mutating func find() -> Diagnostic? {
    guard let range = Self.invalidUTF8(text, from: position) else { return nextFault() }
    // Reads the text before the invalid bytes, to find the open containers for the error's path.
    text = UnsafeBufferPointer(rebasing: text[..<range.lowerBound])
    _ = nextFault()
    text = report.text
    return invalidUTF8(range)
  }

  private mutating func nextFault() -> Diagnostic? {
    while true {
      while position < text.count, Self.isSpace(text[position]) { position += 1 }
      guard position < text.count else { return expectation == .endOfText ? nil : truncated() }
      let byte = text[position]
      let fault =
        switch expectation {
        case .value, .valueOrEnd: value(byte)
        case .key, .keyOrEnd: key(byte)
        case .colon: colon(byte)
        case .commaOrEnd: commaOrEnd(byte)
        case .endOfText:
          expected(
            "the end of the document", label: "the root value ended before this",
            helps: ["a source is one document: from a file with one per line, give one line"])
        }
      if let fault { return fault }
    }
  }

  // MARK: Grammar

  private mutating func value(_ byte: UInt8) -> Diagnostic? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < report.limits.effectiveDepth else {
        return report.tooDeep(position..<position + 1)
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
    case UInt8(ascii: "+"): return noNumber("a number does not start with `+`")
    case UInt8(ascii: "."): return noDigitBeforePoint()
    case UInt8(ascii: "]") where expectation == .valueOrEnd && isInArray:
      closeContainer()
      return nil
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if isInArray, expectation == .value, byte == UInt8(ascii: "]") {
        return trailingComma(at: comma)
      }
      return isInObject ? missingValue() : wrongBracket()
    case UInt8(ascii: ","): return missingValue()
    default:
      guard Self.isWordByte(byte) else { return unexpected(byte) }
      if let fault = word() { return fault }
    }
    expectation = open.isEmpty ? .endOfText : .commaOrEnd
    return nil
  }

  private mutating func key(_ byte: UInt8) -> Diagnostic? {
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
    case UInt8(ascii: "}"): return trailingComma(at: comma)
    case UInt8(ascii: "]"): return wrongBracket()
    case UInt8(ascii: ","), UInt8(ascii: ":"): return expected("a key", label: "expected a string")
    case UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "#"), 0xE2: return unexpected(byte)
    default:
      return expected(
        "a key in double quotes", label: "not in quotes", helps: ["write it in double quotes"])
    }
  }

  private mutating func colon(_ byte: UInt8) -> Diagnostic? {
    guard byte == UInt8(ascii: ":") else {
      return Self.startsComment(byte)
        ? unexpected(byte) : expected("`:` after a key", label: "expected `:` before this")
    }
    position += 1
    expectation = .value
    return nil
  }

  private mutating func commaOrEnd(_ byte: UInt8) -> Diagnostic? {
    switch byte {
    case UInt8(ascii: ","):
      comma = position
      position += 1
      open[open.count - 1].position += 1
      expectation = isInObject ? .key : .value
    case UInt8(ascii: "}") where isInObject, UInt8(ascii: "]") where !isInObject: closeContainer()
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return wrongBracket()
    default:
      return Self.startsComment(byte)
        ? unexpected(byte) : expected("`,` or \(closing)", label: "expected `,` before this")
    }
    return nil
  }

  var isInObject: Bool { open.last?.isObject == true }
  private var isInArray: Bool { open.last?.isObject == false }

  private mutating func closeContainer() {
    position += 1
    open.removeLast()
    expectation = open.isEmpty ? .endOfText : .commaOrEnd
  }

  // MARK: Tokens

  private mutating func string() -> Diagnostic? {
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
          return truncated("string")
        case .none:
          let range = at..<min(at + 2, text.count)
          return fault(
            "`\(printed(range))` is not an escape sequence of JSON", at: range,
            label: "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u with four hex digits",
            helps: ["a backslash itself is written `\\\\`"])
        }
      case 0..<0x20:
        // Usually a line break, because the closing quote of the string is missing.
        return controlCharacter(at)
      default: at += 1
      }
    }
    return truncated("string")
  }

  /// Returns the length of an escape sequence in bytes; `nil` if JSON has no such escape.
  private func escapeLength(_ at: Int) -> Int? {
    guard at + 1 < text.count else { return nil }
    if "\"\\/bfnrt".utf8.contains(text[at + 1]) { return 2 }
    let digits = text[(at + 2)...].prefix(4)
    let isCode = text[at + 1] == UInt8(ascii: "u") && digits.count == 4
    return isCode && digits.allSatisfy(Self.isHexDigit) ? 6 : nil
  }

  /// Whether an escape at the end of the text is invalid regardless of the bytes after the end.
  private func isComplete(escapeAt at: Int) -> Bool {
    guard at + 1 < text.count else { return false }
    return text[at + 1] != UInt8(ascii: "u") || !text[(at + 2)...].allSatisfy(Self.isHexDigit)
  }

  private mutating func number() -> Diagnostic? {
    let digits = "0123456789"
    var rest = text[position...]
    func isNext(_ characters: String) -> Bool { rest.first.map(characters.utf8.contains) ?? false }
    func skip(_ characters: String, atMost limit: Int = 1) -> Bool {
      let count = rest.prefix(limit).prefix(while: characters.utf8.contains).count
      rest = rest.dropFirst(count)
      return count > 0
    }
    func fault(_ reason: String, helps: [String] = []) -> Diagnostic {
      // If the text ends within the number, the error is a truncated document.
      rest.isEmpty ? truncated("number") : noNumber(reason, helps: helps)
    }
    _ = skip("-")
    if skip("0") {
      if isNext(digits) {
        return fault("a number does not start with 0", helps: ["an id with zeros is a string"])
      }
      if isNext("xX") { return fault("numbers are decimal") }
    } else if !skip(digits, atMost: .max) {
      return isNext(".") ? noDigitBeforePoint() : fault("a digit is required after `-`")
    }
    if skip("."), !skip(digits, atMost: .max) {
      return fault("a digit is required after the point")
    }
    if skip("eE") {
      _ = skip("+-")
      if !skip(digits, atMost: .max) { return fault("a digit is required in the exponent") }
    }
    if let next = rest.first, !Self.endsToken(next) {
      return fault("expected `,` or a bracket after the number")
    }
    position = rest.startIndex
    return nil
  }

  private mutating func word() -> Diagnostic? {
    let range = tokenRange()
    for literal in ["true", "false", "null"] {
      if text[range].elementsEqual(literal.utf8) {
        position = range.upperBound
        return nil
      }
      if range.upperBound == text.count, literal.utf8.starts(with: text[range]) {
        return truncated("word")
      }
    }
    let help =
      switch String(decoding: text[range], as: UTF8.self) {
      case "NaN", "Infinity", "nan", "inf", "Inf", "undefined", "None", "nil", "NULL", "Null":
        "write `null`"
      case "True", "TRUE": "write `true`"
      case "False", "FALSE": "write `false`"
      default: "a string is written in double quotes"
      }
    return expected("a value", label: "not a word of JSON", helps: [help])
  }

  private func unexpected(_ byte: UInt8) -> Diagnostic {
    switch byte {
    case UInt8(ascii: "'"):
      return fault(
        "found single quotes, expected double quotes", label: "a string in JSON is \"…\"",
        helps: ["this looks like a printed Python or JavaScript value; print it as JSON"])
    case UInt8(ascii: "#"),
      UInt8(ascii: "/") where ["//", "/*"].contains { text[position...].starts(with: $0.utf8) }:
      return comment()
    case 0xE2
    where position + 2 < text.count && text[position + 1] == 0x80
      && (0x98...0x9F).contains(text[position + 2]):
      return fault(
        "found typographic quotes, expected double quotes", label: "expected U+0022",
        helps: ["an editor replaced the quotes; replace them back"])
    default:
      var end = position + 1
      while end < text.count, LineIndex.isContinuation(text[end]) { end += 1 }
      return expected(
        "a value", at: position..<end, label: "no value starts like this",
        helps: DocumentReport.helps(for: text[position...]))
    }
  }

  /// Returns the range of the token at `position`; at least one byte.
  func tokenRange() -> Range<Int> {
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
}
