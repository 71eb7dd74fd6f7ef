extension Value {
  /// Returns an error such as `found "abc", expected an integer in 0...255`.
  func mismatch(_ type: Any.Type, expected: String, at path: CodingPath) -> DecodingError {
    let context = context("found \(found), expected \(expected)", at: path)
    switch kind {
    case .null, .missing: return .valueNotFound(type, context)
    default: return .typeMismatch(type, context)
    }
  }

  func missing(_ key: some CodingKey, at path: CodingPath) -> DecodingError {
    .keyNotFound(key, context("required, but absent", at: path, below: [key]))
  }

  func context(
    _ message: String, at path: CodingPath, below keys: [any CodingKey] = []
  ) -> DecodingError.Context {
    var place = PayloadError(message, path: keys.pathText)
    place.source = exists ? source : nil
    return DecodingError.Context(
      codingPath: path.keys, debugDescription: message, underlyingError: place)
  }

  /// A description of the value for error messages, such as `an array of 2 elements`.
  var found: String {
    switch kind {
    case .missing: "nothing"
    case .null: "null"
    case .bool: bool == true ? "true" : "false"
    case .number: integer(Int64.self).map { "\($0)" } ?? double.map { "\($0)" } ?? "a huge number"
    case .string: quoted(string ?? "")
    case .array: count == 1 ? "an array of 1 element" : "an array of \(count) elements"
    case .object: count == 1 ? "an object of 1 member" : "an object of \(count) members"
    }
  }
}

/// Returns the text in quotes, truncated to a length that fits a message.
func quoted(_ text: String) -> String {
  let limit = 40
  return text.count <= limit ? "\"\(text)\"" : "\"\(text.prefix(limit))…\""
}

extension [any CodingKey] {
  /// The path in the form `items[2].title`. A key that is not a plain word is quoted: `['a.b']`.
  var pathText: String {
    var text = ""
    for key in self {
      let name = key.stringValue
      if key is PlainKey, let position = key.intValue {
        text += "[\(position)]"
      } else if name.isIdentifier {
        text += text.isEmpty ? name : ".\(name)"
      } else {
        text += "['"
        for character in name.unicodeScalars {
          if character == "'" || character == "\\" { text += "\\" }
          text.unicodeScalars.append(character)
        }
        text += "']"
      }
    }
    return text
  }
}

extension String {
  fileprivate var isIdentifier: Bool {
    guard let first = unicodeScalars.first, !("0"..."9" ~= first) else { return false }
    return unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: false
      }
    }
  }
}

extension PayloadError {
  /// Converts a decoding error. Keeps the position that the error carries. An error without a
  /// position gets the position `base` and the error's coding path.
  init(_ error: DecodingError, base: Source? = nil) {
    let (context, key): (DecodingError.Context?, (any CodingKey)?) =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      case .keyNotFound(let key, let context): (context, key)
      @unknown default: (nil, nil)
      }
    if let place = context?.underlyingError as? PayloadError, place.source != nil {
      self = place
      return
    }
    self.init(
      context?.debugDescription ?? "\(error)",
      path: ((context?.codingPath ?? []) + (key.map { [$0] } ?? [])).pathText)
    source = base
  }

  /// Converts any error that is thrown while `value`, a descendant of `base`, is read.
  init(_ error: any Error, reading value: Value, base: Source) {
    switch error {
    case let error as PayloadError: self = error
    case let error as DecodingError: self.init(error, base: base)
    default: self.init("\(error)", at: value)
    }
  }
}
