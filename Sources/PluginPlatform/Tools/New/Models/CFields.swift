/// Writes C accessor functions for the fields of models.
struct CFields {
  let table: ModelTable
  /// Function names by struct, then by member.
  private let names: [[String]]

  init(table: ModelTable) {
    self.table = table
    var used: Set<String> = []
    names = table.structs.map { model in
      model.members.map { member in
        let name = ModelNames.free(
          "\(Self.symbol(model.name))_\(Self.symbol(member.name))", used)
        used.insert(name)
        return name
      }
    }
  }

  private static func symbol(_ name: String) -> String {
    PluginName.words(of: name).map { $0.lowercased() }.joined(separator: "_")
  }

  /// Returns an expression for the value at the end of a path.
  func value(_ way: BodyPlan.Way, from base: String) -> String {
    way.reduce(base) { "host->member(host, \($0), \(Self.key($1)))" }
  }

  private static func key(_ member: ModelMember) -> String {
    "SE_STR(\(SourceLiteral.c(member.key)))"
  }

  func source(blockCode: String, blocks: Int) -> String {
    let count = blocks == 1 ? "one block" : "\(blocks) blocks"
    var text = """
      /* The fields of a block of the code \(SourceLiteral.comment(blockCode)), as \(count) of a feed had it. What is not
       * there reads as missing, empty, or as the default that is passed. */
      #ifndef FIELDS_H
      #define FIELDS_H

      #include "section_plugin.h"

      """
    for (model, names) in zip(table.structs, names) where !model.members.isEmpty {
      text += "\n/* \(model.name) */\n"
      for (member, name) in zip(model.members, names) {
        if member.isMixed { text += "/* Of another type in some blocks. */\n" }
        text += Self.function(name, member)
      }
    }
    return text + "\n#endif\n"
  }

  private static func function(_ name: String, _ member: ModelMember) -> String {
    let value = "host->member(host, value, \(key(member)))"
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
}
