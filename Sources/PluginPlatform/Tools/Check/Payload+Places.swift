extension Payload {
  /// The position of a value in a payload: the child's index on each level, and its path as text.
  struct Place: Sendable, Hashable {
    var steps: [Int] = []
    var path = "$"
  }

  /// Returns the places of the values in document order, at most `limit`. Includes only the first
  /// elements of each array, since arrays usually repeat the same structure.
  func places(elements: Int = 2, limit: Int = 400) -> [Place] {
    var places: [Place] = []
    visit(Place(), elements: elements, limit: limit, into: &places)
    return places
  }

  private func visit(_ place: Place, elements: Int, limit: Int, into places: inout [Place]) {
    guard places.count < limit else { return }
    places.append(place)
    switch self {
    case .literal, .string: break
    case .array(let values):
      for (index, value) in values.prefix(elements).enumerated() {
        let child = Place(steps: place.steps + [index], path: "\(place.path)[\(index)]")
        value.visit(child, elements: elements, limit: limit, into: &places)
      }
    case .object(let members):
      for (index, member) in members.enumerated() {
        let isWord =
          !member.key.isEmpty && member.key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let child = Place(
          steps: place.steps + [index],
          path: isWord ? "\(place.path).\(member.key)" : "\(place.path)[\"\(member.key)\"]")
        member.value.visit(child, elements: elements, limit: limit, into: &places)
      }
    }
  }

  subscript(_ place: Place) -> Payload {
    place.steps.reduce(self) { value, step in
      switch value {
      case .array(let values): values[step]
      case .object(let members): members[step].value
      case .literal, .string: value
      }
    }
  }

  /// Returns the payload with another value at one of its places; `nil` removes the value.
  func replacing(_ place: Place, with value: Payload?) -> Payload {
    replacing(place.steps[...], with: value) ?? .null
  }

  private func replacing(_ steps: ArraySlice<Int>, with value: Payload?) -> Payload? {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch self {
    case .array(var values):
      let new = values[step].replacing(rest, with: value)
      values.replaceSubrange(step...step, with: new.map { [$0] } ?? [])
      return .array(values)
    case .object(var members):
      let (key, old) = (members[step].key, members[step].value)
      let new = old.replacing(rest, with: value).map { Member(key: key, value: $0) }
      members.replaceSubrange(step...step, with: new.map { [$0] } ?? [])
      return .object(members)
    case .literal, .string: return self
    }
  }

  /// Returns the payload with the values that `change` returns in place of others.
  /// - Parameter change: Gets each value with its key; returns `nil` to keep it.
  func mapping(
    key: String? = nil, _ change: (_ value: Payload, _ key: String?) -> Payload?
  ) -> Payload {
    if let changed = change(self, key) { return changed }
    switch self {
    case .literal, .string: return self
    case .array(let values): return .array(values.map { $0.mapping(change) })
    case .object(let members):
      return .object(
        members.map { Member(key: $0.key, value: $0.value.mapping(key: $0.key, change)) })
    }
  }

  /// Returns this array with its elements repeated, up to a count that keeps the text below 16 MB,
  /// or `nil` if it is not an array that can grow.
  func grown(to count: Int) -> Payload? {
    guard case .array(let values) = self, !values.isEmpty else { return nil }
    let size = max(1, json.utf8.count / values.count)
    let count = min(count, (16 << 20) / size)
    guard count > values.count else { return nil }
    return .array((0..<count).map { values[$0 % values.count] })
  }
}
