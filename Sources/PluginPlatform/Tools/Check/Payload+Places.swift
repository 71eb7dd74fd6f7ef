internal import FeedDocument

extension Payload {
  /// The position of a value in a payload: the child's index on each level, and its path as text.
  struct Place: Sendable, Hashable {
    var steps: [Int] = []
    var path = "$"
    var isMember = false
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
          path: isWord ? "\(place.path).\(member.key)" : "\(place.path)[\"\(member.key)\"]",
          isMember: true)
        member.value.visit(child, elements: elements, limit: limit, into: &places)
      }
    }
  }

  subscript(_ steps: some Sequence<Int>) -> Payload? {
    var value = self
    for step in steps {
      switch value {
      case .array(let values) where values.indices.contains(step): value = values[step]
      case .object(let members) where members.indices.contains(step): value = members[step].value
      default: return nil
      }
    }
    return value
  }

  /// Returns the payload with another value at a place; `nil` removes the value.
  func replacing(_ steps: ArraySlice<Int>, with value: Payload?) -> Payload {
    guard let step = steps.first else { return value ?? .null }
    let rest = steps.dropFirst()
    switch self {
    case .array(var values) where values.indices.contains(step):
      if rest.isEmpty, value == nil {
        values.remove(at: step)
      } else {
        values[step] = values[step].replacing(rest, with: value)
      }
      return .array(values)
    case .object(var members) where members.indices.contains(step):
      if rest.isEmpty, value == nil {
        members.remove(at: step)
      } else {
        members[step].value = members[step].value.replacing(rest, with: value)
      }
      return .object(members)
    default: return self
    }
  }

  /// Returns the payload with every string changed, except keys.
  func mappingStrings(_ body: (String) -> Payload) -> Payload {
    switch self {
    case .literal: self
    case .string(let text): body(text)
    case .array(let values): .array(values.map { $0.mappingStrings(body) })
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: $0.value.mappingStrings(body)) })
    }
  }

  /// Returns the payload with every number replaced.
  func mappingNumbers(_ digits: String) -> Payload {
    switch self {
    case .literal where kind == "a number": .literal(digits)
    case .literal, .string: self
    case .array(let values): .array(values.map { $0.mappingNumbers(digits) })
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: $0.value.mappingNumbers(digits)) })
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
