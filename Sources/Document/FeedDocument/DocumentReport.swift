internal import CSimdJSON
internal import Support

struct DocumentReport {
  let name: String
  let text: UnsafeBufferPointer<UInt8>
  let limits: DocumentLimits

  func failure(_ status: se_fill_status, _ tape: se_tape, from start: Int) -> Diagnostic {
    switch status {
    case SE_FILL_EMPTY:
      return refusal(
        .emptyDocument,
        text.isEmpty
          ? "the document is empty, expected JSON"
          : "the document holds \(text.count) bytes of white space, expected JSON",
        helps: ["check that the request succeeded and that its reply was saved"])
    case SE_FILL_TOO_MANY_VALUES: return tooManyValues(at: Int(tape.offset))
    case SE_FILL_NO_MEMORY:
      return refusal(
        .documentTooLarge, "not enough memory for a document of \(text.count) bytes",
        helps: ["split it, or give the process more memory"])
    default: break
    }
    guard beginsAsJSON(from: start) else { return notJSON(from: start) }
    var finder = JSONFaultFinder(self, from: start)
    if let fault = finder.find() { return fault }
    // Tests check that simdjson and `JSONFaultFinder` accept the same texts. If the finder still
    // accepts this text, the message has simdjson's offset and reason.
    let offset = Int(tape.offset)
    let reason = tape.reason.map { String(cString: $0) } ?? "unknown"
    return Diagnostic(
      .invalidJSON, .error, "this is not JSON near byte \(offset)",
      at: location(offset..<offset + 1), label: reason,
      helps: [Self.explain(.invalidJSON)])
  }

  /// Whether the text begins with `{` or `[`, then a token that is valid there or a common mistake:
  /// `{'a'`, `{a:`, `[True`. Messages quote only such a text. They never quote other files, which
  /// may be secret: a list of passwords, or settings that begin with `[section]`.
  private func beginsAsJSON(from start: Int) -> Bool {
    let rest = text[start...].drop { $0 <= 0x20 }
    let next = rest.dropFirst().drop { $0 <= 0x20 }
    let isObject = rest.first == UInt8(ascii: "{")
    guard isObject || rest.first == UInt8(ascii: "[") else { return false }
    guard let byte = next.first, !#""'/,:]}"#.utf8.contains(byte) else { return true }
    if byte >= 0x80 { return next.starts(with: "\u{201C}".utf8) }
    let word = next.prefix { Character(Unicode.Scalar($0)).isLetter || (0x30...0x39).contains($0) }
    if isObject {
      let colon = next.dropFirst(word.count).first { $0 > 0x20 }
      return !word.isEmpty && colon == UInt8(ascii: ":")
    }
    let literals = [
      "true", "false", "null", "undefined", "NaN", "Infinity", "None", "True", "False",
    ]
    return "{[+-.0123456789".utf8.contains(byte)
      || (!word.isEmpty && literals.contains { $0.utf8.starts(with: word) })
  }

  /// Returns the error for a text that is not JSON. The message does not quote the text.
  private func notJSON(from start: Int) -> Diagnostic {
    if let range = JSONFaultFinder.invalidUTF8(text, from: start) {
      return refusal(
        .invalidUTF8, "this is not JSON, and invalid UTF-8 at byte \(range.lowerBound)",
        label: "expected UTF-8")
    }
    return refusal(
      .invalidJSON, "this is not JSON", label: "expected `{` or `[` and a value",
      helps: Self.helps(for: text[start...].drop { $0 <= 0x20 }))
  }

  /// Returns help for text found where JSON was expected: merge conflict marks, HTML or XML.
  static func helps(for text: some Collection<UInt8>) -> [String] {
    if text.starts(with: "<<<<<<< ".utf8) || text.starts(with: ">>>>>>> ".utf8) {
      return ["this looks like the marks of a merge conflict; resolve it"]
    }
    let isMarkup = text.first == UInt8(ascii: "<")
    return isMarkup ? ["this looks like an HTML or XML page; check the request"] : []
  }

  private static let consequence = "nothing in it can be drawn"

  static func explain(_ code: DiagnosticCode) -> String {
    "`sectionengine explain \(code.rawValue)`"
  }

  /// Returns the error for a document that cannot be used. The default location is the first byte.
  func refusal(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil,
    label: String? = nil, notes: [String] = [], helps: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      code, .error, message, at: location ?? wholeFile, label: label,
      notes: notes + [Self.consequence], helps: helps + [Self.explain(code)])
  }

  /// Returns the location of a range of bytes. O(bytes), which is acceptable for a single error.
  func location(_ range: Range<Int>, path: String = "") -> SourceLocation {
    SourceText(name: name, text: text, index: LineIndex(text)).location(of: range, path: path)
  }

  private var wholeFile: SourceLocation { SourceLocation(file: name, line: 1, column: 1) }

  func byteOrderMark() -> Diagnostic {
    Diagnostic(
      .byteOrderMark, .note, "skipped a UTF-8 byte order mark", at: wholeFile,
      helps: ["save the file without it; JSON is UTF-8 in any case"])
  }

  func wrongEncoding(_ encoding: String) -> Diagnostic {
    let isCompressed = encoding == "gzip"
    return Diagnostic(
      .invalidUTF8, .error,
      isCompressed
        ? "the document is compressed with gzip, expected UTF-8 text"
        : "the document is \(encoding), expected UTF-8",
      at: wholeFile, notes: [Self.consequence],
      helps: [
        isCompressed
          ? "`gunzip` it first, or ask curl for `--compressed`"
          : "`iconv -f \(encoding) -t UTF-8` converts it"
      ])
  }

  private static let splitting = "split it, or cut it down to the blocks in question"

  func tooManyBytes() -> Diagnostic {
    refusal(
      .documentTooLarge,
      "the document has \(text.count) bytes, the limit is \(limits.effectiveBytes)",
      helps: [Self.splitting])
  }

  private func tooManyValues(at offset: Int) -> Diagnostic {
    refusal(
      .documentTooLarge,
      "the document has more than \(limits.effectiveValues) values, the limit",
      at: location(offset..<offset + 1), label: "value \(limits.effectiveValues + 1)",
      helps: [Self.splitting])
  }

  func tooDeep(_ range: Range<Int>) -> Diagnostic {
    refusal(
      .documentTooLarge,
      "found \(limits.effectiveDepth + 1) containers in each other, "
        + "the limit is \(limits.effectiveDepth)",
      at: location(range), label: "one container too many",
      helps: ["no feed nests like this on purpose; look for a loop where it was written"])
  }
}
