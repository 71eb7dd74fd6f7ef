/// Makes the Rust source: a provider that reads the fields of an item by their paths.
extension PluginDraft {
  var rustWords: [String: String] {
    func text(_ way: BodyPlan.Way?, from base: String) -> String {
      way.map { "\(Self.rustValue($0, from: base)).text()" } ?? "\"\""
    }
    var words = words(literal: SourceLiteral.swift, text: text)
    if plan.showsCode { words["TEXT"] = SourceLiteral.swift(blockCode) }
    words["WALK"] = rustWalk.joined(separator: "\n")
    words["LOST"] = plan.lost.map(Self.rustWarning) ?? ""
    words["ID"] = rustIdentifier
    return words
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
