internal import CSimdJSON
internal import Support

extension FeedDocument {
  /// The maximum number of diagnostics of one kind. Beyond it, one additional diagnostic has the
  /// number of the omitted ones.
  static let reportedFindings = 20

  private typealias Kind = (
    flag: Int32, record: Int32, code: DiagnosticCode, plural: String, report: (UInt32) -> Diagnostic
  )

  /// Returns diagnostics for the records that parsing flagged, in document order. O(values).
  func findings() -> [Diagnostic] {
    let kinds: [Kind] = [
      (SE_FLAG_REPEATED, SE_KIND_STRING, .duplicateKey, "repeated keys", repeatedKey),
      (
        SE_FLAG_TEXT, SE_KIND_NUMBER, .numberOutOfRange, "numbers beyond the range of 64 bits",
        numberAsText
      ),
      (
        SE_FLAG_REPLACED, SE_KIND_STRING, .invalidUTF8, "strings with unpaired surrogates",
        replacedSurrogate
      ),
    ]
    var counts = [0, 0, 0]
    var diagnostics: [Diagnostic] = []
    for (index, record) in tape.values.enumerated() where record.flags != 0 {
      for (number, kind) in kinds.enumerated()
      where Int32(record.flags) & kind.flag != 0 && Int32(record.kind) == kind.record {
        counts[number] += 1
        guard counts[number] <= Self.reportedFindings else { continue }
        diagnostics.append(kind.report(UInt32(index)))
      }
    }
    let start = SourceLocation(file: name, line: 1, column: 1)
    for (count, kind) in zip(counts, kinds) where count > Self.reportedFindings {
      let words = "\(count - Self.reportedFindings) more \(kind.plural)"
      diagnostics.append(Diagnostic(kind.code, .warning, words, at: start))
    }
    return diagnostics
  }

  private func repeatedKey(_ key: UInt32) -> Diagnostic {
    let value = key + 1
    // Finds the first member with the same key, which precedes this member.
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
      label: readable ? "not an exact integer" : "larger than any double",
      notes: [
        readable
          ? "it reads as the nearest double, not as an integer" : "it does not read as a number"
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
