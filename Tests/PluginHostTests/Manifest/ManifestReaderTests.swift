import Support
import Foundation
import LayoutCore
import PluginCalls
@testable import PluginHost
import TestConditions
import TestTools
import Testing

/// Diagnostics of invalid manifests.
@Suite("Format of manifests") struct ManifestReaderTests {
  static func findings(_ text: String) -> [Diagnostic] {
    do throws(PluginRefusal) {
      return try PluginManifest(Array(text.utf8), name: "a.section.json").warnings
    } catch {
      if case .manifest(let found) = error { return found }
      Issue.record("\(error)")
      return []
    }
  }

  private static func manifest(_ members: String) -> String {
    """
    {
      "id": "a", "version": "1.0.0", "library": "libm.so.6", "blockCodes": ["A"],
      \(members)
    }
    """
  }

  struct Case: CustomTestStringConvertible {
    var members: String
    var message: String
    var label: String
    var path: String
    var column: Int
    var help: String?
    var testDescription: String { message }

    init(
      _ members: String, _ message: String, _ label: String, at path: String, column: Int,
      help: String? = nil
    ) {
      self.members = members
      self.message = message
      self.label = label
      self.path = path
      self.column = column
      self.help = help
    }
  }

  private static func call(_ arguments: String, returns: String = #""f64""#) -> String {
    #""rowHeight": {"symbol": "f", "arguments": [\#(arguments)], "returns": \#(returns)}"#
  }

