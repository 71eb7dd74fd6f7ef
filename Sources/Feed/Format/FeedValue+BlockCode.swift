package import FeedDocument

extension FeedValue {
  /// The value as a block code: a non-empty string, or the digits of an integer; otherwise `nil`.
  var blockCode: String? {
    if let string { return string.isEmpty ? nil : string }
    guard kind == .number else { return nil }
    return int64.map { "\($0)" }
  }

  package var isContainer: Bool { kind == .array || kind == .object }

  /// The member of an object with exactly one member; otherwise `nil`.
  var onlyMember: FeedValue? { kind == .object && count == 1 ? children.first : nil }

  /// Returns the value at a path that starts at this value, or at the root if it begins with "$".
  /// The result is a missing value if the path is malformed or leads nowhere.
  package func value(atPath path: String) -> FeedValue {
    document.value(atPath: path, from: index) ?? .missing(in: document)
  }
}

extension JSONPath {
  /// Appends a path step for a key: `.name`, or `['a name']`.
  package static func append(_ key: String, to path: inout String) {
    var key = key
    key.withUTF8 { append($0, to: &path) }
  }
}

extension String {
  /// The string as a JSON literal. Characters that are invisible or reorder text are escaped.
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
