internal import FeedDocument

/// Writes values of a feed as readable JSON: a value that fits on one line is written on one line.
enum FixtureText {
  private static let width = 100

  /// - Parameters:
  ///   - indent: The indentation of the value's lines.
  ///   - column: Where the value begins.
  static func text(of value: FeedValue, indent: Int, column: Int) -> String {
    if let line = line(value, room: width - column) { return line }
    guard value.count > 0, value.kind != .string else { return scalar(value) }
    let start = "\n" + String(repeating: " ", count: indent)
    let lines = value.children.map { child in
      let key = key(of: child, in: value)
      return "\(start)  \(key)"
        + text(of: child, indent: indent + 2, column: indent + 3 + key.utf8.count)
    }.joined(separator: ",")
    return value.kind == .array ? "[\(lines)\(start)]" : "{\(lines)\(start)}"
  }

  /// Returns the value on one line, or `nil` if it does not fit.
  private static func line(_ value: FeedValue, room: Int) -> String? {
    guard room > 0 else { return nil }
    let isArray = value.kind == .array
    guard isArray || value.kind == .object, value.count > 0 else {
      guard value.kind != .string || value.count <= room else { return nil }
      let text = scalar(value)
      return text.utf8.count <= room ? text : nil
    }
    var text = isArray ? "[" : "{ "
    var separator = ""
    for child in value.children {
      text += separator + key(of: child, in: value)
      separator = ", "
      guard let inner = line(child, room: room - text.utf8.count) else { return nil }
      text += inner
    }
    text += isArray ? "]" : " }"
    return text.utf8.count <= room ? text : nil
  }

  private static func key(of child: FeedValue, in parent: FeedValue) -> String {
    parent.kind == .array ? "" : SourceLiteral.json(child.key) + ": "
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
    guard value.isWrittenAsInteger else { return "\(value.double ?? 0)" }
    return value.int64.map { "\($0)" } ?? value.uint64.map { "\($0)" } ?? "0"
  }
}
