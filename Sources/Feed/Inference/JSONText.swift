package import FeedDocument

/// A JSON value for people, on one line if it fits. A member without a value is omitted.
package indirect enum JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  case text(String)
  /// A number, true, false or null.
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

  /// Formats with two spaces for each level, from `column`, in lines that `indent` begins and that
  /// end at `width`, counted in bytes. O(size).
  package func formatted(indent: Int = 0, column: Int = 0, width: Int = 92) -> String {
    if indent > 0, let line = inline(room: width - column) { return line }
    let inner = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        let start = "\(inner)\(member.key.asJSON): "
        return start
          + member.value.formatted(indent: indent + 2, column: start.utf8.count + 1, width: width)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map {
        inner + $0.formatted(indent: indent + 2, column: indent + 3, width: width)
      }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    default: return inline
    }
  }

  var inline: String { inline(room: .max) ?? "" }

  /// Returns the value on one line, or `nil` if it is longer than `room`. O(room).
  private func inline(room: Int) -> String? {
    var text: String
    switch self {
    case .text(let string):
      guard string.utf8.count <= room else { return nil }
      text = string.asJSON
    case .word(let word): text = word
    case .object(let members) where members.isEmpty: text = "{}"
    case .object(let members):
      text = "{ "
      for (index, member) in members.enumerated() {
        text += "\(index == 0 ? "" : ", ")\(member.key.asJSON): "
        guard let value = member.value.inline(room: room - text.utf8.count) else { return nil }
        text += value
      }
      text += " }"
    case .array(let elements):
      text = "["
      for (index, element) in elements.enumerated() {
        text += index == 0 ? "" : ", "
        guard let value = element.inline(room: room - text.utf8.count) else { return nil }
        text += value
      }
      text += "]"
    }
    return text.utf8.count <= room ? text : nil
  }
}
