// Implemented for each scalar type. The protocols' default `decodeIfPresent` for a scalar would
// take precedence over the containers' generic method, and throw where that method returns `nil`.

extension TapeKeyedContainer {
  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try optional(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TapeKeyedContainer {
  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try required(key) }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try optional(key) }
  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(key) }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(key) }
}

extension TapeUnkeyedContainer {
  mutating func decodeIfPresent(_: Bool.Type) throws -> Bool? { try optional() }
  mutating func decodeIfPresent(_: String.Type) throws -> String? { try optional() }
  mutating func decodeIfPresent(_: Double.Type) throws -> Double? { try optional() }
  mutating func decodeIfPresent(_: Float.Type) throws -> Float? { try optional() }
  mutating func decodeIfPresent(_: Int.Type) throws -> Int? { try optional() }
  mutating func decodeIfPresent(_: Int8.Type) throws -> Int8? { try optional() }
  mutating func decodeIfPresent(_: Int16.Type) throws -> Int16? { try optional() }
  mutating func decodeIfPresent(_: Int32.Type) throws -> Int32? { try optional() }
  mutating func decodeIfPresent(_: Int64.Type) throws -> Int64? { try optional() }
  mutating func decodeIfPresent(_: UInt.Type) throws -> UInt? { try optional() }
  mutating func decodeIfPresent(_: UInt8.Type) throws -> UInt8? { try optional() }
  mutating func decodeIfPresent(_: UInt16.Type) throws -> UInt16? { try optional() }
  mutating func decodeIfPresent(_: UInt32.Type) throws -> UInt32? { try optional() }
  mutating func decodeIfPresent(_: UInt64.Type) throws -> UInt64? { try optional() }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TapeUnkeyedContainer {
  mutating func decode(_: Int128.Type) throws -> Int128 { try required() }
  mutating func decodeIfPresent(_: Int128.Type) throws -> Int128? { try optional() }
  mutating func decode(_: UInt128.Type) throws -> UInt128 { try required() }
  mutating func decodeIfPresent(_: UInt128.Type) throws -> UInt128? { try optional() }
}
