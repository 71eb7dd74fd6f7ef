internal import FeedDocument

/// How often each kind of value occurs at one place of many payloads, and inside of these values.
final class ValueShape {
  /// A property of values that is counted; `largeInteger` is beyond `Int64`.
  enum Trait: Int, CaseIterable {
    case null, bool, integer, largeInteger, negative, fraction, string, array, object
  }

  struct Member {
    let key: String
    let shape: ValueShape
    /// The number of objects that have it.
    var count = 0
  }

  private var counts = [Int](repeating: 0, count: Trait.allCases.count)
  /// The shape of the elements of all arrays; `nil` if all arrays were empty.
  private(set) var element: ValueShape?
  /// The members of all objects, in the order of their first appearance.
  private(set) var members: [Member] = []
  private var memberIndices: [String: Int] = [:]
  /// Whether values beyond the limits of depth or number were left out.
  private(set) var isCut = false

  /// Maximum nesting; feeds nest about eight levels.
  static let depthLimit = 16
  /// Maximum number of members of an object: with more of them the keys are data, not field names.
  static let memberLimit = 400

  init(of values: [FeedValue] = []) {
    for value in values { observe(value) }
  }

  private(set) subscript(trait: Trait) -> Int {
    get { counts[trait.rawValue] }
    set { counts[trait.rawValue] = newValue }
  }

  var numbers: Int { self[.integer] + self[.largeInteger] + self[.fraction] }
  var scalars: Int { self[.bool] + numbers + self[.string] }
  /// The kinds that occur; all numbers are one kind.
  var kinds: [Trait] {
    [Trait.bool, .string, .array, .object].filter { self[$0] > 0 } + (numbers > 0 ? [.integer] : [])
  }

  /// Complexity: O(values).
  func observe(_ value: FeedValue, depth: Int = 0) {
    switch value.kind {
    case .missing: break
    case .null: self[.null] += 1
    case .bool: self[.bool] += 1
    case .string: self[.string] += 1
    case .number: observeNumber(value)
    case .array, .object:
      self[value.kind == .array ? .array : .object] += 1
      guard depth < Self.depthLimit else {
        if value.count > 0 { isCut = true }
        return
      }
      for child in value.children {
        if value.kind == .array {
          element = element ?? ValueShape()
          element?.observe(child, depth: depth + 1)
        } else if let index = memberIndex(child.key) {
          // A repeated key counts once.
          if !child.isShadowed { members[index].count += 1 }
          members[index].shape.observe(child, depth: depth + 1)
        }
      }
    }
  }

  private func observeNumber(_ value: FeedValue) {
    guard value.isWrittenAsInteger else { return self[.fraction] += 1 }
    guard let integer = value.int64 else { return self[.largeInteger] += 1 }
    self[.integer] += 1
    if integer < 0 { self[.negative] += 1 }
  }

  /// Returns the index of a known or new member, or `nil` if there are too many.
  private func memberIndex(_ key: String) -> Int? {
    if let known = memberIndices[key] { return known }
    guard members.count < Self.memberLimit else {
      isCut = true
      return nil
    }
    memberIndices[key] = members.count
    members.append(Member(key: key, shape: ValueShape()))
    return members.count - 1
  }

  func add(_ other: ValueShape) {
    for trait in Trait.allCases { self[trait] += other[trait] }
    if other.isCut { isCut = true }
    if let inner = other.element {
      element = element ?? ValueShape()
      element?.add(inner)
    }
    for member in other.members {
      guard let index = memberIndex(member.key) else { continue }
      members[index].count += member.count
      members[index].shape.add(member.shape)
    }
  }
}
