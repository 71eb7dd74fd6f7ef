internal import CSimdJSON
internal import Support

extension FeedDocument {
  /// The number of diagnostics of one kind; one more summarises the rest.
  static let reportedFindings = 20

  private enum Finding { case repeatedKey, numberAsText, replacedSurrogate }

  /// Returns diagnostics for the records that the filler flagged, in document order. O(values).
  func findings(in tape: se_tape) -> [Diagnostic] {
    var reported: [Finding: Int] = [:]
    var diagnostics: [Diagnostic] = []
    for (index, record) in self.tape.values.enumerated() {
      for finding in findings(record)
      where reported[finding, default: 0] < Self.reportedFindings {
        reported[finding, default: 0] += 1
        diagnostics.append(diagnostic(finding, UInt32(index)))
      }
    }
    let totals: [(UInt32, DiagnosticCode, String)] = [
      (tape.repeated_keys, .duplicateKey, "repeated keys"),
      (tape.numbers_as_text, .numberOutOfRange, "numbers beyond the range of 64 bits"),
      (tape.replaced_surrogates, .invalidUTF8, "strings with unpaired surrogates"),
    ]
    let start = SourceLocation(file: name, line: 1, column: 1)
    for (total, code, kind) in totals where total > Self.reportedFindings {
      let rest = Int(total) - Self.reportedFindings
      diagnostics.append(Diagnostic(code, .warning, "\(rest) more \(kind)", at: start))
    }
    return diagnostics
  }

  private func findings(_ record: se_tape_value) -> [Finding] {
    // Most records have none of the flags.
    let flags = Int32(record.flags)
    var findings: [Finding] = []
    if flags & SE_FLAG_REPEATED != 0 { findings.append(.repeatedKey) }
    if record.kind == SE_KIND_NUMBER, flags & SE_FLAG_TEXT != 0 { findings.append(.numberAsText) }
    if record.kind == SE_KIND_STRING, flags & SE_FLAG_REPLACED != 0 {
      findings.append(.replacedSurrogate)
    }
    return findings
  }

  private func diagnostic(_ finding: Finding, _ index: UInt32) -> Diagnostic {
    switch finding {
    case .repeatedKey: repeatedKey(index + 1)
    case .numberAsText: numberAsText(index)
    case .replacedSurrogate: replacedSurrogate(index)
    }
  }

  private func repeatedKey(_ value: UInt32) -> Diagnostic {
    // The first member with the same key, which precedes this one.
    var first = tape.first(parent(of: value))
    while first != value, !tape.key(first).elementsEqual(tape.key(value)) {
      first = tape.next(first)
    }
    let earlier = location(ofKeyBefore: first)
    return Diagnostic(
      .duplicateKey, .warning,
      "key `\(SourceText.clipped(tape.key(value)))` occurs more than once in its object",
      at: location(ofKeyBefore: value), label: "the last one wins",
      notes: ["it also occurs at \(earlier.line):\(earlier.column), where it is ignored"],
      helps: [DocumentReport.explain(.duplicateKey)])
  }

  private func numberAsText(_ index: UInt32) -> Diagnostic {
    let readable = tape.double(index) != nil
    return Diagnostic(
      .numberOutOfRange, .warning, "number beyond the range of 64 bits",
      at: location(of: index),
      label: readable ? "no exact integer" : "larger than any double",
      notes: [
        readable
          ? "it reads as the nearest double, and as no integer" : "it reads as no number at all"
      ],
      helps: ["send it as a string", DocumentReport.explain(.numberOutOfRange)])
  }

  private func replacedSurrogate(_ index: UInt32) -> Diagnostic {
    let isKey = tape.values[Int(index)].flags & UInt8(SE_FLAG_KEY) != 0
    return Diagnostic(
      .invalidUTF8, .warning, "unpaired surrogate in a \(isKey ? "key" : "string")",
      at: isKey ? location(ofKeyBefore: index + 1) : location(of: index),
      label: "half of a character",
      notes: ["it reads as U+FFFD"],
      helps: ["the text was cut by UTF-16 units; cut it by characters"])
  }
}
