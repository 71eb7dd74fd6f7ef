package import FeedDocument

/// JSON formatted for people: short values take one line. Members without a value are omitted.
package indirect enum JSONText: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  case text(String)
  /// A literal without quotes: a number, true, false or null.
  case word(String)

  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .word("\(value)") }
  package init(booleanLiteral value: Bool) { self = .word("\(value)") }
  package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSONText?)...) {
    self = .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  static func texts(_ texts: [String]) -> JSONText { .array(texts.map(JSONText.text)) }

  package init(_ value: FeedValue) {
    switch value.kind {
    case .array: self = .array(value.children.map { JSONText($0) })
    case .object: self = .object(value.children.map { ($0.key, JSONText($0)) })
    case .string: self = .text(value.string ?? "")
    case .bool: self = .word(value.bool == true ? "true" : "false")
    case .missing, .null: self = .word("null")
    case .number where value.isWrittenAsInteger:
      self = .word(value.int64.map { "\($0)" } ?? value.uint64.map { "\($0)" } ?? "0")
    case .number: self = .word(value.digitsBeyond64Bits ?? "\(value.double ?? 0)")
    }
  }

  /// Returns the value as text from `column` on in a line with `indent` spaces; each level adds two
  /// spaces. Objects and arrays that would exceed `width` bytes are broken. O(size).
  package func formatted(indent: Int = 0, column: Int = 0, width: Int = 92) -> String {
    if indent > 0, let line = inline(room: width - column) { return line }
    guard !parts.isEmpty else { return inline }
    let lines = parts.map { key, value in
      let start = String(repeating: " ", count: indent + 2) + key
      return start
        + value.formatted(indent: indent + 2, column: start.utf8.count + 1, width: width)
    }
    let end = "\n" + String(repeating: " ", count: indent)
    return brackets.begin + "\n" + lines.joined(separator: ",\n") + end + brackets.end
  }

  private var brackets: (begin: String, end: String) {
    if case .object = self { ("{", "}") } else { ("[", "]") }
  }

  /// The elements or members, each with its key text; empty for a scalar.
  private var parts: [(key: String, value: JSONText)] {
    switch self {
    case .object(let members): members.map { ("\($0.key.asJSON): ", $0.value) }
    case .array(let elements): elements.map { ("", $0) }
    case .text, .word: []
    }
  }

  /// The value on one line.
  package var inline: String { inline(room: .max) ?? "" }

  /// Returns the value on one line, or `nil` if the line has more than `room` bytes. O(room).
  private func inline(room: Int) -> String? {
    var text: String
    switch self {
    case .text(let string):
      guard string.utf8.count <= room else { return nil }
      text = string.asJSON
    case .word(let word): text = word
    // Each value takes at least one byte.
    case .object(let members) where members.count > room: return nil
    case .array(let elements) where elements.count > room: return nil
    case .object, .array:
      let parts = parts
      let space = brackets.begin == "{" && !parts.isEmpty ? " " : ""
      text = brackets.begin + space
      for (index, part) in parts.enumerated() {
        text += (index == 0 ? "" : ", ") + part.key
        guard let value = part.value.inline(room: room - text.utf8.count) else { return nil }
        text += value
      }
      text += space + brackets.end
    }
    return text.utf8.count <= room ? text : nil
  }
}
