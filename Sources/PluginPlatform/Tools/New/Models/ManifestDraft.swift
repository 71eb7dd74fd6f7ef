internal import Feeds

/// Writes a manifest, and the source of the C library that it describes.
struct ManifestDraft {
  private typealias FieldType = (manifest: String, c: String, fallback: String)
  private struct Field {
    let way: BodyPlan.Way
    let name: String
    let type: FieldType
  }

  private let draft: PluginDraft
  private var plan: BodyPlan { draft.plan }
  private var name: PluginName { draft.name }
  /// The path from an item to its first inner item, which the row shows instead of the item; "" if
  /// items have no inner items.
  private let base: String
  private let fields: [Field]
  /// The path of the first number of an item, which a row shows if items have no text.
  private let substitute: BodyPlan.Way?

  /// The maximum number of fields that a struct of a manifest may have.
  private static let most = 16

  init(_ draft: PluginDraft) {
    self.draft = draft
    let plan = draft.plan
    base = plan.lists.dropFirst().reduce("") { "\($0)\(Self.steps($1))[0]" }
    let inside = draft.table.fields(of: plan.item)
    let ways = plan.item == .string ? [[]] : plan.ways.compactMap(\.self) + inside
    var found: [Field] = []
    var used: Set<String> = []
    for way in ways where found.count < Self.most && !found.contains(where: { $0.way == way }) {
      // C cannot represent a field whose values have several types.
      guard !way.contains(where: \.isMixed), let type = Self.types[way.last?.type ?? plan.item]
      else { continue }
      let words = way.flatMap { PluginName.words(of: $0.name) }.map { $0.lowercased() }
      var name = words.isEmpty ? "text" : words.joined(separator: "_")
      if Self.keywords.contains(name) { name += "_" }
      found.append(Field(way: way, name: ModelNames.free(name, &used), type: type))
    }
    fields = found
    let numbers: Set<ModelType> = [.int64, .uint64, .double]
    let hasText = plan.isItemText || plan.text != nil || plan.detail != nil
    substitute = hasText ? nil : inside.first { $0.last.map { numbers.contains($0.type) } == true }
  }

