internal import Support

/// The errors of the finder. By default, an error marks the token at `position`.
extension JSONFaultFinder {
  func fault(
    _ message: String, at range: Range<Int>? = nil, code: DiagnosticCode = .invalidJSON,
    label: String, notes: [String] = [], helps: [String] = []
  ) -> Diagnostic {
    report.refusal(
      code, message, at: report.location(range ?? tokenRange(), path: path), label: label,
      notes: notes, helps: helps)
  }

  func expected(
    _ something: String, at range: Range<Int>? = nil, label: String, helps: [String] = []
  ) -> Diagnostic {
    let range = range ?? tokenRange()
    return fault(
      "expected \(something), found \(found(range))", at: range, label: label, helps: helps)
  }

  func missingValue() -> Diagnostic { expected("a value", label: "expected a value") }

  func wrongBracket() -> Diagnostic {
    guard let container = open.last else { return expected("a value", label: "closes nothing") }
    return expected(closing, label: "does not close \(describe(container))")
  }

  func trailingComma(at comma: Int) -> Diagnostic {
    fault(
      "trailing comma before \(closing), expected a \(isInObject ? "member" : "value")",
      at: comma..<comma + 1, label: "remove this comma", notes: ["JSON has no trailing commas"])
  }

  /// Returns the error for a comment. It marks the rest of the line.
  func comment() -> Diagnostic {
    let line = text[position...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return fault(
      "found a comment, which JSON does not have", at: position..<line.endIndex,
      label: "remove this comment")
  }

  func controlCharacter(_ offset: Int) -> Diagnostic {
    let name =
      switch text[offset] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): "the end of the line"
      case UInt8(ascii: "\t"): "a tab"
      case let byte: "U+\(hexadecimal(byte, digits: 4, uppercase: true))"
      }
    return fault(
      "found \(name) within a string", at: offset..<offset + 1,
      label: "expected an escape sequence",
      helps: ["a closing quote may be missing before it"])
  }

  func noNumber(_ reason: String, helps: [String] = []) -> Diagnostic {
    fault("`\(printed(tokenRange()))` is not a number", label: reason, helps: helps)
  }

  func noDigitBeforePoint() -> Diagnostic {
    noNumber("a digit is required before the point", helps: ["write `0.` for `.`"])
  }

  func invalidUTF8(_ range: Range<Int>) -> Diagnostic {
    let bytes = text[range].map { hexadecimal($0, digits: 2, uppercase: true) }
    return fault(
      "invalid UTF-8 at byte \(range.lowerBound): \(bytes.joined(separator: " "))", at: range,
      code: .invalidUTF8, label: "expected UTF-8",
      helps: ["if the text is in another encoding, such as GB18030, `iconv` converts it"])
  }

  /// Returns the error for a text that ends too early. It marks the last character of the text.
  func truncated(_ token: String? = nil) -> Diagnostic {
    var end = text.count
    while end > 0, Self.isSpace(text[end - 1]) { end -= 1 }
    var start = max(end - 1, 0)
    while start > 0, LineIndex.isContinuation(text[start]) { start -= 1 }
    var notes = open.last.map { ["\(describe($0)) is not closed"] } ?? []
    if open.count > 1 { notes.append("\(open.count) containers are open in all") }
    let place = token == nil && !open.isEmpty ? "before \(closing)" : "within a \(token ?? "value")"
    return fault(
      "the document ends \(place), after \(text.count) bytes", at: start..<end,
      code: .truncatedDocument, label: "nothing follows", notes: notes,
      helps: ["fetch it again; a reply that was cut is shorter than its Content-Length"])
  }

  var closing: String { isInObject ? "`}`" : "`]`" }

  private func describe(_ container: OpenContainer) -> String {
    let place = report.location(container.offset..<container.offset + 1)
    return "the \(container.isObject ? "object" : "array") opened at "
      + "\(place.line):\(place.column)"
  }

  private func found(_ range: Range<Int>) -> String {
    switch text[range.lowerBound] {
    case UInt8(ascii: "\""): "a string"
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "an array"
    default: "`\(printed(range))`"
    }
  }

  func printed(_ range: Range<Int>) -> String { SourceText.clipped(text[range]) }

  private var path: String {
    var path = "$"
    for container in open {
      if !container.isObject {
        JSONPath.append(container.position, to: &path)
      } else if let key = container.key {
        JSONPath.append(UnsafeBufferPointer(rebasing: text[key]), to: &path)
      }
    }
    return path
  }
}
