/// The Rust source: a provider that reads the fields of an item by their paths.
extension PluginDraft {
  var rustSection: String {
    func text(_ way: BodyPlan.Way?, from base: String) -> String {
      way.map { "\(Self.rustValue($0, from: base)).text()" } ?? "\"\""
    }
    let code = SourceLiteral.swift(blockCode)
    let itemText =
      plan.isItemText ? "item.text()" : plan.showsCode ? code : text(plan.text, from: "item")
    return PluginFolder.filled(
      PackageResources.section_from_rs_in,
      [
        "CODE_IN_COMMENT": SourceLiteral.comment(blockCode), "CODE_IN_RUST": code,
        "NAME": name.text, "KIND": isList ? "SE_ARRAY" : "SE_OBJECT",
        "KIND_IN_WORDS": isList ? "array" : "object", "WALK": rustWalk.joined(separator: "\n"),
        "TITLE": text(plan.title, from: "block"), "TEXT": itemText,
        "DETAIL": text(plan.detail, from: "item"), "IMAGE": text(plan.image, from: "item"),
        "TARGET": text(plan.action, from: "item"), "OLD_PRICE": text(plan.oldPrice, from: "item"),
        "LOST": plan.lost.map(Self.rustWarning) ?? "", "ID": rustIdentifier,
        "RESOURCE_TYPE": SourceLiteral.swift(plan.resourceType),
      ])
  }

  private static func rustWarning(_ lost: String) -> String {
    """
            if !host.has_content() {
                host.warn(block.value, "", "without section.content/1 there are no \(lost)");
            }

    """
  }

  private static func rustValue(_ way: BodyPlan.Way, from base: String) -> String {
    way.reduce(base) { "\($0).member(\(SourceLiteral.swift($1.key)))" }
  }

  private var rustIdentifier: String {
    guard let way = plan.identifier, let type = way.last?.type else { return "String::new()" }
    let value = Self.rustValue(way, from: "item")
    return type == .string
      ? "\(value).text().to_owned()"
      : "\(value).int64().map_or(String::new(), |number| number.to_string())"
  }

  private var rustWalk: [String] {
    guard !plan.lists.isEmpty else { return ["    items.push(block.raw);"] }
    let kind = plan.isItemText ? "SE_STRING" : "SE_OBJECT"
    var lines = ["if item.kind() == \(kind) {", "    items.push(item.raw);", "}"]
    for (level, way) in plan.lists.enumerated().reversed() {
      let item = level == plan.lists.count - 1 ? "item" : "group"
      let list = Self.rustValue(way, from: level == 0 ? "block" : "group")
      lines = ["for \(item) in \(list).children() {"] + lines.map { "    " + $0 } + ["}"]
    }
    return lines.map { "    " + $0 }
  }
}
