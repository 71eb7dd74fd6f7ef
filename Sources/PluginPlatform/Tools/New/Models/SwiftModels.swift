/// Writes models in Swift.
struct SwiftModels {
  let table: ModelTable

  /// Returns a type name, such as "[Item]" or "String?".
  func name(of type: ModelType) -> String {
    switch type {
    case .bool: "Bool"
    case .int64: "Int64"
    case .uint64: "UInt64"
    case .double: "Double"
    case .string: "String"
    case .looseText: "LooseText"
    case .object(let index): table.structs[index].name
    case .array(let element): "[\(name(of: element))]"
    case .dictionary(let value): "[String: \(name(of: value))]"
    case .optional(let wrapped): "\(name(of: wrapped))?"
    }
  }

  /// Returns the source of all models. The structs of inner objects are nested in that of the
  /// payload, where their names do not hide names of SectionKit.
  func source(blockCode: String, blocks: Int) -> String {
    let count = blocks == 1 ? "one block" : "\(blocks) blocks"
    var text = """
      /// A block of the code \(SourceLiteral.comment(blockCode)), as \(count) of a feed had it. What is optional was absent or null in
      /// some of them.

      """
    if let first = table.structs.first {
      text += self.text(of: first, indent: "", inner: table.structs.dropFirst())
    }
    if table.usesLooseText { text += "\n" + Self.looseText }
    return text
  }

  private func text(
    of model: ModelStruct, indent: String, inner: ArraySlice<ModelStruct> = []
  ) -> String {
    var text = "\(indent)struct \(model.name): Decodable {\n"
    for member in model.members {
      if member.isMixed { text += "\(indent)  /// Of another type in some blocks.\n" }
      text += "\(indent)  var \(ModelNames.swift(member.name)): \(name(of: member.type))"
      text += member.isOptional ? "?\n" : "\n"
    }
    if model.members.contains(where: { $0.key != $0.name }) {
      text += "\n\(indent)  enum CodingKeys: String, CodingKey {\n"
      for member in model.members {
        text += "\(indent)    case \(ModelNames.swift(member.name))"
        text += member.key == member.name ? "\n" : " = \(SourceLiteral.swift(member.key))\n"
      }
      text += "\(indent)  }\n"
    }
    for model in inner { text += "\n" + self.text(of: model, indent: indent + "  ") }
    return text + "\(indent)}\n"
  }

  private static let looseText = """
    /// A text that the feed also writes as a number, or as true or false.
    struct LooseText: Decodable {
      var text: String

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let string = try? value.decode(String.self) {
          text = string
        } else if let integer = try? value.decode(Int64.self) {
          text = "\\(integer)"
        } else if let number = try? value.decode(Double.self) {
          text = "\\(number)"
        } else {
          text = "\\(try value.decode(Bool.self))"
        }
      }
    }

    """
}

extension BodyPlan {
  /// Returns an expression for the value at the end of a path; it is optional if a member on the
  /// path is.
  static func swift(_ way: Way, from base: String) -> (text: String, isOptional: Bool) {
    var text = base
    for (index, member) in way.enumerated() {
      text += ".\(ModelNames.swift(member.name))"
      if member.isOptional, index < way.count - 1 { text += "?" }
    }
    return (text, way.contains(where: \.isOptional))
  }

  /// Returns an expression for the text at the end of a path, empty without a path.
  static func swiftText(_ way: Way?, from base: String) -> String {
    guard let way else { return "\"\"" }
    var (text, isOptional) = swift(way, from: base)
    if way.last?.type == .looseText { text += way.last?.isOptional == true ? "?.text" : ".text" }
    return isOptional ? "\(text) ?? \"\"" : text
  }
}
