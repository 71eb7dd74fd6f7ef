/// A JSON value formatted for people: a value that fits on one line is written on one line.
indirect enum JSONText {
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  case text(String)
  /// A number, true, false or null.
  case word(String)

  /// The maximum number of columns of a line.
  private static let width = 92

  static func number(_ value: Int) -> JSONText { .word("\(value)") }
  static func bool(_ value: Bool) -> JSONText { .word("\(value)") }

  /// Formats with two spaces for each level. `column` is where the value begins, `indent` the
  /// indentation of its lines.
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

  private var inline: String {
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
