internal import Support

extension DocumentReport {
  func diagnostic(_ fault: JSONFault) -> Diagnostic {
    let found = found(fault.range)
    switch fault.kind {
    case .tooDeep: return tooDeep(fault.range)
    case .invalidUTF8: return invalidUTF8(fault)
    case .truncated(let unfinished): return truncated(unfinished, fault)
    case .trailingComma:
      return error(
        fault, "trailing comma before \(closing(fault)), expected a \(content(fault))",
        label: "remove this comma",
        notes: ["JSON has no trailing commas"])
    case .missingComma:
      return error(
        fault, "expected `,` or \(closing(fault)), found \(found)",
        label: "expected `,` before this")
    case .missingColon:
      return error(
        fault, "expected `:` after a key, found \(found)", label: "expected `:` before this")
    case .missingValue:
      return error(fault, "expected a value, found \(found)", label: "expected a value")
    case .missingKey:
      return error(fault, "expected a key, found \(found)", label: "expected a string")
    case .keyIsNoString:
      return error(
        fault, "expected a key in double quotes, found \(found)", label: "not in quotes",
        helps: ["write it in double quotes"])
    case .wrongBracket:
      guard let container = fault.open.last else {
        return error(fault, "expected a value, found \(found)", label: "closes nothing")
      }
      return error(
        fault, "expected \(closing(fault)), found \(found)",
        label: "does not close \(describe(container))")
    case .singleQuotes:
      return error(
        fault, "found single quotes, expected double quotes", label: "a string in JSON is \"…\"",
        helps: ["this looks like a printed Python or JavaScript value; print it as JSON"])
    case .typographicQuotes:
      return error(
        fault, "found typographic quotes, expected double quotes", label: "expected U+0022",
        helps: ["an editor replaced the quotes; replace them back"])
    case .comment:
      return error(
        fault, "found a comment, which JSON does not have", label: "remove this comment")
    case .word(let word): return self.word(word, fault)
    case .number(let number): return self.number(number, fault)
    case .escape:
      return error(
        fault, "`\(printed(fault.range))` is no escape sequence of JSON",
        label: "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u with four hex digits",
        helps: ["a backslash itself is written `\\\\`"])
    case .controlCharacter:
      return error(
        fault, "found \(controlCharacter(fault.range)) within a string",
        label: "expected an escape sequence",
        helps: ["a closing quote may be missing before it"])
    case .trailingContent:
      return error(
        fault, "expected the end of the document, found \(found)",
        label: "the root value ended before this",
        helps: ["a source is one document: of one document a line, give one line"])
    case .unexpectedCharacter:
      let isMarkup = text[fault.range.lowerBound] == UInt8(ascii: "<")
      return error(
        fault, "expected a value, found \(found)", label: "no value starts like this",
        helps: isMarkup ? [Self.checkRequest] : [])
    }
  }

  private func error(
    _ fault: JSONFault, _ message: String, code: DiagnosticCode = .invalidJSON, label: String,
    notes: [String] = [], helps: [String] = []
  ) -> Diagnostic {
    refusal(
      code, message, at: location(fault.range, path: path(of: fault.open)), label: label,
      notes: notes, helps: helps)
  }

  private func invalidUTF8(_ fault: JSONFault) -> Diagnostic {
    let bytes = text[fault.range].map { hexadecimal($0, digits: 2, uppercase: true) }
    return error(
      fault, "invalid UTF-8 at byte \(fault.range.lowerBound): \(bytes.joined(separator: " "))",
      code: .invalidUTF8, label: "expected UTF-8",
      helps: ["if the text is in another encoding, such as GB18030, `iconv` converts it"])
  }

  private func truncated(_ unfinished: JSONFault.Unfinished, _ fault: JSONFault) -> Diagnostic {
    var notes: [String] = []
    if let container = fault.open.last {
      notes.append("\(describe(container)) is not closed")
      if fault.open.count > 1 { notes.append("\(fault.open.count) containers are open in all") }
    }
    let place =
      unfinished == .container && !fault.open.isEmpty
      ? "before \(closing(fault))" : "within a \(unfinished.rawValue)"
    return error(
      fault, "the document ends \(place), after \(text.count) bytes", code: .truncatedDocument,
      label: "nothing follows", notes: notes,
      helps: ["fetch it again; a reply that was cut is shorter than its Content-Length"])
  }

  private func word(_ word: String, _ fault: JSONFault) -> Diagnostic {
    let instead: String? =
      switch word {
      case "NaN", "Infinity", "nan", "inf", "Inf", "undefined", "None", "nil", "NULL", "Null":
        "null"
      case "True", "TRUE": "true"
      case "False", "FALSE": "false"
      default: nil
      }
    return error(
      fault, "expected a value, found `\(SourceExcerpt.clipped(word.utf8))`",
      label: "no word of JSON",
      helps: [
        instead.map { "write `\($0)`" } ?? "a string is written in double quotes"
      ])
  }

  private func number(_ number: JSONFault.NumberFault, _ fault: JSONFault) -> Diagnostic {
    let (reason, help): (String, String?) =
      switch number {
      case .leadingZero: ("a number does not start with 0", "an id with zeros is a string")
      case .leadingPlus: ("a number does not start with `+`", nil)
      case .noDigitBeforePoint: ("a digit is required before the point", "write `0.` for `.`")
      case .noDigitAfterPoint: ("a digit is required after the point", nil)
      case .noDigitInExponent: ("a digit is required in the exponent", nil)
      case .noDigitAfterMinus: ("a digit is required after `-`", nil)
      case .hexadecimal: ("numbers are decimal", nil)
      case .trailingCharacters: ("expected `,` or a bracket after the number", nil)
      }
    return error(
      fault, "`\(printed(fault.range))` is no number", label: reason,
      helps: help.map { [$0] } ?? [])
  }

  // MARK: Phrases

  private func closing(_ fault: JSONFault) -> String {
    fault.open.last?.isObject == true ? "`}`" : "`]`"
  }

  private func content(_ fault: JSONFault) -> String {
    fault.open.last?.isObject == true ? "member" : "value"
  }

  private func describe(_ container: OpenContainer) -> String {
    let place = location(container.offset..<container.offset + 1)
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

  private func printed(_ range: Range<Int>) -> String {
    SourceExcerpt.clipped(text[range])
  }

  private func controlCharacter(_ range: Range<Int>) -> String {
    switch text[range.lowerBound] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
    case UInt8(ascii: "\t"): return "a tab"
    case let byte:
      return "U+\(hexadecimal(byte, digits: 4, uppercase: true))"
    }
  }

  private func path(of open: [OpenContainer]) -> String {
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
