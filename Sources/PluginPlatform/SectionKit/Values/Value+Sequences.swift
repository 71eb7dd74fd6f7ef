extension Value {
  /// The elements of an array, in order; empty for anything else. O(1) per element.
  public var array: Elements {
    Elements(upcoming: kind == .array ? first : Value(host: host, raw: se_value(index: 0)))
  }

  /// The members of an object, in order, including repeated keys; empty for anything else. O(1) per
  /// member.
  public var dictionary: Members {
    Members(upcoming: kind == .object ? first : Value(host: host, raw: se_value(index: 0)))
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
    var upcoming: Value

    /// Returns the next member.
    public mutating func next() -> (key: String, value: Value)? {
      guard upcoming.exists else { return nil }
      defer { upcoming = upcoming.following }
      return (upcoming.key, upcoming)
    }
  }

  /// The key of a member of an object; empty for anything else.
  public var key: String { String(host.pointee.key(host, raw)) }

  var first: Value { Value(host: host, raw: host.pointee.first(host, raw)) }
  var following: Value { Value(host: host, raw: host.pointee.next(host, raw)) }
}
