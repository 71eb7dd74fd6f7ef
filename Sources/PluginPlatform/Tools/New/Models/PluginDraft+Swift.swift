/// Makes the Swift sources: models, and a provider that reads all values in `init`.
extension PluginDraft {
  /// The source of the models. They are nested, so that their names hide no names of SectionKit.
  var swiftModels: String {
    var text = """
      /// A block of the code \(SourceLiteral.comment(blockCode)), as \(origin) of a feed had it. What is optional was absent or null in
      /// some of them.

      """
    if let first = table.structs.first {
      text += swift(first, indent: "", inner: table.structs.dropFirst())
    }
    if table.usesLooseText {
      text += "\n" + String(decoding: PackageResources.LooseText_swift_in, as: UTF8.self)
    }
    return text
  }

  private func swift(
    _ model: ModelStruct, indent: String, inner: ArraySlice<ModelStruct> = []
  ) -> String {
    var text = "\(indent)struct \(model.name): Decodable {\n"
    for member in model.members {
      if member.isMixed { text += "\(indent)  /// The type differs in some blocks.\n" }
      text += "\(indent)  var \(ModelNames.swift(member.name)): \(swift(member.type))"
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
    for model in inner { text += "\n" + swift(model, indent: indent + "  ") }
    return text + "\(indent)}\n"
  }

  private func swift(_ type: ModelType) -> String {
    switch type {
    case .bool: "Bool"
    case .int64: "Int64"
    case .uint64: "UInt64"
    case .double: "Double"
    case .string: "String"
    case .looseText: "LooseText"
    case .object(let index): table.structs[index].name
    case .array(let element): "[\(swift(element))]"
    case .dictionary(let value): "[String: \(swift(value))]"
    case .optional(let wrapped): "\(swift(wrapped))?"
    }
  }

  var swiftWords: [String: String] {
    let resourceType = SourceLiteral.swift(plan.resourceType)
    return [
      "SUMMARY": plan.lists.isEmpty
        ? "one row" : "\(plan.title == nil ? "" : "a title above ")a row for each item",
      "OLD_PRICE": plan.oldPrice == nil ? "" : "\n    var oldPrice: String",
      "ID": plan.identifier == nil ? "" : "\n    var id: String?",
      "DRAW_OLD_PRICE": plan.oldPrice == nil ? "" : Self.drawOldPrice,
      "IDENTIFY": plan.identifier == nil
        ? "" : "\n    .identifier(type: \(resourceType), id: line.id)",
      "READING": reading.map { "    " + $0 }.joined(separator: "\n"),
    ]
  }

  private static let drawOldPrice = """

            if !line.oldPrice.isEmpty {
              Text(line.oldPrice).font(13).lines(1).color("secondary").strikethrough()
            }
    """

  private var reading: [String] {
    let kind = isList ? "array" : "object"
    var lines = [
      "guard block.kind == .\(kind) else { throw Decline(\"the block is not an \(kind)\") }"
    ]
    if plan.title != nil || !plan.lists.isEmpty || !plan.showsCode {
      lines.append("let model: \(swift(root)) = try block.decode()")
    }
    lines.append("title = \(swiftText(plan.title, from: "model"))")
    guard !plan.lists.isEmpty else { return lines + ["lines = [\(swiftLine(from: "model"))]"] }
    return lines + [
      "let items = \(swiftItems)",
      "lines = items.prefix(Self.most).map { \(plan.showsCode ? "_" : "item") in",
      "  \(swiftLine(from: "item"))",
      "}",
    ]
  }

  private var swiftItems: String {
    var text = ""
    for (level, way) in plan.lists.enumerated() {
      var (list, isOptional) = Self.swiftValue(way, from: level == 0 ? "model" : "$0")
      if isOptional { list = "(\(list) ?? [])" }
      if case .array(.optional) = way.last?.type ?? root { list += ".compactMap { $0 }" }
      text = level == 0 ? list : "\(text).flatMap { \(list) }"
    }
    return text
  }

  private func swiftLine(from base: String) -> String {
    var text = swiftText(plan.text, from: base)
    if plan.isItemText { text = plan.item == .looseText ? "\(base).text" : base }
    if plan.showsCode { text = SourceLiteral.swift(blockCode) }
    var fields = [
      "text: \(text), detail: \(swiftText(plan.detail, from: base))",
      "image: \(swiftText(plan.image, from: base)), target: \(swiftText(plan.action, from: base))",
    ]
    if plan.oldPrice != nil { fields.append("oldPrice: \(swiftText(plan.oldPrice, from: base))") }
    if let way = plan.identifier {
      let (id, isOptional) = Self.swiftValue(way, from: base)
      fields.append("id: \(isOptional ? "\(id).map { \"\\($0)\" }" : "\"\\(\(id))\"")")
    }
    return "Line(\n        \(fields.joined(separator: ",\n        ")))"
  }

  /// Returns a Swift expression for the text at the end of a path; `""` without a path.
  private func swiftText(_ way: BodyPlan.Way?, from base: String) -> String {
    guard let way else { return "\"\"" }
    let (text, isOptional) = Self.swiftValue(way, from: base)
    return isOptional ? "\(text) ?? \"\"" : text
  }

  private static func swiftValue(
    _ way: BodyPlan.Way, from base: String
  ) -> (text: String, isOptional: Bool) {
    var text = base
    for (index, member) in way.enumerated() {
      text += ".\(ModelNames.swift(member.name))"
      let isLoose = member.type == .looseText
      if member.isOptional, isLoose || index < way.count - 1 { text += "?" }
      if isLoose { text += ".text" }
    }
    return (text, way.contains(where: \.isOptional))
  }
}
