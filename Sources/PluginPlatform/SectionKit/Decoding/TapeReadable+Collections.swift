extension Optional: TapeReadable where Wrapped: Decodable {
  static func read(_ value: Value, at path: CodingPath) throws -> Wrapped? {
    try value.readIfPresent(Wrapped.self, at: path)
  }
}

extension Array: TapeReadable where Element: Decodable {
  static func read(_ value: Value, at path: CodingPath) throws -> [Element] {
    guard value.kind == .array else {
      throw value.mismatch(Self.self, expected: "an array", at: path)
    }
    var elements: [Element] = []
    elements.reserveCapacity(value.count)
    for (position, element) in value.array.enumerated() {
      let path = path.appending(PlainKey(intValue: position))
      let element = try element.lenient("element dropped", at: path) {
        try element.read(Element.self, at: path)
      }
      if let element { elements.append(element) }
    }
    return elements
  }
}

extension Set: TapeReadable where Element: Decodable {
  static func read(_ value: Value, at path: CodingPath) throws -> Set<Element> {
    Set(try [Element].read(value, at: path))
  }
}

extension Dictionary: TapeReadable where Key: Decodable, Value: Decodable {
  /// Reads an object if its member names can be converted to keys. With any other type of key,
  /// reads an array of alternating keys and values, as `Dictionary.init(from:)` does.
  static func read(_ value: SectionKit.Value, at path: CodingPath) throws -> [Key: Value] {
    guard let makeKey = Self.keyFromMember else {
      return try Self(from: TapeDecoder(value: value, path: path))
    }
    guard value.kind == .object else {
      throw value.mismatch(Self.self, expected: "an object", at: path)
    }
    var result: [Key: Value] = [:]
    for (name, member) in value.dictionary {
      let path = path.appending(PlainKey(stringValue: name))
      let entry = try member.lenient("member dropped", at: path) {
        guard let key = makeKey(name) else {
          throw DecodingError.dataCorrupted(
            member.context("the key \(quoted(name)) is not of type \(Key.self)", at: path))
        }
        return (key, try member.read(Value.self, at: path))
      }
      if let (key, value) = entry { result[key] = value }
    }
    return result
  }

  private static var keyFromMember: ((String) -> Key?)? {
    if Key.self == String.self { return { $0 as? Key } }
    if Key.self == Int.self { return { Int($0) as? Key } }
    guard let type = Key.self as? any CodingKeyRepresentable.Type else { return nil }
    return { type.init(codingKey: PlainKey(stringValue: $0)) as? Key }
  }
}
