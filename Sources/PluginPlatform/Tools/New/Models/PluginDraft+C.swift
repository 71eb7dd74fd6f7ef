/// The C sources: accessor functions for the fields of the models, and a provider.
extension PluginDraft {
  var cFields: String {
    var text = """
      /* The fields of a block of the code \(SourceLiteral.comment(blockCode)), as \(origin) of a feed had it. What is not
       * there reads as missing, empty, or as the default that is passed. */
      #ifndef FIELDS_H
      #define FIELDS_H

      #include "section_plugin.h"

      """
    var used: Set<String> = []
    for model in table.structs where !model.members.isEmpty {
      text += "\n/* \(model.name) */\n"
      for member in model.members {
        let name = ModelNames.free(
          "\(PluginName.symbol(of: model.name))_\(PluginName.symbol(of: member.name))", &used)
        if member.isMixed { text += "/* The type differs in some blocks. */\n" }
        text += Self.cFunction(name, member)
      }
    }
    return text + "\n#endif\n"
  }

  private static func cFunction(_ name: String, _ member: ModelMember) -> String {
    let value = cValue([member], from: "value")
    let (type, parameters, result) =
      switch member.type {
      case .string: ("se_str", "", "host->string(host, \(value))")
      case .int64: ("bool", ", int64_t *out", "host->int64(host, \(value), out)")
      case .uint64: ("bool", ", uint64_t *out", "host->uint64(host, \(value), out)")
      case .double: ("double", ", double otherwise", "host->number(host, \(value), otherwise)")
      case .bool: ("bool", ", bool otherwise", "host->boolean(host, \(value), otherwise)")
      default: ("se_value", "", value)
      }
    return """
      static inline \(type) \(name)(const se_host *host, se_value value\(parameters)) {
        return \(result);
      }

      """
  }

  private static func cValue(_ way: BodyPlan.Way, from base: String) -> String {
    way.reduce(base) { "host->member(host, \($0), SE_STR(\(SourceLiteral.c($1.key))))" }
  }

  /// - Parameter template: That of the section, in C or C++.
  func cSection(_ template: [UInt8]) -> String {
    let code = SourceLiteral.c(blockCode)
    let words = [
      "CODE_IN_C": code, "WALK": cWalk.joined(separator: "\n"), "ID": cIdentifier,
      "LOST": plan.lost.map(Self.cWarning) ?? "",
      "RESOURCE_TYPE": SourceLiteral.c(plan.resourceType),
    ]
    return section(template, code: "SE_STR(\(code))", words) { way, base in
      way.map { "host->string(host, \(Self.cValue($0, from: base)))" } ?? "(se_str){NULL, 0}"
    }
  }

  /// Reports once per section what a host of contract 1.0 alone does not draw.
  private static func cWarning(_ lost: String) -> String {
    """
      if (host->extension(host, SE_STR(SE_CONTENT)) == NULL) {
        host->warn(host, block->value, SE_STR(""),
                   SE_STR("without section.content/1 there are no \(lost)"));
      }

    """
  }

  /// An expression for the id of an item as a text; one that is a number is written to `digits`.
  private var cIdentifier: String {
    guard let way = plan.identifier, let type = way.last?.type else { return "(se_str){NULL, 0}" }
    let value = Self.cValue(way, from: "item")
    if type == .string { return "host->string(host, \(value))" }
    return "number_of(host, \(value), digits)"
  }

  /// The lines of C that call `add` with every item, in order.
  private var cWalk: [String] {
    guard !plan.lists.isEmpty else { return ["  add(list, block);"] }
    let kind = plan.isItemText ? "SE_STRING" : "SE_OBJECT"
    var lines = ["if (host->kind(host, item) == \(kind)) add(list, item);"]
    for (level, way) in plan.lists.enumerated().reversed() {
      let item = level == plan.lists.count - 1 ? "item" : "group"
      let list = Self.cValue(way, from: level == 0 ? "block" : "group")
      lines =
        [
          "se_value \(item)s = \(list);",
          "if (host->kind(host, \(item)s) != SE_ARRAY) \(level == 0 ? "return" : "continue");",
          "for (se_value \(item) = host->first(host, \(item)s); host->kind(host, \(item)) != SE_MISSING;",
          "     \(item) = host->next(host, \(item))) {",
        ] + lines.map { "  " + $0 } + ["}"]
    }
    return lines.map { "  " + $0 }
  }
}
