/// Makes the sources in C and C++: accessor functions for the fields of the models, and a provider.
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

  var cWords: [String: String] {
    func text(_ way: BodyPlan.Way?, from base: String) -> String {
      way.map { "host->string(host, \(Self.cValue($0, from: base)))" } ?? "(se_str){NULL, 0}"
    }
    var words = words(literal: SourceLiteral.c, text: text)
    if plan.showsCode { words["TEXT"] = "SE_STR(\(SourceLiteral.c(blockCode)))" }
    words["WALK"] = cWalk.joined(separator: "\n")
    words["LOST"] = plan.lost.map(Self.cWarning) ?? ""
    if let way = plan.identifier, way.last?.type != .string {
      words["ID"] = "number_of(host, \(Self.cValue(way, from: "item")), digits)"
    }
    return words
  }

  /// Returns C code that warns once per section if the host lacks `section.content/1`.
  private static func cWarning(_ lost: String) -> String {
    """
      if (host->extension(host, SE_STR(SE_CONTENT)) == NULL) {
        host->warn(host, block->value, SE_STR(""),
                   SE_STR("without section.content/1 there are no \(lost)"));
      }

    """
  }

  /// The lines of C code that call `add` for every item, in order.
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
