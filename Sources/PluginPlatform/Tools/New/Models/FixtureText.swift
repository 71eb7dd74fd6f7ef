internal import FeedDocument

/// Writes values of a feed as readable JSON: a value that fits on one line is written on one line.
struct FixtureText {
  private static let width = 100
  private(set) var text: [UInt8] = []

  static func text(of value: FeedValue, indent: Int, column: Int) -> [UInt8] {
    var writer = FixtureText()
    writer.write(value, indent: indent, column: column)
    return writer.text
  }

  private mutating func write(_ value: FeedValue, indent: Int, column: Int) {
    let isArray = value.kind == .array
    guard isArray || value.kind == .object, value.count > 0 else {
      append(Self.scalar(value))
      return
    }
    if let line = Self.line(value, room: Self.width - column) {
      text += line
      return
    }
    append(isArray ? "[" : "{")
    let inner = String(repeating: " ", count: indent + 2)
    var isFirst = true
    for child in value.children {
      append(isFirst ? "\n\(inner)" : ",\n\(inner)")
      isFirst = false
      var column = indent + 3
      if !isArray {
        let key = SourceLiteral.json(child.key) + ": "
        append(key)
        column += key.utf8.count
      }
      write(child, indent: indent + 2, column: column)
    }
    append("\n\(String(repeating: " ", count: indent))\(isArray ? "]" : "}")")
  }

  private mutating func append(_ string: String) { text += Array(string.utf8) }

  /// Returns the value on one line, or `nil` if it does not fit.
  private static func line(_ value: FeedValue, room: Int) -> [UInt8]? {
    guard room > 0 else { return nil }
    guard value.kind == .array || value.kind == .object, value.count > 0 else {
      guard value.kind != .string || value.count <= room else { return nil }
      let bytes = Array(scalar(value).utf8)
      return bytes.count <= room ? bytes : nil
    }
    let isArray = value.kind == .array
    var bytes = Array((isArray ? "[" : "{ ").utf8)
    var isFirst = true
    for child in value.children {
      if !isFirst { bytes += Array(", ".utf8) }
      isFirst = false
      if !isArray { bytes += Array((SourceLiteral.json(child.key) + ": ").utf8) }
      guard let inner = line(child, room: room - bytes.count) else { return nil }
      bytes += inner
    }
    bytes += Array((isArray ? "]" : " }").utf8)
    return bytes.count <= room ? bytes : nil
  }

  private static func scalar(_ value: FeedValue) -> String {
    switch value.kind {
    case .missing, .null: "null"
    case .bool: value.bool == true ? "true" : "false"
    case .string: SourceLiteral.json(value.string ?? "")
    case .array: "[]"
    case .object: "{}"
    case .number: number(value)
    }
  }

  private static func number(_ value: FeedValue) -> String {
    if let digits = value.digitsBeyond64Bits { return digits }
    if value.isWrittenAsInteger {
      return value.int64.map { "\($0)" } ?? value.uint64.map { "\($0)" } ?? "0"
    }
    return "\(value.double ?? 0)"
  }
}
