/// A JSON value for people, on one line if it fits. A member without a value is omitted.
indirect enum JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  case text(String)
  /// A number, true, false or null.
  case word(String)

  private static let width = 92

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .word("\(value)") }
  init(booleanLiteral value: Bool) { self = .word("\(value)") }
  init(arrayLiteral elements: JSONText...) { self = .array(elements) }
  init(dictionaryLiteral members: (String, JSONText?)...) {
    self = .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// Formats with two spaces for each level, from `column`, in lines that `indent` begins.
  func formatted(indent: Int = 0, column: Int = 0) -> String {
    let short = inline
    if column + short.count <= Self.width, indent > 0 { return short }
    let inner = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        let start = "\(inner)\(member.key.asJSON): "
        return start + member.value.formatted(indent: indent + 2, column: start.count + 1)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map {
        inner + $0.formatted(indent: indent + 2, column: indent + 3)
      }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    default: return short
    }
  }

  var inline: String {
    switch self {
    case .object(let members):
      let parts = members.map { "\($0.key.asJSON): \($0.value.inline)" }
      return parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
    case .array(let elements): return "[" + elements.map(\.inline).joined(separator: ", ") + "]"
    case .text(let text): return text.asJSON
    case .word(let word): return word
    }
  }
}
