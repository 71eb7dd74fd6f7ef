/// A part of a model with its position in the feed. A node can use this position as its source:
///
/// ```swift
/// struct Model: Decodable { var items: [Located<Item>] }
/// …
/// Text(item.title).source(item.source)
/// ```
///
/// The source is `nil` if a decoder other than ``Value/decode(_:)`` decodes the part.
@dynamicMemberLookup
public struct Located<Wrapped: Decodable>: Decodable {
  /// The decoded value.
  public var value: Wrapped
  /// The position of the value; may be stored.
  public var source: Source?

  /// Decodes the value together with its position.
  public init(from decoder: any Decoder) throws {
    if let tape = decoder as? TapeDecoder {
      value = try tape.value.read(Wrapped.self, at: tape.path)
      source = tape.value.source
    } else {
      value = try Wrapped(from: decoder)
      source = nil
    }
  }

  /// Returns a property of the value.
  public subscript<T>(dynamicMember property: KeyPath<Wrapped, T>) -> T { value[keyPath: property] }
}
