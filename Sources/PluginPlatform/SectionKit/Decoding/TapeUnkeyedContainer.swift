/// A decoding container for the elements of an array. It does not advance past an element that
/// cannot be read, so a model can try another type for this element.
struct TapeUnkeyedContainer: UnkeyedDecodingContainer {
  private let value: Value
  private let path: CodingPath
  private var upcoming: Value
  private(set) var currentIndex = 0

  init(_ value: Value, _ path: CodingPath) throws {
    guard value.kind == .array else {
      throw value.mismatch([Any].self, expected: "an array", at: path)
    }
    self.value = value
    self.path = path
    upcoming = value.first
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { value.count }
  var isAtEnd: Bool { !upcoming.exists }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw pastEnd(Any?.self) }
    guard upcoming.isNull else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_: T.Type) throws -> T { try required() }

  mutating func decodeIfPresent<T: Decodable>(_: T.Type) throws -> T? { try optional() }

  mutating func required<T: Decodable>() throws -> T {
    try take(T.self) { try $0.read(T.self, at: $1) }
  }

  mutating func optional<T: Decodable>() throws -> T? {
    isAtEnd ? nil : try take(T.self) { try $0.readIfPresent(T.self, at: $1) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take([String: Any].self) {
      KeyedDecodingContainer(try TapeKeyedContainer<NestedKey>($0, $1))
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take([Any].self) { try TapeUnkeyedContainer($0, $1) }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take((any Decoder).self) { TapeDecoder(value: $0, path: $1) }
  }

  private mutating func take<R>(
    _ type: Any.Type, _ read: (Value, CodingPath) throws -> R
  ) throws -> R {
    guard !isAtEnd else { throw pastEnd(type) }
    let result = try read(upcoming, path.appending(PlainKey(intValue: currentIndex)))
    advance()
    return result
  }

  private mutating func advance() {
    upcoming = upcoming.following
    currentIndex += 1
  }

  private func pastEnd(_ type: Any.Type) -> DecodingError {
    let path = path.appending(PlainKey(intValue: currentIndex))
    return .valueNotFound(
      type, value.context("found the end of an array of \(value.count)", at: path))
  }
}
