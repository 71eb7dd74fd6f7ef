extension FeedValue {
  /// A description of the value for the "found …" of a diagnostic. Absent, null, `{}`, `[]` and
  /// `""` are distinguished.
  package var inWords: String {
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
}

extension String {
  /// The text in quotes, shortened to fit next to a caret.
  package var excerpt: String { count > 40 ? "\"\(prefix(39))…\"" : "\"\(self)\"" }
}