  private static var types: [ModelType: FieldType] {
    [
      .string: ("string", "const char *", #""""#),
      .int64: ("i64", "int64_t ", "0"),
      .uint64: ("u64", "uint64_t ", "0"),
      .double: ("f64", "double ", "0"),
      .bool: ("bool", "bool ", "false"),
    ]
  }

  // MARK: The manifest

  var manifest: String {
    let manifest: JSONText = [
      "id": .text(name.text), "version": "0.1.0", "library": .text("./lib\(name.text).so"),
      "blockCodes": [.text(draft.blockCode)], "title": plan.title.map(Self.path),
      "items": plan.lists.first.map(Self.path), "rowHeight": rowHeight,
      "item": template,
    ]
    return manifest.formatted() + "\n"
  }

  private var rowHeight: JSONText {
    let members = fields.map { field -> JSONText in
      let (type, fallback) = (field.type.manifest, field.type.fallback)
      return ["item": path(field.way), "type": .text(type), "default": .word(fallback)]
    }
    let arguments: [JSONText] = [
      ["environment": "width", "type": "f64"], ["callback": "textHeight"],
    ]
    return [
      "symbol": .text("\(name.symbol)_row_height"),
      "arguments": .array((members.isEmpty ? [] : [["struct": .array(members)]]) + arguments),
      "returns": "f64",
    ]
  }

  /// The content of a row in the manifest; `nil` if no content was found.
  private var template: JSONText? {
    let text = plan.text ?? (plan.isItemText ? [] : substitute)
    let template: JSONText = [
      "title": text.map(path), "detail": plan.detail.map(path),
      "oldPrice": plan.oldPrice.map(path), "image": plan.image.map(path),
      "action": plan.action.map(path),
      "identifier": plan.identifier.map { ["type": .text(plan.resourceType), "path": path($0)] },
    ]
    if case .object(let members) = template, members.isEmpty { return nil }
    return template
  }

  /// Returns the steps of a JSON path, such as `.uiElement['main title']`.
  private static func steps(_ way: BodyPlan.Way) -> String {
    way.map { member in
      let key = member.key.unicodeScalars
      if let first = key.first, !("0"..."9" ~= first), key.allSatisfy(ModelNames.isWordCharacter) {
        return ".\(member.key)"
      }
      var text = ""
      for scalar in key {
        switch scalar {
        case "'", "\\": text += "\\\(scalar)"
        case "\0"..<" ": text += SourceLiteral.escape(scalar)
        default: text.unicodeScalars.append(scalar)
        }
      }
      return "['\(text)']"
    }.joined()
  }

  /// Returns the path from an item to a field.
  private func path(_ way: BodyPlan.Way) -> JSONText { Self.path(base + Self.steps(way)) }

  private static func path(_ way: BodyPlan.Way) -> JSONText { path(steps(way)) }

  /// Converts steps to a path in a manifest: removes a leading dot, or gives `$` for no steps.
  private static func path(_ steps: String) -> JSONText {
    .text(steps.isEmpty ? "$" : steps.first == "." ? String(steps.dropFirst()) : steps)
  }

  // MARK: The library

  var words: [String: String] {
    func text(_ way: BodyPlan.Way?) -> String? {
      way.flatMap { way in fields.first { $0.way == way } }.map { "item.\($0.name)" }
    }
    var structure = ""
    if !fields.isEmpty {
      let members = fields.map { "  \($0.type.c)\($0.name);\n" }.joined()
      structure = """
        /* Fields of an item, in the order of the manifest, which says what they are where the feed lacks one. */
        struct \(name.symbol)_item {
        \(members)};


        """
    }
    return [
      "STRUCT": structure,
      "PARAMETER": fields.isEmpty ? "" : "struct \(name.symbol)_item item, ",
      "BESIDE": text(plan.image) == nil ? "" : ", a picture of 64 and 12 beside it",
      "BODY": body(text: text).map { "  \($0)" }.joined(separator: "\n"),
    ]
  }

  private func body(text: (BodyPlan.Way?) -> String?) -> [String] {
    let picture = text(plan.image)
    var lines: [String] = []
    if let picture { lines.append("double picture = *\(picture) ? 64 : 0;") }
    lines.append(
      "double room = width - 32\(picture == nil ? "" : " - (picture > 0 ? picture + 12 : 0)");")
    lines.append("if (room < 1) room = 1;")
    // A text that is a number in some items is no struct field; it gets the height of one line.
    let shown = plan.isItemText ? text([]) : text(plan.text)
    lines.append("/* The title is bold, so a little wider than it is measured. */")
    lines.append("double texts = lines(measure, \(shown ?? #""0""#), 15, room * 0.94);")
    if let detail = text(plan.detail) {
      lines.append("double detail = lines(measure, \(detail), 13, room);")
      lines.append("if (detail > 0) texts += detail + (texts > 0 ? 2 : 0);")
    }
    let height = picture == nil ? "texts" : "(texts > picture ? texts : picture)"
    return lines + ["return 16 + \(height);"]
  }

  var remarks: [String] {
    func path(_ way: BodyPlan.Way) -> String { String(Self.steps(way).drop { $0 == "." }) }
    var remarks: [String] = []
    if plan.lists.count > 1 {
      let inner = plan.lists.dropFirst().map { "`\(path($0))`" }.joined(separator: ", in that of ")
      remarks.append("a row is one of the outer items and shows the first of its \(inner)")
    }
    if !plan.isItemText, plan.text == nil, plan.detail == nil {
      let shown = substitute.map { "show `\(path($0))`" } ?? "have none"
      remarks.append("no text was found: rows \(shown)")
    }
    return remarks
  }

  private static let keywords: Set<String> = [
    "alignas", "alignof", "asm", "auto", "bool", "break", "case", "char", "const", "constexpr",
    "continue", "default", "do", "double", "else", "enum", "extern", "false", "float", "for",
    "goto", "if", "inline", "int", "linux", "long", "nullptr", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "struct", "switch", "true", "typedef", "typeof",
    "union", "unix", "unsigned", "void", "volatile", "while",
  ]
}
