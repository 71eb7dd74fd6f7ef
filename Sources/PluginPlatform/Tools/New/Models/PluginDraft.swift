internal import Support
internal import FeedDocument

struct PluginDraft {
  let name: PluginName
  let blockCode: String
  /// Number of blocks that the models were made from.
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

  /// The maximum size of the fixture, in bytes. Its first block may be larger.
  private static let fixtureBytes = 1 << 20

  /// Returns one object per block, with the block code as its only key.
  func fixture(_ blocks: [FeedValue]) -> (text: String, blocks: Int) {
    let start = "{ \(SourceLiteral.json(blockCode)): "
    var text = "[\n"
    var count = 0
    for block in blocks {
      let value = Self.text(of: block, indent: 2, column: 2 + start.utf8.count)
      if count > 0 {
        guard text.utf8.count + value.utf8.count <= Self.fixtureBytes else { break }
        text += ",\n"
      }
      text += "  \(start)\(value) }"
      count += 1
    }
    return (text + "\n]\n", count)
  }

  /// - Parameter fixture: Number of blocks in the fixture.
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

  private static let width = 100

  /// Returns a value as JSON, on one line if it fits.
  /// - Parameter column: Where the value begins.
  private static func text(of value: FeedValue, indent: Int, column: Int) -> String {
    if let line = line(value, room: width - column) { return line }
    guard value.count > 0, value.kind != .string else { return scalar(value) }
    let start = "\n" + String(repeating: " ", count: indent)
    let lines = value.children.map { child in
      let key = key(of: child, in: value)
      return "\(start)  \(key)"
        + text(of: child, indent: indent + 2, column: indent + 3 + key.utf8.count)
    }.joined(separator: ",")
    return value.kind == .array ? "[\(lines)\(start)]" : "{\(lines)\(start)}"
  }

  /// Returns the value on one line, or `nil` if it does not fit.
  private static func line(_ value: FeedValue, room: Int) -> String? {
    guard room > 0 else { return nil }
    let isArray = value.kind == .array
    guard isArray || value.kind == .object, value.count > 0 else {
      guard value.kind != .string || value.count <= room else { return nil }
      let text = scalar(value)
      return text.utf8.count <= room ? text : nil
    }
    var text = isArray ? "[" : "{ "
    var separator = ""
    for child in value.children {
      text += separator + key(of: child, in: value)
      separator = ", "
      guard let inner = line(child, room: room - text.utf8.count) else { return nil }
      text += inner
    }
    text += isArray ? "]" : " }"
    return text.utf8.count <= room ? text : nil
  }

  private static func key(of child: FeedValue, in parent: FeedValue) -> String {
    parent.kind == .array ? "" : SourceLiteral.json(child.key) + ": "
  }

  private static func scalar(_ value: FeedValue) -> String {
    switch value.kind {
    case .missing, .null: "null"
    case .bool: value.bool == true ? "true" : "false"
    case .string: SourceLiteral.json(value.string ?? "")
    case .array: "[]"
    case .object: "{}"
    case .number where value.isWrittenAsInteger:
      value.int64.map { "\($0)" } ?? value.uint64.map { "\($0)" } ?? "0"
    case .number: value.digitsBeyond64Bits ?? "\(value.double ?? 0)"
    }
  }
}
