/// A value on its own.
struct TapeSingleValueContainer: SingleValueDecodingContainer {
  let value: Value
  let path: CodingPath

  var codingPath: [any CodingKey] { path.keys }

  func decodeNil() -> Bool { value.isNull || !value.exists }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value.read(type, at: path) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TapeSingleValueContainer {
  func decode(_ type: Int128.Type) throws -> Int128 { try value.read(type, at: path) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value.read(type, at: path) }
}
