/// A value of the payload or of the settings: an index into the host's document, cheap to copy.
///
/// Reading a member that does not exist, or an element of something that is no array, gives a missing
/// value, so that `block["extInfo"]["banners"][0]["pic"].string` needs no unwrapping.
///
/// - Important: A value is valid during the call that it came from: in ``SectionProvider/init(_:)``.
///   Do not keep it in the provider; keep what you read from it, or its ``source``.
public struct Value {
  /// Kinds of values. Absent, `null`, `{}`, `[]` and `""` are five different inputs.
  public enum Kind: Sendable, Hashable {
    case missing, null, bool, number, string, array, object
  }

  /// Valid until the call that received it returns; every call that receives one makes new values.
  let host: UnsafePointer<se_host>
  let raw: se_value

  /// What stands here.
  public var kind: Kind {
    switch host.pointee.kind(host, raw) {
    case SE_NULL: .null
    case SE_BOOL: .bool
    case SE_NUMBER: .number
    case SE_STRING: .string
    case SE_ARRAY: .array
    case SE_OBJECT: .object
    default: .missing
    }
  }

  /// Whether anything stands here, `null` included.
  public var exists: Bool { kind != .missing }
  /// Whether `null` stands here; false when nothing does.
  public var isNull: Bool { kind == .null }
  /// Number of elements, members, or bytes of a string; 0 for anything else.
  public var count: Int { Int(host.pointee.count(host, raw)) }
  /// Where it stands, for ``NodeConvertible/source(_:)-(Source)`` and errors; may be kept.
  public var source: Source { Source(index: raw.index) }

  /// Member of an object; missing for anything else. The last one where a key is repeated.
  /// O(members).
  public subscript(key: String) -> Value {
    lend(key) { Value(host: host, raw: host.pointee.member(host, raw, $0)) }
  }

  /// Element of an array; missing for anything else. O(index): iterate ``array`` instead of counting.
  public subscript(position: Int) -> Value {
    guard let position = UInt32(exactly: position) else {
      return Value(host: host, raw: se_value(index: 0))
    }
    return Value(host: host, raw: host.pointee.element(host, raw, position))
  }
}

/// The place of a value in its document, by which diagnostics point at it. May be kept.
public struct Source: Sendable, Hashable {
  let index: UInt32
}
