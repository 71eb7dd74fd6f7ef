/// Writes the C provider of a drafted plugin.
struct CSection {
  let name: PluginName
  let blockCode: String
  let table: ModelTable
  let root: ModelType
  let plan: BodyPlan

  private var fields: CFields { CFields(table: table) }
  private var isList: Bool { if case .array = root { true } else { false } }

  /// The template with the parts that depend on the models filled in.
  var source: String {
    let template = String(decoding: PackageResources.section_from_c_in, as: UTF8.self)
    let values = [
      "CODE_IN_COMMENT": SourceLiteral.comment(blockCode),
      "CODE_IN_C": SourceLiteral.c(blockCode), "NAME": name.text,
      "KIND": isList ? "SE_ARRAY" : "SE_OBJECT",
      "KIND_IN_WORDS": isList ? "array" : "object",
      "WALK": walk, "TITLE": text(plan.title, from: "block"), "TEXT": itemText,
      "DETAIL": text(plan.detail, from: "item"), "IMAGE": text(plan.image, from: "item"),
      "TARGET": text(plan.action, from: "item"),
    ]
    return PluginFolder.filled(template, values)
  }

  private func text(_ way: BodyPlan.Way?, from base: String) -> String {
    way.map { "host->string(host, \(fields.value($0, from: base)))" } ?? "(se_str){NULL, 0}"
  }

  private var itemText: String {
    if plan.isItemText { return "host->string(host, item)" }
    let ways = [plan.text, plan.detail, plan.image, plan.action]
    return ways.contains { $0 != nil }
      ? text(plan.text, from: "item") : "SE_STR(\(SourceLiteral.c(blockCode)))"
  }

  /// C code that calls `add` with every item, in order.
  private var walk: String {
    var lines: [String] = []
    var base = "block"
    for (level, way) in plan.lists.enumerated() {
      let indent = String(repeating: "  ", count: level + 1)
      let item = level == plan.lists.count - 1 ? "item" : "group"
      lines.append("\(indent)se_value \(item)s = \(fields.value(way, from: base));")
      lines.append(
        "\(indent)if (host->kind(host, \(item)s) != SE_ARRAY) \(level == 0 ? "return" : "continue");"
      )
      lines.append(
        "\(indent)for (se_value \(item) = host->first(host, \(item)s); host->kind(host, \(item)) != SE_MISSING;"
      )
      lines.append("\(indent)     \(item) = host->next(host, \(item))) {")
      base = item
    }
    let kind = plan.isItemText ? "SE_STRING" : "SE_OBJECT"
    let indent = String(repeating: "  ", count: plan.lists.count + 1)
    if plan.lists.isEmpty {
      lines.append("\(indent)add(list, block);")
    } else {
      lines.append("\(indent)if (host->kind(host, item) == \(kind)) add(list, item);")
    }
    for level in plan.lists.indices.reversed() {
      lines.append(String(repeating: "  ", count: level + 1) + "}")
    }
    return lines.joined(separator: "\n")
  }
}
