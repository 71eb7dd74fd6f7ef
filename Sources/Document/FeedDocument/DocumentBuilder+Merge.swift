extension DocumentBuilder {
  /// Merges deeply: members of `override` win, objects are merged member by member, and other
  /// values are replaced. If one side is missing, the result is the other.
  ///
  /// Members keep the order of `base`; those that are only in `override` follow. O(values).
  @discardableResult
  package mutating func merge(_ base: FeedValue, _ override: FeedValue) -> UInt32 {
    guard override.exists else { return copy(base) }
    guard base.kind == .object, override.kind == .object else { return copy(override) }
    let index = beginObject()
    let overriding = Self.members(of: override)
    let overridden = Self.members(of: base)
    for member in base.children where overridden[member.key]?.index == member.index {
      key(member.key)
      if let other = overriding[member.key] { merge(member, other) } else { copy(member) }
    }
    for member in override.children
    where overridden[member.key] == nil && overriding[member.key]?.index == member.index {
      key(member.key)
      copy(member)
    }
    endObject()
    return index
  }

  /// Returns the value of each key; the last one if a key is repeated.
  private static func members(of object: FeedValue) -> [String: FeedValue] {
    var members: [String: FeedValue] = [:]
    for member in object.children { members[member.key] = member }
    return members
  }
}
