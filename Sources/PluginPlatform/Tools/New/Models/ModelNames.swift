/// Makes identifiers from the keys of a feed, which can be any text.
enum ModelNames {
  /// Names of types that models use. A model with one of these names would hide the type.
  static let reservedTypes: Set<String> = [
    "Any", "Array", "Bool", "CodingKey", "CodingKeys", "Codable", "Decodable", "Decoder",
    "Dictionary", "Double", "Encodable", "Encoder", "Int", "Int64", "LooseText", "Optional",
    "Protocol", "Self", "String", "Swift", "SectionKit", "Type", "UInt64",
  ]

  /// Returns a type name: `CoverUrl` for "cover-url", `Value2x` for "2x", `Value` for "图".
  static func type(forKey key: String) -> String {
    let words = PluginName.words(of: key).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = String(words.joined().prefix(60))
    guard let first = name.first, !first.isNumber else { return "Value" + name }
    return reservedTypes.contains(name) ? name + "Value" : name
  }

  /// Returns a property name for a key: the key itself if it is a plain identifier.
  static func field(forKey key: String) -> String {
    if isPlain(key) { return unspeakable.contains(key) ? key + "Value" : key }
    var words = PluginName.words(of: key)
    guard !words.isEmpty else { return "field" }
    let first = words.removeFirst()
    let rest = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let name = String((first.prefix(1).lowercased() + first.dropFirst() + rest).prefix(60))
    if name.first?.isNumber == true { return "value" + name }
    return unspeakable.contains(name) ? name + "Value" : name
  }

  /// Returns `name`, or `name` with a number if it is in `used`. Adds the result to `used`.
  static func free(_ name: String, _ used: inout Set<String>) -> String {
    var (free, number) = (name, 1)
    while !used.insert(free).inserted {
      number += 1
      free = "\(name)\(number)"
    }
    return free
  }

  static func swift(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Returns whether a key is an ASCII identifier of 1 to 60 bytes with a lower-case first letter.
  private static func isPlain(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, "a"..."z" ~= first else { return false }
    return key.utf8.count <= 60 && key.unicodeScalars.allSatisfy(isWordCharacter)
  }

  /// Returns whether a scalar is an ASCII letter, a digit or `_`.
  static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
  }

  /// Returns whether the keys of objects are data, not field names. All values have one kind.
  /// Also, all keys are numbers, or there are more than 64 keys, or there are at least 16 keys and
  /// each of them occurs in at most a quarter of the objects.
  static func areData(_ shape: ValueShape) -> Bool {
    let kinds = Set(shape.members.flatMap(\.shape.kinds))
    guard kinds.count == 1 else { return false }
    return shape.members.count > 64
      || shape.members.allSatisfy { $0.key.utf8.allSatisfy { 48...57 ~= $0 } && !$0.key.isEmpty }
      || (shape.members.count >= 16
        && shape.members.allSatisfy { $0.count * 4 <= shape[.object] })
  }

  /// Names that a property or enum case cannot have, even in backticks, or that would be ambiguous.
  private static let unspeakable: Set<String> = ["self", "init", "dynamicType", "none", "some"]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]
}
