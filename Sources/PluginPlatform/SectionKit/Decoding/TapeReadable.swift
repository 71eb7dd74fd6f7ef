/// A type that is read from a value directly: scalars, and the collections and optionals of the
/// standard library. The `init(from:)` of those collections would fail at the first error.
protocol TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Self
}

extension Value {
  /// Returns `read`, or throws an error that describes the expected values if `read` is `nil`.
  fileprivate func required<T>(
    _ read: T?, _ expected: @autoclosure () -> String, at path: CodingPath
  ) throws -> T {
    if let read { return read }
    throw mismatch(T.self, expected: expected(), at: path)
  }
}

extension Bool: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Bool {
    try value.required(value.bool, "true or false", at: path)
  }
}

extension String: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> String {
    try value.required(value.string, "a string", at: path)
  }
}

extension Double: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Double {
    try value.required(value.double, "a number", at: path)
  }
}

extension Float: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Float {
    let float = value.double.flatMap { Float($0).isFinite ? Float($0) : nil }
    return try value.required(float, "a number in the range of Float", at: path)
  }
}

extension FixedWidthInteger where Self: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Self {
    try value.required(value.integer(), expectation, at: path)
  }

  /// The expected values, with their limits if these are short.
  private static var expectation: String {
    if bitWidth < 64 { return "an integer in \(min)...\(max)" }
    return isSigned ? "a \(bitWidth)-bit integer" : "a \(bitWidth)-bit integer from 0"
  }
}

extension Int: TapeReadable {}
extension Int8: TapeReadable {}
extension Int16: TapeReadable {}
extension Int32: TapeReadable {}
extension Int64: TapeReadable {}
extension UInt: TapeReadable {}
extension UInt8: TapeReadable {}
extension UInt16: TapeReadable {}
extension UInt32: TapeReadable {}
extension UInt64: TapeReadable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: TapeReadable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: TapeReadable {}

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
