/// A decoding container for the members of an object.
struct TapeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let value: Value
  private let path: CodingPath
  /// The members by key, for objects of more than 64 members; `nil` for smaller objects.
  private let index: [String: Value]?

  init(_ value: Value, _ path: CodingPath) throws {
    guard value.kind == .object else {
      throw value.mismatch([String: Any].self, expected: "an object", at: path)
    }
    self.value = value
    self.path = path
    let longestScan = 64
    index =
      value.count <= longestScan
      ? nil : Dictionary(value.dictionary.map { ($0.key, $0.value) }) { $1 }
  }

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { value.dictionary.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { member(key).exists }

  func decodeNil(forKey key: Key) throws -> Bool { try present(key).isNull }

  func decode<T: Decodable>(_: T.Type, forKey key: Key) throws -> T { try required(key) }

  func decodeIfPresent<T: Decodable>(_: T.Type, forKey key: Key) throws -> T? { try optional(key) }

  func required<T: Decodable>(_ key: Key) throws -> T {
    try present(key).read(T.self, at: path.appending(key))
  }

  func optional<T: Decodable>(_ key: Key) throws -> T? {
    try member(key).readIfPresent(T.self, at: path.appending(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(
      try TapeKeyedContainer<NestedKey>(try present(key), path.appending(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TapeUnkeyedContainer(try present(key), path.appending(key))
  }

  /// Returns a decoder of the member with the key `super`.
  func superDecoder() throws -> any Decoder {
    let key = PlainKey(stringValue: "super")
    return TapeDecoder(value: value[key.stringValue], path: path.appending(key))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TapeDecoder(value: member(key), path: path.appending(key))
  }

  private func member(_ key: Key) -> Value {
    guard let index else { return value[key.stringValue] }
    return index[key.stringValue] ?? value[key.stringValue]
  }

  private func present(_ key: Key) throws -> Value {
    let member = member(key)
    guard member.exists else { throw value.missing(key, at: path) }
    return member
  }
}
