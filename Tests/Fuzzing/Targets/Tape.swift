import CFeedTape
import Support
import FeedDocument

/// Feeds: compares the tape that simdjson fills with the parser that explains simdjson's errors.
enum Tape {
  static func run(_ bytes: [UInt8]) throws(Violation) {
    let read = FeedDocument.parse(PaddedBytes(bytes), name: "feed.json")
    let (document, diagnostics) = (read.value, read.diagnostics)
    guard let document else {
      try hold(diagnostics.contains { $0.severity == .error }, "refused without a reason")
      // A message says "near byte" if simdjson refuses the text, but the parser that explains its
      // errors finds none.
      try hold(
        diagnostics.allSatisfy { !$0.message.contains("near byte") },
        "simdjson refuses what the other reader takes")
      return
    }
    try hold(diagnostics.allSatisfy { $0.severity != .error }, "read with an error")
    try hold(
      JSONFaultFinder.accepts(document.text), "simdjson takes what the other reader refuses")
    try checkRecords(document)
    try checkValues(document, isUnique: !diagnostics.contains { $0.code == .duplicateKey })
    try checkCopy(document)
  }

  /// Checks that the records in a container's range are exactly its children, in order.
  private static func checkRecords(_ document: FeedDocument) throws(Violation) {
    let values = document.tape.values
    for index in 1..<UInt32(values.count) {
      let record = values[Int(index)]
      try hold(
        record.end > index && Int(record.end) <= values.count,
        "record \(index) ends at \(record.end)")
      guard record.kind >= SE_KIND_ARRAY, record.flags & UInt8(SE_FLAG_KEY) == 0 else { continue }
      var count = 0
      var next = index + 1
      for child in FeedValue(document: document, index: index).children {
        if Int32(record.kind) == SE_KIND_OBJECT { next += 1 }
        try hold(child.index == next, "child \(child.index) of \(index) stands behind \(next)")
        next = values[Int(child.index)].end
        count += 1
      }
      try hold(count == Int(record.count) && next == record.end, "container \(index)")
    }
  }

  /// - Parameter isUnique: Whether every key is unique within its object.
  private static func checkValues(_ document: FeedDocument, isUnique: Bool) throws(Violation) {
    // Each location takes time proportional to its offset.
    for index in 1..<min(UInt32(document.tape.values.count), 100) {
      let value = FeedValue(document: document, index: index)
      guard value.exists else { continue }
      let location = value.location
      try hold(location.excerpt != nil && location.line > 0 && location.column > 0, "no place")
      if isUnique {
        try hold(
          document.value(atPath: value.path)?.index == index,
          "another value stands at \(value.path)")
      }
      switch value.kind {
      case .number: try checkNumber(value)
      case .string:
        try hold(String(validating: value.utf8, as: UTF8.self) != nil, "a string is not UTF-8")
        try hold(
          document.location(of: index, from: value.count / 2).excerpt != nil,
          "no place in a string")
      default: break
      }
    }
  }

  /// Checks that a number equals the one that Swift parses from the same digits.
  private static func checkNumber(_ value: FeedValue) throws(Violation) {
    let start = Int(document(value).offset)
    let digits = value.document.text[start...].prefix { byte in
      (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    let text = String(decoding: digits, as: UTF8.self)
    let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
    try hold(value.double == expected, "\(text) is read as \(value.double ?? .nan)")
    if value.isWrittenAsInteger {
      try hold(
        value.int64 == Int64(text) && value.uint64 == (UInt64(text) ?? (text == "-0" ? 0 : nil)),
        "\(text) is not an exact integer")
    }
    if let digits = value.digitsBeyond64Bits { try hold(digits == text, "\(digits) for \(text)") }
  }

  private static func document(_ value: FeedValue) -> se_tape_value {
    value.document.tape.values[Int(value.index)]
  }

  /// Checks that a copy equals its source, and that each of its values has the location of the
  /// original.
  private static func checkCopy(_ document: FeedDocument) throws(Violation) {
    var builder = DocumentBuilder(name: "copy")
    builder.copy(document.root)
    let copy = builder.finish()
    try hold(copy.tape.values.count == document.tape.values.count, "a copy of another size")
    for index in 1..<UInt32(copy.tape.values.count) {
      let (one, other) = (
        FeedValue(document: document, index: index), FeedValue(document: copy, index: index)
      )
      try hold(
        one.kind == other.kind && one.count == other.count && one.double == other.double
          && one.int64 == other.int64 && one.bool == other.bool
          && one.utf8.elementsEqual(other.utf8)
          && one.key == other.key, "value \(index) is copied to another")
    }
  }
}