  static let cases = [
    Case(
      #""rowHieght": 4"#, "unknown key `rowHieght` in a plugin manifest", "expected a known key",
      at: "$.rowHieght", column: 16, help: "did you mean `rowHeight`?"),
    Case(
      #""rowHeight": "4""#,
      "`rowHeight` is not a number of points, an object with a place, or a call",
      #"expected a number of points, an object with a place, or a call, found the string "4""#,
      at: "$.rowHeight", column: 16),
    Case(
      #""rowCount": 10001"#, "`rowCount` is not an integer from 0 to 10000",
      "expected an integer from 0 to 10000, found the number 10001", at: "$.rowCount", column: 15),
    Case(
      #""rowHeight": {"symbol": "f"}"#, "`returns` is missing", "expected a member `returns`",
      at: "$.rowHeight", column: 16),
    Case(
      #""rowHeight": {"symbol": "a b", "returns": "f64"}"#,
      "`symbol` is not the name of a C function",
      #"expected the name of a C function, found the string "a b""#, at: "$.rowHeight.symbol",
      column: 27),
    Case(
      call(#"{"value": "a", "type": "double"}"#),
      "`type` is not one of the words that it can be",
      "expected `i8`, `i16`, `i32`, `i64`, `u8`, `u16`, `u32`, `u64`, `f32`, `f64`, `bool`, "
        + #"`string`, found the string "double""#, at: "$.rowHeight.arguments[0].type", column: 69),
    Case(
      call(#"{"value": "a"}"#), "`type` is missing", "expected a member `type`",
      at: "$.rowHeight.arguments[0]", column: 46),
    Case(
      call(#"{"value": "a..b", "type": "i8"}"#),
      "`value` is not a JSON path from the value, like `uiElement.title`",
      "expected a JSON path from the value, like `uiElement.title`, "
        + #"found the string "a..b""#, at: "$.rowHeight.arguments[0].value", column: 56),
    Case(
      call(#"{"value": "$.a", "type": "i8"}"#),
      "`value` is not a JSON path from the value, like `uiElement.title`",
      "expected a JSON path from the value, like `uiElement.title`, "
        + #"found the string "$.a""#, at: "$.rowHeight.arguments[0].value", column: 56),
    Case(
      call(#"{"valeu": "a", "type": "i8"}"#), "unknown key `valeu` in a plugin manifest",
      "expected a known key", at: "$.rowHeight.arguments[0].valeu", column: 56,
      help: "did you mean `value`?"),
    Case(
      call(#"{"type": "i8"}"#), "an argument has no source for its value",
      "expected one of `value`, `count`, `setting`, `environment`, `item`, `row`, `constant`, "
        + "`callback`", at: "$.rowHeight.arguments[0]", column: 46),
    Case(
      call(#"{"value": "a", "count": "b", "type": "i8"}"#), "an argument comes from one place",
      "found `value` and `count`", at: "$.rowHeight.arguments[0]", column: 46),
    Case(
      call(#"{"constant": 300, "type": "u8"}"#), "`constant` is not a number that fits u8",
      "expected a number that fits u8, found the number 300",
      at: "$.rowHeight.arguments[0].constant", column: 59),
    Case(
      call(#"{"constant": "a\u0000b", "type": "string"}"#), "`constant` has a NUL character",
      "C strings end at the first one", at: "$.rowHeight.arguments[0].constant", column: 59),
    Case(
      call(#"{"count": "a", "type": "string"}"#), "`type` is not one of the words that it can be",
      "expected `i8`, `i16`, `i32`, `i64`, `u8`, `u16`, `u32`, `u64`, `f32`, `f64`, "
        + #"found the string "string""#, at: "$.rowHeight.arguments[0].type", column: 69),
    Case(
      #""frame": {"width": {"row": "index"}}"#, "`row` needs a row, and this call has none",
      "expected `value`, `count`, `setting`, `environment`", at: "$.frame.width.row", column: 30,
      help: "only `rowHeight` is called for each row"),
    Case(
      #""frame": {"symbol": "f", "returns": {"struct": [{"field": "y", "type": "f64"}]}}"#,
      "the struct has no field with a result",
      "expected a `field` that is `x`, `width`, `height`", at: "$.frame.returns.struct",
      column: 50),
    Case(
      call("", returns: #"{"struct": []}"#), "`struct` is not an array of 1 to 16 fields",
      "expected an array of 1 to 16 fields, found an empty array",
      at: "$.rowHeight.returns.struct", column: 71),
    Case(
      call(Array(repeating: "{}", count: 10_000).joined(separator: ",")),
      "10000 arguments are too many", "expected at most 32", at: "$.rowHeight.arguments",
      column: 45),
    Case(
      #""item": {"image": {"path": "a", "aspectRatio": 0}}"#,
      "`aspectRatio` is not a number from 0.01 to 100, width to height",
      "expected a number from 0.01 to 100, width to height, found the number 0",
      at: "$.item.image.aspectRatio", column: 50),
    Case(
      #""rowHeight": 1e999"#,
      "`rowHeight` is not a number of points, an object with a place, or a call",
      "expected a number of points, an object with a place, or a call, "
        + "found the number beyond 64 bits", at: "$.rowHeight", column: 16),
  ]

  @Test("every violation has its location, the value found, and a suggestion", arguments: cases)
  func violations(_ fault: Case) throws {
    let found = Self.findings(Self.manifest(fault.members))
    let finding = try #require(found.first { $0.code == .invalidManifest }, "\(found)")
    #expect(finding.message == fault.message)
    #expect(finding.label == fault.label)
    #expect(finding.location?.path == fault.path)
    #expect(finding.location?.line == 3)
    #expect(finding.location?.column == fault.column)
    #expect(finding.severity == .warning && finding.location?.file == "a.section.json")
    #expect(finding.notes == ["the plugin manifest is not used"] || fault.help != nil)
    if let help = fault.help { #expect(finding.helps == [help]) }
  }

  @Test("a library is below the manifest's folder or belongs to the system")
  func libraries() throws {
    func findings(_ library: String) -> [Diagnostic] {
      Self.findings(
        #"{"id": "a", "version": "1", "blockCodes": ["A"], "library": "\#(library)"}"#)
    }
    for name in ["./a.so", "./lib/a.so.1", "./a", "libm.so.6", "libstdc++.so.6", "a.so"] {
      #expect(findings(name).isEmpty, "\(name)")
    }
    for name in [
      "../a.so", "./../a.so", "./a/../b.so", "/lib/a.so", "lib/a.so", ".", "./", ".//a", "a", "",
      "./a/.", "libm", ".so", "so", "a b.so", #"./a\u0000.so"#, #"./a\nb"#,
    ] {
      let found = findings(name)
      #expect(found.count == 1 && found[0].location?.path == "$.library", "\(name)")
    }
    #expect(
      findings("../gallery.so")[0].helps
        == ["put the library beside the manifest, and write `./gallery.so`"])
  }

  @Test("all findings are reported in one run, up to a limit")
  func many() throws {
    let found = Self.findings(#"{"id": 4, "version": [], "rowCount": "x", "items": "$.a", "z": 1}"#)
    let messages = found.map(\.message)
    #expect(messages.contains("`library` is missing"))
    #expect(messages.contains("a plugin manifest claims no block"))
    #expect(found.count == 7, "\(messages)")
    let members = (0..<500).map { #""k\#($0)": 0"# }.joined(separator: ",")
    let cut = Self.findings(Self.manifest(members))
    #expect(cut.count == 20)
    #expect(cut.last?.notes.last == "480 more findings are not shown")
  }

  @Test("hostile texts are refused with a message")
  func hostile() throws {
    let deep = String(repeating: "[", count: 100_000)
    let texts = [
      "", " ", "\u{FEFF}", "null", "[]", "7", "\"a\"", "{", "{}", deep,
      Self.manifest(#""rowHeight": \#(deep)"#),
      Self.manifest(#""rowHeight": -\#(String(repeating: "9", count: 100_000))"#),
      Self.manifest(#""title": "\#(String(repeating: "x", count: 2_000_000))""#),
      String(repeating: "\0", count: 1000), "\u{7f}ELF\u{2}\u{1}\u{1}",
    ]
    for text in texts {
      let found = Self.findings(text)
      #expect(!found.isEmpty, "\(text.prefix(30))")
      #expect(found.allSatisfy { $0.severity == .warning && $0.location != nil })
    }
    let twice = Self.manifest(#""rowCount": 1, "rowCount": 2"#)
    #expect(Self.findings(twice).map(\.code) == [.duplicateKey])
    #expect(throws: PluginRefusal.self) { try PluginManifest(Array(twice.utf8), name: "x") }
  }

  // MARK: Agreement with the schema

  private static let whole = [
    manifest(
      #""$schema": "s", "showTypes": ["T"], "items": "a.b", "title": "t", "rowCount": {"symbol": "f", "arguments": [{"count": "a", "type": "u32", "default": 4}, {"setting": "s", "type": "bool", "default": true}, {"environment": "scale", "type": "i8"}, {"struct": [{"constant": 1.5, "type": "f32"}]}], "returns": "i64"}, "rowHeight": {"symbol": "g", "arguments": [{"row": "index", "type": "u16"}, {"item": "x", "type": "string", "default": "d"}, {"callback": "textWidth", "type": "f32"}], "returns": {"struct": [{"type": "bool"}, {"field": "height", "type": "f32"}]}}, "frame": {"symbol": "h", "returns": {"struct": [{"field": "x", "type": "f64"}, {"field": "y", "type": "f64"}]}}, "item": {"title": "a", "detail": "b", "image": {"path": "c", "aspectRatio": 2}, "badge": "d", "action": {"type": "web", "target": "e"}}"#
    ),
    manifest(
      #""rowCount": 4, "rowHeight": {"item": "h", "default": 3.5}, "frame": {"x": -4, "width": {"environment": "width"}, "height": {"symbol": "h", "arguments": [], "returns": "u8"}}, "item": {"image": "c", "action": "e"}"#
    ),
    manifest(#""rowCount": {"value": "n", "default": 2}, "rowHeight": {"row": "index"}"#),
    manifest(
      #""rowHeight": {"setting": "cell.height", "default": 1}, "frame": {"height": {"count": "a"}}"#
    ),
  ]

  @Test("the JSON Schema and the parser agree on every mutant", .needsJSONSchema)
  func agreement() throws {
    var texts: [String] = []
    for whole in Self.whole {
      let root = try JSONSerialization.jsonObject(with: Data(whole.utf8))
      texts.append(try Self.line(root))
      try Self.mutate(root) { texts.append(try Self.line($0)) }
    }
    #expect(texts.count > 500)
    let verdicts = try Self.verdicts(texts)
    try #require(verdicts.count == texts.count)
    for (text, verdict) in zip(texts, verdicts) {
      let found = Self.findings(text)
      #expect(found.isEmpty == verdict, "\(text): \(found.map(\.message))")
    }
    #expect(verdicts.contains(true) && verdicts.contains(false))
  }

  private static func line(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed]), as: UTF8.self)
  }

  /// Calls `emit` with every member and element dropped, renamed, retyped, and doubled.
  private static func mutate(_ value: Any, _ emit: (Any) throws -> Void) throws {
    let others: [Any] = [[] as [Any], [:] as [String: Any], "x", "f64", 7, -1, 0.5, true, NSNull()]
    if let object = value as? [String: Any] {
      for (key, member) in object.sorted(by: { $0.key < $1.key }) {
        var changed = object
        changed[key] = nil
        try emit(changed)
        changed[key + "x"] = member
        try emit(changed)
        for other in others {
          changed = object
          changed[key] = other
          try emit(changed)
        }
        try mutate(member) {
          changed = object
          changed[key] = $0
          try emit(changed)
        }
      }
    } else if let array = value as? [Any] {
      for index in array.indices {
        var changed = array
        changed.remove(at: index)
        try emit(changed)
        try mutate(array[index]) {
          changed = array
          changed[index] = $0
          try emit(changed)
        }
      }
    }
  }

  /// Returns the verdicts of the Python package `jsonschema`.
  private static func verdicts(_ texts: [String]) throws -> [Bool] {
    let folder = try TemporaryFolder()
    let schema = try folder.write("schema.json", PluginManifest.schema)
    let input = try folder.write("documents.jsonl", texts.joined(separator: "\n").utf8)
    let script = """
      import json, jsonschema, sys
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for line in open(sys.argv[2], encoding="utf-8"):
          print("1" if validator.is_valid(json.loads(line)) else "0")
      """
    return try Python.output(of: ["-c", script, schema, input]).split(separator: "\n")
      .map { $0 == "1" }
  }

  @Test("every property of the schema is described")
  func descriptions() throws {
    let root = try JSONSerialization.jsonObject(with: Data(PluginManifest.schema))
    let definitions = (root as? [String: Any])?["$defs"] as? [String: [String: Any]] ?? [:]
    #expect(definitions.count > 10)
    func isDescribed(_ value: [String: Any]) -> Bool {
      if value["description"] != nil { return true }
      guard let name = (value["$ref"] as? String)?.split(separator: "/").last else { return false }
      return definitions[String(name)].map(isDescribed) ?? false
    }
    func visit(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        let isObjectSchema = object["additionalProperties"] as? Bool == false
        for (key, member) in object["properties"] as? [String: [String: Any]] ?? [:]
        where isObjectSchema {
          #expect(isDescribed(member), "\(path)/\(key)")
        }
        for (key, member) in object { visit(member, path + "/" + key) }
      } else if let array = value as? [Any] {
        for element in array { visit(element, path) }
      }
    }
    visit(root, "")
  }
}
