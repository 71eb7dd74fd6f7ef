internal import FeedDocument

/// The number of values of each kind at one path in many blocks, with the shapes of their contents.
final class ValueShape {
  /// A property of a value whose occurrences are counted. A `largeInteger` exceeds `Int64`.
  enum Trait: Int, CaseIterable {
    case null, bool, integer, largeInteger, negative, fraction, string, array, object
  }

  struct Member {
    let key: String
    let shape: ValueShape
    /// The number of objects that have the member.
    var count = 0
  }

  private var counts = [Int](repeating: 0, count: Trait.allCases.count)
  /// The shape of the elements of all arrays; `nil` if all arrays were empty.
  private(set) var element: ValueShape?
  /// The members of all objects, in the order of their first appearance.
  private(set) var members: [Member] = []
  private var memberIndices: [String: Int] = [:]
  /// Whether values were ignored, because a limit of depth or number was exceeded.
  private(set) var isCut = false

  /// The maximum depth of nesting. Usual feeds have about eight levels.
  static let depthLimit = 16
  /// The maximum number of different keys at one path. More are probably data, not field names.
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
  /// The kinds that occur, except null. All numbers count as `integer`.
  var kinds: [Trait] {
    [Trait.bool, .string, .array, .object].filter { self[$0] > 0 } + (numbers > 0 ? [.integer] : [])
  }

  /// Counts a value and the values inside it. O(values).
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
        } else if !child.isShadowed, let index = memberIndex(child.key) {
          members[index].count += 1
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

  /// Returns the index of a key's member, which it adds if missing; `nil` if there are too many.
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
