internal import FeedDocument

/// Statistics of the values at one place of many payloads: how often each kind occurs, and the same
/// for the values inside.
final class ValueShape {
  /// A member of the objects at this place.
  struct Member {
    let key: String
    let shape: ValueShape
    /// The number of objects that have it.
    var count = 0
    fileprivate var lastObject = 0
  }

  private(set) var nulls = 0
  private(set) var bools = 0
  private(set) var integers = 0
  /// Integers beyond `Int64`.
  private(set) var largeIntegers = 0
  private(set) var negatives = 0
  private(set) var fractions = 0
  private(set) var strings = 0
  private(set) var arrays = 0
  private(set) var objects = 0
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

  init() {}

  init(of values: [FeedValue]) {
    for value in values { observe(value) }
  }

  var numbers: Int { integers + largeIntegers + fractions }
  var scalars: Int { bools + numbers + strings }

  /// Adds a value to the statistics. Complexity: O(values).
  func observe(_ value: FeedValue, depth: Int = 0) {
    switch value.kind {
    case .missing: break
    case .null: nulls += 1
    case .bool: bools += 1
    case .string: strings += 1
    case .number: observeNumber(value)
    case .array:
      arrays += 1
      guard depth < Self.depthLimit else {
        if value.count > 0 { isCut = true }
        return
      }
      for child in value.children {
        let shape = element ?? ValueShape()
        element = shape
        shape.observe(child, depth: depth + 1)
      }
    case .object:
      objects += 1
      guard depth < Self.depthLimit else {
        if value.count > 0 { isCut = true }
        return
      }
      for child in value.children { observeMember(child, depth: depth + 1) }
    }
  }

  private func observeNumber(_ value: FeedValue) {
    guard value.isWrittenAsInteger else {
      fractions += 1
      return
    }
    guard let integer = value.int64 else {
      largeIntegers += 1
      return
    }
    integers += 1
    if integer < 0 { negatives += 1 }
  }

  private func observeMember(_ value: FeedValue, depth: Int) {
    let key = value.key
    let index: Int
    if let known = memberIndices[key] {
      index = known
    } else {
      guard members.count < Self.memberLimit else {
        isCut = true
        return
      }
      index = members.count
      memberIndices[key] = index
      members.append(Member(key: key, shape: ValueShape()))
    }
    // A repeated key counts once.
    if members[index].lastObject != objects {
      members[index].lastObject = objects
      members[index].count += 1
    }
    members[index].shape.observe(value, depth: depth)
  }
}

extension ValueShape {
  /// Returns the sum of several shapes.
  static func merged(_ shapes: [ValueShape]) -> ValueShape {
    let merged = ValueShape()
    for shape in shapes { merged.add(shape) }
    return merged
  }

  private func add(_ other: ValueShape) {
    nulls += other.nulls
    bools += other.bools
    integers += other.integers
    largeIntegers += other.largeIntegers
    negatives += other.negatives
    fractions += other.fractions
    strings += other.strings
    arrays += other.arrays
    objects += other.objects
    if other.isCut { isCut = true }
    if let inner = other.element {
      let shape = element ?? ValueShape()
      element = shape
      shape.add(inner)
    }
    for member in other.members {
      let index = memberIndices[member.key] ?? members.count
      if index == members.count {
        guard index < Self.memberLimit else {
          isCut = true
          continue
        }
        memberIndices[member.key] = index
        members.append(Member(key: member.key, shape: ValueShape()))
      }
      members[index].count += member.count
      members[index].shape.add(member.shape)
    }
  }
}
