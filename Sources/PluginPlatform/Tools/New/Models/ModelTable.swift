/// The type of a field.
indirect enum ModelType: Hashable {
  case bool, int64, uint64, double, string
  /// A string that appears elsewhere as a number, true or false.
  case looseText
  /// The index of a struct.
  case object(Int)
  case array(ModelType)
  /// An object whose keys are data.
  case dictionary(ModelType)
  /// An element that may be null.
  case optional(ModelType)
}

extension ModelType {
  var isNumber: Bool {
    switch self {
    case .int64, .uint64, .double: true
    default: false
    }
  }
}

/// A field of a struct.
struct ModelMember: Hashable {
  let key: String
  /// A Swift identifier, unique among the members.
  var name: String
  let type: ModelType
  /// Whether it is absent, null, or of another kind in some objects.
  let isOptional: Bool
  /// Whether it is of another kind in some objects, and reads as absent there.
  let isMixed: Bool
}

struct ModelStruct: Hashable {
  let name: String
  var members: [ModelMember]
}

/// The structs that model the payloads of one code; the first one models the payload if it is an
/// object or an array of objects.
struct ModelTable {
  private(set) var structs: [ModelStruct] = []
  /// The type of the payload, or `nil` if it is unknown.
  private(set) var root: ModelType?
  /// Fields of unknown type: always null or always empty.
  private(set) var unknown: [String] = []
  /// Whether values beyond the limits of depth or number were left out.
  private(set) var isCut = false

  /// Maximum number of structs; the contents of further objects are left out.
  private static let structLimit = 200
  private var names: Set<String> = ModelNames.reservedTypes

  init(_ shape: ValueShape) { root = type(of: shape, named: "Model", inside: "", path: "") }

  var usesLooseText: Bool {
    structs.contains { $0.members.contains { Self.isLoose($0.type) } }
      || root.map(Self.isLoose) == true
  }

  private static func isLoose(_ type: ModelType) -> Bool {
    switch type {
    case .looseText: true
    case .array(let inner), .dictionary(let inner), .optional(let inner): isLoose(inner)
    default: false
    }
  }

  /// - Parameters:
  ///   - name: The name of a new struct.
  ///   - parent: The struct that contains it, added to the name if the name is taken.
  private mutating func type(
    of shape: ValueShape, named name: String, inside parent: String, path: String
  ) -> ModelType? {
    if shape.isCut { isCut = true }
    if shape.objects > 0, shape.objects >= max(shape.arrays, shape.scalars) {
      return object(shape, named: name, inside: parent, path: path)
    }
    if shape.arrays > 0, shape.arrays >= shape.scalars {
      guard let element = shape.element,
        let type = type(
          of: element, named: ModelNames.singular(name), inside: parent, path: path + "[]")
      else { return nil }
      return .array(element.nulls > 0 ? .optional(type) : type)
    }
    return scalar(shape)
  }

  private func scalar(_ shape: ValueShape) -> ModelType? {
    switch (shape.bools > 0, shape.numbers > 0, shape.strings > 0) {
    case (false, false, false): nil
    case (true, false, false): .bool
    case (false, false, true): .string
    case (false, true, false):
      if shape.fractions > 0 || (shape.largeIntegers > 0 && shape.negatives > 0) {
        .double
      } else {
        shape.largeIntegers > 0 ? .uint64 : .int64
      }
    default: .looseText
    }
  }

  private mutating func object(
    _ shape: ValueShape, named name: String, inside parent: String, path: String
  ) -> ModelType? {
    guard !shape.members.isEmpty else { return nil }
    if ModelNames.areData(shape) {
      let values = ValueShape.merged(shape.members.map(\.shape))
      let inner = type(of: values, named: ModelNames.singular(name), inside: parent, path: path)
      return inner.map { .dictionary(values.nulls > 0 ? .optional($0) : $0) }
    }
    guard structs.count < Self.structLimit else {
      isCut = true
      return nil
    }
    // Reserves its index, so that a struct precedes those inside it.
    let index = structs.count
    let own = names.contains(name) ? ModelNames.free(parent + name, names) : name
    names.insert(own)
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
      let isOptional = member.count < shape.objects || member.shape.nulls > 0 || isMixed
      let field = ModelNames.free(ModelNames.field(forKey: member.key), used)
      used.insert(field)
      members.append(
        ModelMember(
          key: member.key, name: field, type: type, isOptional: isOptional, isMixed: isMixed))
    }
    structs[index].members = members
    return reused(index)
  }

  /// Removes the last struct if an earlier one has the same members, and returns the type to use.
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
    case .object, .dictionary: shape.arrays + shape.scalars > 0
    case .array: shape.objects + shape.scalars > 0
    default: shape.objects + shape.arrays > 0
    }
  }
}

extension ModelTable {
  /// Returns the members along a dotted path, or `nil` if the path leaves the model.
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

  /// Returns the paths to values of a single scalar type, outer ones before inner ones.
  func scalars(of type: ModelType) -> [[ModelMember]] {
    var found: [[ModelMember]] = []
    _ = firstMember(of: type) { path in
      switch path.last?.type {
      case .bool, .int64, .uint64, .double, .string: found.append(path)
      default: break
      }
      return false
    }
    return found
  }

  /// Returns the path to the first suitable field of a type, outer ones before inner ones.
  func firstMember(
    of type: ModelType, depth: Int = 3, where isRight: ([ModelMember]) -> Bool
  ) -> [ModelMember]? {
    var level: [(path: [ModelMember], type: ModelType)] = [([], type)]
    for _ in 0..<depth {
      var next: [(path: [ModelMember], type: ModelType)] = []
      for (path, type) in level {
        guard case .object(let index) = type else { continue }
        for member in structs[index].members {
          let path = path + [member]
          if isRight(path) { return path }
          next.append((path, member.type))
        }
      }
      level = next
    }
    return nil
  }
}
