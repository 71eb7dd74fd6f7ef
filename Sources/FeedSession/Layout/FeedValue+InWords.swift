internal import FeedDocument

extension FeedValue {
  /// What stands there, for the "found …" of a diagnostic: absent, null, `{}`, `[]` and `""` are
  /// five different things.
  var inWords: String {
    switch kind {
    case .missing: "nothing"
    case .null: "null"
    case .bool: bool == true ? "true" : "false"
    case .number: "the number \(numberText)"
    case .string: string.map { $0.isEmpty ? "an empty string" : "the string \($0.excerpt)" } ?? ""
    case .array: count == 0 ? "an empty array" : "an array of \(count)"
    case .object: count == 0 ? "an empty object" : "an object of \(count)"
    }
  }

  private var numberText: String {
    if let integer = int64 { return "\(integer)" }
    return double.map { "\($0)" } ?? "beyond 64 bits"
  }

  /// The code that a scalar stands for: a string itself, an integer its decimal digits. `nil` for
  /// anything else and for an empty string.
  var blockCode: String? {
    if let string { return string.isEmpty ? nil : string }
    guard kind == .number else { return nil }
    return int64.map { "\($0)" }
  }
}

extension String {
  /// In quotes, cut to a length that fits beside a caret.
  var excerpt: String { count > 40 ? "\"\(prefix(39))…\"" : "\"\(self)\"" }

  /// As a JSON string, with its quotes.
  var asJSON: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
