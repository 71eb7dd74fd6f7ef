/// Decodes models from values of the host. Depends only on the standard library.
///
/// Stricter than a JSON decoder, because integers are exact and range-checked. More lenient,
/// because an error affects only the smallest part that can be omitted; see ``Value/decode(_:)``.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let value: Value
  let path: CodingPath

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try TapeKeyedContainer<Key>(value, path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try TapeUnkeyedContainer(value, path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNull || !value.exists }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value.read(type, at: path) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TapeDecoder {
  func decode(_ type: Int128.Type) throws -> Int128 { try value.read(type, at: path) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value.read(type, at: path) }
}

extension Value {
  /// Decodes the value as a model.
  ///
  /// - An element of an array or a member of a dictionary that cannot be read is dropped; an
  ///   optional that is present but cannot be read is `nil`. Each case is reported with its path.
  ///   Any other error fails the enclosing value, up to the next array, dictionary or optional.
  /// - Integers are exact: `1.0` reads as 1, `1.5` and numbers out of range do not read. Integers
  ///   read as `Double`. There are no other conversions: `"1"` is not a number, and `1` is not a
  ///   `Bool`.
  ///
  /// - Throws: ``PayloadError`` with the path of the value that could not be read, and with the
  ///   found and the expected value.
  /// - Complexity: Linear in the size of the value.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    do {
      return try read(type, at: .root(source))
    } catch let error as DecodingError {
      throw PayloadError(error, base: exists ? source : nil)
    }
  }

  func read<T: Decodable>(_ type: T.Type, at path: CodingPath) throws -> T {
    if let readable = type as? any TapeReadable.Type,
      let result = try readable.read(self, at: path) as? T
    {
      return result
    }
    return try T(from: TapeDecoder(value: self, path: path))
  }

  /// Returns `nil` if the value is absent or null, or, with a warning, if it cannot be read.
  func readIfPresent<T: Decodable>(_ type: T.Type, at path: CodingPath) throws -> T? {
    switch kind {
    case .missing, .null: return nil
    default: return try lenient("read as absent", at: path) { try read(type, at: path) }
    }
  }

  /// Returns the result of `body`. Rethrows ``Decline``; converts any other error to `nil` and a
  /// warning that begins with `consequence`.
  func lenient<T>(
    _ consequence: String, at path: CodingPath, _ body: () throws -> T
  ) throws -> T? {
    do {
      return try body()
    } catch let decline as Decline {
      throw decline
    } catch {
      let error = PayloadError(error, reading: self, base: path.base)
      let place = error.source.map { se_value(index: $0.index) } ?? raw
      lend(error.path) { path in
        lend("\(consequence): \(error.message)") { host.pointee.warn(host, place, path, $0) }
      }
      return nil
    }
  }
}
