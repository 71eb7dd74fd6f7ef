/// A value of the payload or of the settings: an index into the host's document, cheap to copy.
///
/// A member that does not exist, or an element of a value that is not an array, reads as a missing
/// value, so that `block["extInfo"]["banners"][0]["pic"].string` needs no unwrapping.
///
/// - Important: A value is valid only during the call of ``SectionProvider/init(_:)`` or
///   ``PageRenderer/write(_:to:)`` that received it. Do not store the value, only the data that you
///   read from it, or its ``source``.
public struct Value {
  /// The kinds of values. Absent, `null`, `{}`, `[]` and `""` are five different inputs.
  public enum Kind: Sendable, Hashable {
    case missing, null, bool, number, string, array, object
  }

  /// The host, valid only until the current call of the provider or renderer returns.
  let host: UnsafePointer<se_host>
  let raw: se_value

  /// The kind of the value.
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

  /// Whether the value exists; `null` exists.
  public var exists: Bool { kind != .missing }
  /// Whether the value is `null`; false if it is missing.
  public var isNull: Bool { kind == .null }
  /// The number of elements, members, or bytes of a string; 0 for anything else.
  public var count: Int { Int(host.pointee.count(host, raw)) }
  /// The position of the value, for ``NodeConvertible/source(_:)-(Source)`` and errors. A provider
  /// may store it.
  public var source: Source { Source(index: raw.index) }

  /// Returns a member of an object; missing for anything else. If the key is repeated, returns the
  /// last of its members.
  /// O(members).
  public subscript(key: String) -> Value {
    lend(key) { Value(host: host, raw: host.pointee.member(host, raw, $0)) }
  }

  /// Returns an element of an array; missing for anything else. O(index): to visit all elements,
  /// iterate ``array``.
  public subscript(position: Int) -> Value {
    guard let position = UInt32(exactly: position) else { return missing }
    return Value(host: host, raw: host.pointee.element(host, raw, position))
  }

  /// The text of a string; `nil` for anything else.
  public var string: String? {
    guard kind == .string else { return nil }
    return String(host.pointee.string(host, raw))
  }

  /// An exact integer; `nil` for anything else. `1.0` reads as 1, `1.5` does not read. Digits are
  /// never converted through a `Double`, so that 19-digit ids stay exact.
  public var int64: Int64? { integer() }

  /// An exact integer, as in ``int64``.
  public var int: Int? { integer() }

  /// A number, integers included; `nil` for anything else and beyond the range of `Double`.
  public var double: Double? {
    guard kind == .number else { return nil }
    let number = host.pointee.number(host, raw, .nan)
    return number.isFinite ? number : nil
  }

  /// `true` or `false`; `nil` for anything else.
  public var bool: Bool? {
    guard kind == .bool else { return nil }
    return host.pointee.boolean(host, raw, false)
  }

  /// Returns the value as an integer of the given type; `nil` if it does not fit.
  func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer? {
    var signed: Int64 = 0
    if host.pointee.int64(host, raw, &signed) { return Integer(exactly: signed) }
    var unsigned: UInt64 = 0
    if host.pointee.uint64(host, raw, &unsigned) { return Integer(exactly: unsigned) }
    return nil
  }

  /// The elements of an array, in order; empty for anything else. O(1) per element.
  public var array: Elements { Elements(upcoming: kind == .array ? first : missing) }

  /// The members of an object, in order, including repeated keys; empty for anything else. O(1) per
  /// member.
  public var dictionary: Members {
    Members(elements: Elements(upcoming: kind == .object ? first : missing))
  }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol {
    var upcoming: Value

    /// Returns the next element.
    public mutating func next() -> Value? {
      guard upcoming.exists else { return nil }
      defer { upcoming = upcoming.following }
      return upcoming
    }
  }

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol {
    var elements: Elements

    /// Returns the next member.
    public mutating func next() -> (key: String, value: Value)? {
      elements.next().map { ($0.key, $0) }
    }
  }

  /// The key under which an object contains this value; empty if no object contains it.
  public var key: String { String(host.pointee.key(host, raw)) }

  private var missing: Value { Value(host: host, raw: se_value(index: 0)) }
  var first: Value { Value(host: host, raw: host.pointee.first(host, raw)) }
  var following: Value { Value(host: host, raw: host.pointee.next(host, raw)) }
}

/// The position of a value in its document, for diagnostics. May be stored.
public struct Source: Sendable, Hashable {
  let index: UInt32
}

extension Value {
  /// Reports a problem with this value that does not fail the section.
  public func warn(_ message: String) {
    lend(message) { host.pointee.warn(host, raw, se_str(), $0) }
  }

  /// Runs `body`. Passes a thrown error to the host's `fail`, and returns the status. Must be
  /// called on the payload's root, at which errors without a position are reported.
  /// - Parameter declined: The status to return for a `Decline`.
  @inline(__always)
  func report(declined: se_status = SE_FAILED, _ body: () throws -> Void) -> se_status {
    do {
      try body()
      return SE_OK
    } catch {
      return report(error, declined: declined)
    }
  }

  @inline(never)
  private func report(_ error: any Error, declined: se_status) -> se_status {
    if let decline = error as? Decline {
      fail(at: decline.source, path: "", message: decline.reason)
      return declined
    }
    let error = PayloadError(error, reading: self, base: source)
    fail(at: error.source, path: error.path, message: error.message)
    return SE_FAILED
  }

  private func fail(at source: Source?, path: String, message: String) {
    let place = source.map { se_value(index: $0.index) } ?? raw
    lend(path) { path in lend(message) { host.pointee.fail(host, place, path, $0) } }
  }
}
