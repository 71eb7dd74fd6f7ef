internal import Feeds

indirect enum ModelType: Hashable {
  case bool, int64, uint64, double, string
  /// A string in some objects, and a number, true or false in others.
  case looseText
  /// An object. The associated value is the index of its struct.
  case object(Int)
  case array(ModelType)
  /// An object whose keys are data and not field names, with the type of its values.
  case dictionary(ModelType)
  /// An element of an array or dictionary that may be null.
  case optional(ModelType)
}

struct ModelMember: Hashable {
  let key: String
  /// A Swift identifier, unique among the members.
  var name: String
  let type: ModelType
  /// Whether the member is absent, null, or of another kind in some objects.
  let isOptional: Bool
  /// Whether the member is of another kind in some objects. In these it is treated as absent.
  let isMixed: Bool
}

struct ModelStruct: Hashable {
  let name: String
  var members: [ModelMember]
}

/// The structs for the blocks of one code. The first struct is for the block, or for its items.
struct ModelTable {
  private(set) var structs: [ModelStruct] = []
  /// The type of the block; `nil` if it is unknown.
  private(set) var root: ModelType?
  /// The paths of fields whose type is unknown, because their values are always null or empty.
  private(set) var unknown: [String] = []
  /// Whether the models omit values, because a limit of depth or number was exceeded.
  private(set) var isCut = false
  private(set) var usesLooseText = false

  /// The maximum number of structs. The models omit further objects.
  private static let structLimit = 200
  private var names: Set<String> = ModelNames.reservedTypes

  init(_ shape: ValueShape) { root = type(of: shape, named: "Model", inside: "", path: "") }

  /// - Parameter parent: The name of the enclosing struct; precedes `name` if that is already used.
  private mutating func type(
    of shape: ValueShape, named name: String, inside parent: String, path: String
  ) -> ModelType? {
    if shape.isCut { isCut = true }
    if shape[.object] > 0, shape[.object] >= max(shape[.array], shape.scalars) {
      return object(shape, named: name, inside: parent, path: path)
    }
    if shape[.array] > 0, shape[.array] >= shape.scalars {
      guard let element = shape.element,
        let type = type(
          of: element, named: EnglishPlural.singular(of: name), inside: parent, path: path + "[]")
      else { return nil }
      return .array(element[.null] > 0 ? .optional(type) : type)
    }
    return scalar(shape)
  }

  private mutating func scalar(_ shape: ValueShape) -> ModelType? {
    switch (shape[.bool] > 0, shape.numbers > 0, shape[.string] > 0) {
    case (false, false, false): return nil
    case (true, false, false): return .bool
    case (false, false, true): return .string
    case (false, true, false):
      guard shape[.fraction] == 0, shape[.largeInteger] == 0 || shape[.negative] == 0 else {
        return .double
      }
      return shape[.largeInteger] > 0 ? .uint64 : .int64
    default:
      usesLooseText = true
      return .looseText
    }
  }

  private mutating func object(
    _ shape: ValueShape, named name: String, inside parent: String, path: String
  ) -> ModelType? {
    guard !shape.members.isEmpty else { return nil }
    if ModelNames.areData(shape) {
      let values = ValueShape()
      for member in shape.members { values.add(member.shape) }
      let inner = type(
        of: values, named: EnglishPlural.singular(of: name), inside: parent, path: path)
      return inner.map { .dictionary(values[.null] > 0 ? .optional($0) : $0) }
    }
    guard structs.count < Self.structLimit else {
      isCut = true
      return nil
    }
    // Adds the struct before its members, so that it precedes the structs inside it.
    let index = structs.count
    let own = ModelNames.free(names.contains(name) ? parent + name : name, &names)
    structs.append(ModelStruct(name: own, members: []))
    var members: [ModelMember] = []
    var used: Set<String> = []
    for member in shape.members {
      let path = path.isEmpty ? member.key : "\(path).\(member.key)"
      let inner = ModelNames.type(forKey: member.key)
      guard
        let type = type(
          of: member.shape, named: inner, inside: own == "Model" ? "" : own, path: path)
      else {
        unknown.append(path)
        continue
      }
      let isMixed = Self.isMixed(member.shape, read: type)
      let isOptional = member.count < shape[.object] || member.shape[.null] > 0 || isMixed
      members.append(
        ModelMember(
          key: member.key, name: ModelNames.free(ModelNames.field(forKey: member.key), &used),
          type: type, isOptional: isOptional, isMixed: isMixed))
    }
    structs[index].members = members
    return reused(index)
  }

  /// Returns the type of the struct at an index. If the struct is the last and an earlier struct
  /// has the same members, removes the struct and returns the type of the earlier struct.
  private mutating func reused(_ index: Int) -> ModelType {
    guard index == structs.count - 1, index > 0, !structs[index].members.isEmpty,
      let same = structs[..<index].firstIndex(where: { $0.members == structs[index].members })
    else { return .object(index) }
    names.remove(structs[index].name)
    structs.removeLast()
    return .object(same)
  }

  private static func isMixed(_ shape: ValueShape, read type: ModelType) -> Bool {
    switch type {
    case .object, .dictionary: shape[.array] + shape.scalars > 0
    case .array: shape[.object] + shape.scalars > 0
    default: shape[.object] + shape[.array] > 0
    }
  }

  /// Returns the members along a path such as "a.b"; `nil` if a key is not in the models.
  func members(at path: String, from type: ModelType) -> [ModelMember]? {
    var found: [ModelMember] = []
    var type = type
    for key in path.split(separator: ".") {
      guard case .object(let index) = type,
        let member = structs[index].members.first(where: { $0.key == key })
      else { return nil }
      found.append(member)
      type = member.type
    }
    return found
  }

  /// Returns the paths to the fields of a type, outer fields before inner fields.
  func fields(of type: ModelType, depth: Int = 3) -> [[ModelMember]] {
    var level: [[ModelMember]] = [[]]
    var found: [[ModelMember]] = []
    for _ in 0..<depth {
      level = level.flatMap { path -> [[ModelMember]] in
        guard case .object(let index) = path.last?.type ?? type else { return [] }
        return structs[index].members.map { path + [$0] }
      }
      found += level
    }
    return found
  }
}
