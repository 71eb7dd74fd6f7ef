internal import Feeds

struct PluginDraft {
  let name: PluginName
  let blockCode: String
  /// The number of blocks from which the models were made.
  let blocks: Int
  let table: ModelTable
  let root: ModelType
  let plan: BodyPlan

  init(name: PluginName, blockCode: String, blocks: [FeedValue]) {
    self.name = name
    self.blockCode = blockCode
    self.blocks = blocks.count
    table = ModelTable(ValueShape(of: blocks))
    root = table.root ?? .object(0)
    plan = BodyPlan(table, root: root, blocks: blocks, code: blockCode)
  }

  var isList: Bool { if case .array = root { true } else { false } }
  var origin: String { blocks == 1 ? "one block" : "\(blocks) blocks" }

  /// Returns the values of the `@WORD@`s in a C, C++ or Rust template.
  /// - Parameters:
  ///   - literal: Returns a string literal of the language.
  ///   - text: Returns an expression for the text at the end of a path; an empty text for `nil`.
  func words(
    literal: (String) -> String, text: (_ way: BodyPlan.Way?, _ base: String) -> String
  ) -> [String: String] {
    [
      "KIND": isList ? "SE_ARRAY" : "SE_OBJECT", "KIND_IN_WORDS": isList ? "array" : "object",
      "TITLE": text(plan.title, "block"), "TEXT": text(plan.isItemText ? [] : plan.text, "item"),
      "DETAIL": text(plan.detail, "item"), "IMAGE": text(plan.image, "item"),
      "TARGET": text(plan.action, "item"), "OLD_PRICE": text(plan.oldPrice, "item"),
      "ID": text(plan.identifier, "item"), "RESOURCE_TYPE": literal(plan.resourceType),
    ]
  }

  /// The maximum size of the fixture, in bytes. A larger first block is nevertheless included.
  private static let fixtureBytes = 1 << 20

  /// Returns a JSON array of objects, each with one block under its code, and their number.
  func fixture(_ blocks: [FeedValue]) -> (text: String, blocks: Int) {
    let start = "{ \(blockCode.asJSON): "
    var text = "[\n"
    var count = 0
    for block in blocks {
      let value = JSONText(block).formatted(
        indent: 2, column: 2 + start.utf8.count, width: 100)
      if count > 0 {
        guard text.utf8.count + value.utf8.count <= Self.fixtureBytes else { break }
        text += ",\n"
      }
      text += "  \(start)\(value) }"
      count += 1
    }
    return (text + "\n]\n", count)
  }

  /// - Parameter fixture: The number of blocks in the fixture.
  func note(_ blocks: [FeedValue], fixture: Int, remarks: [String]) -> Diagnostic {
    func path(_ way: BodyPlan.Way) -> String { way.map(\.key).joined(separator: ".") }
    var notes: [String] = []
    if let title = plan.title { notes.append("title: `\(path(title))`") }
    if !plan.lists.isEmpty {
      let way = plan.lists.map { $0.isEmpty ? "the block itself" : "`\(path($0))`" }
      notes.append("items: \(way.joined(separator: ", then "))")
    }
    let ways = plan.ways + [plan.oldPrice, plan.identifier]
    let names = ["text", "detail", "image", "action", "old price", "id"]
    let fields = zip(names, ways)
      .compactMap { name, way in way.map { "\(name) `\(path($0))`" } }
    if !fields.isEmpty { notes.append("of an item: \(fields.joined(separator: ", "))") }
    notes += remarks
    if !table.unknown.isEmpty {
      let unknown = listed(table.unknown.map { "`\($0)`" }, atMost: 6)
      notes.append("always null or empty, so of unknown type: \(unknown)")
    }
    if table.isCut {
      notes.append("what is deeper, or more, than models sensibly have is left out")
    }
    if fixture < blocks.count {
      notes.append("the fixture has the first \(fixture) of the \(blocks.count) blocks")
    }
    return Diagnostic(
      .draftedPlugin, .note, "the models are of \(counted(blocks.count, "block"))",
      at: blocks.first?.location,
      label: "\(counted(table.structs.count, "struct")) for the contents of `\(blockCode)`",
      notes: notes, helps: [])
  }
}
