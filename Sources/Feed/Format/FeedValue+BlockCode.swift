package import FeedDocument

extension FeedValue {
  /// The block code of a non-empty string, or of an integer in decimal digits.
  var blockCode: String? {
    if let string { return string.isEmpty ? nil : string }
    guard kind == .number else { return nil }
    return int64.map { "\($0)" }
  }

  var isContainer: Bool { kind == .array || kind == .object }

  /// The member of an object of one key; otherwise `nil`.
  var onlyMember: FeedValue? { kind == .object && count == 1 ? children.first : nil }

  /// Returns the value at a path from this one, or from the root; a missing value if the path is
  /// malformed or leads nowhere.
  package func value(atPath path: String) -> FeedValue {
    document.value(atPath: path, from: index) ?? .missing(in: document)
  }
}

extension JSONPath {
  /// Appends the step to a member: `.name`, or `['a name']`.
  package static func append(_ key: String, to path: inout String) {
    var key = key
    key.withUTF8 { append($0, to: &path) }
  }
}

extension String {
  /// The string as JSON, in quotes, with escapes for characters that are invisible or reorder text.
  package var asJSON: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}"..."\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        text += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
