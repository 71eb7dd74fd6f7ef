import Foundation
import LayoutCore
import Page
import Support
import Testing

@testable import Renderers

/// The documents and schemas that repeat the table of attributes.
@Suite("The table of attributes") struct AttributeTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func attributes(of scope: Attribute.Scope) -> [Attribute] {
    Attribute.allCases.filter { $0.scope == scope }
  }

  @Test("a key names one attribute of sections and one of nodes", arguments: Attribute.allCases)
  func keys(_ attribute: Attribute) {
    let key = attribute.entry.key.description
    #expect(key.isEmpty || Attribute(key: key, of: attribute.scope) == attribute)
    #expect(!key.isEmpty || attribute.entry.member != nil, "neither a dump nor JSON has it")
  }

  @Test("the standard font of a dump is the font of a node without one")
  func standardFont() throws {
    let standard = try #require(Attribute.font.entry.standard)
    #expect(standard.description == "\(points(Double(Font().size)))/\(Font().weight)")
    var values = AttributeValues()
    values.add(.font, .numbers(Double(Font().size), Double(Font().weight)))
    values.add(.lines, .pair(1, 0))
    values.add(.kind, .word(NodeKind.button.word))
    var out = ByteWriter()
    out.write(values)
    #expect(out.string == "")
  }

  // MARK: The schema

  private static var schema: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(LayoutSchema.bytes)) as? [String: Any]) ?? [:]
  }

  private static func properties(_ definition: String) -> [String: Any] {
    let definitions = schema["$defs"] as? [String: [String: Any]]
    return definitions?[definition]?["properties"] as? [String: Any] ?? [:]
  }

  /// Returns the properties of a schema, which may be a reference to a definition.
  private static func properties(of schema: Any?) -> [String: Any]? {
    guard let schema = schema as? [String: Any] else { return nil }
    if let reference = schema["$ref"] as? String {
      return properties(String(reference.dropFirst("#/$defs/".count)))
    }
    return schema["properties"] as? [String: Any]
  }

  /// Returns the paths of members that the schema allows, down to the depth of the table.
  private static func paths(in properties: [String: Any], _ depth: Int = 3) -> Set<String> {
    var paths: Set<String> = []
    for (key, schema) in properties {
      let inner = depth > 1 ? Self.properties(of: schema) : nil
      guard let inner, !inner.isEmpty, !whole.contains(key) else {
        paths.insert(key)
        continue
      }
      paths.formUnion(Self.paths(in: inner, depth - 1).map { "\(key).\($0)" })
    }
    return paths
  }

  /// The members whose value in the table is the whole object.
  private static let whole: Set<String> = [
    "frame", "target", "insets", "margins", "shadow", "root", "children",
  ]

  @Test("the schema has the members of the table, and no others")
  func schema() {
    for (scope, definition, structure) in [
      (Attribute.Scope.section, "section", "root"), (.node, "node", "children"),
    ] {
      var properties = Self.properties(definition)
      if scope == .node {
        properties["attributes"] = [
          "properties": ["attributes", "collection", "pager", "pageControl"].reduce(into: [:]) {
            $0.merge(Self.properties($1)) { $1 }
          }
        ]
      }
      let ofTable = Self.attributes(of: scope).flatMap {
        [$0.entry.member, $0.entry.second].compactMap { $0?.path.joined(separator: ".") }
      }
      #expect(Set(ofTable).count == ofTable.count)
      #expect(Self.paths(in: properties).subtracting([structure]) == Set(ofTable), "\(definition)")
    }
  }

  // MARK: The documentation

  private static func isMark(_ form: Attribute.Form) -> Bool {
    switch form {
    case .mark, .markWord: true
    default: false
    }
  }

  /// Returns the members of an attribute, such as "`font.size`, `font.weight`".
  private static func members(of entry: Attribute.Entry) -> String {
    [entry.member, entry.second].compactMap { $0.map { "`\($0.path.joined(separator: "."))`" } }
      .joined(separator: ", ")
  }

  /// The tables of `Formats.md` that list the attributes.
  private static var tables: String {
    let all = Attribute.allCases.map { (scope: $0.scope, entry: $0.entry) }
    let inDumps = all.filter { $0.entry.key.utf8CodeUnitCount > 0 }
    let orders = [Attribute.Scope.section, .node].map { scope in
      let keys = inDumps.filter { $0.scope == scope && !isMark($0.entry.form) }
        .map(\.entry.key.description)
      return "| \(scope) | `\(keys.joined(separator: " "))` |"
    }
    let inBoth = inDumps.filter { $0.entry.member != nil }.map { scope, entry in
      let key =
        switch entry.form {
        case .markWord: "`!clipped`, `!offscreen`"
        case .mark: "`!\(entry.key)`"
        default: "`\(entry.key)`"
        }
      let revision = entry.revision > 1 ? "\(entry.revision)" : ""
      return "| \(scope) | \(key) | \(members(of: entry)) | \(revision) |"
    }
    let inOne = all.compactMap { scope, entry in
      entry.elsewhere.map { elsewhere in
        let name = entry.member == nil ? "dump: `\(entry.key)`" : "JSON: \(members(of: entry))"
        return "| \(scope) | \(name) | \(elsewhere) |"
      }
    }
    return [
      ["| line | keys in order |", "|---|---|"] + orders,
      ["| line | key in dumps | members of JSON | since revision |", "|---|---|---|---|"] + inBoth,
      ["| line | only in | the other format has |", "|---|---|---|"] + inOne,
    ].map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  @Test("Formats.md lists the attributes; SECTIONENGINE_RECORD=1 writes its tables again")
  func documented() throws {
    let page = Self.repository.appendingPathComponent(
      "Sources/Engine/Documentation.docc/Formats.md")
    var text = try String(contentsOf: page, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- attributes: begin -->\n\n")?.upperBound)
    let finish = try #require(text.range(of: "\n\n<!-- attributes: end -->")?.lowerBound)
    if ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] == "1" {
      text.replaceSubrange(begin..<finish, with: Self.tables)
      try Data(text.utf8).write(to: page)
    } else {
      #expect(text[begin..<finish] == Self.tables)
    }
  }

  @Test("an attribute of one format names what the other format has", arguments: Attribute.allCases)
  func elsewhere(_ attribute: Attribute) {
    let entry = attribute.entry
    let isInBoth = entry.key.utf8CodeUnitCount > 0 && entry.member != nil
    #expect(isInBoth == (entry.elsewhere == nil))
  }
}
