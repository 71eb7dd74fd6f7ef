/// A part of a model that remembers where it stands, so that the node which shows it can say so:
///
/// ```swift
/// struct Model: Decodable { var items: [Located<Item>] }
/// …
/// Text(item.title).source(item.source)
/// ```
///
/// Decoded by anything but a ``Value`` it has no source.
@dynamicMemberLookup
public struct Located<Wrapped: Decodable>: Decodable {
  /// What was read.
  public var value: Wrapped
  /// Where it stands; may be kept.
  public var source: Source?

  /// Reads the value in its place.
  public init(from decoder: any Decoder) throws {
    if let tape = decoder as? TapeDecoder {
      value = try tape.value.read(Wrapped.self, at: tape.path)
      source = tape.value.source
    } else {
      value = try Wrapped(from: decoder)
      source = nil
    }
  }

  /// Properties of the value.
  public subscript<T>(dynamicMember property: KeyPath<Wrapped, T>) -> T { value[keyPath: property] }
}
