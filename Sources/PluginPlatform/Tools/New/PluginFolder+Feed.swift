internal import Support
package import FeedDocument

extension PluginFolder {
  /// Creates a plugin for the blocks of a code in a feed: models of their contents, a section that
  /// shows them, and the blocks themselves as its fixture.
  ///
  /// - Parameter blocks: The payloads; all are read.
  package init(
    name: PluginName, blockCode: String, language: PluginLanguage, tools: PluginTools,
    blocks: [FeedValue]
  ) {
    self.init(name: name, blockCode: blockCode, language: language, tools: tools, files: [])
    let table = ModelTable(ValueShape(of: blocks))
    let fixture = Self.fixture(blockCode, blocks)
    let root = table.root ?? .object(0)
    let plan = BodyPlan(table, root: root, blocks: blocks)
    var remarks = plan.showsCode ? ["no text was found: the section shows its code"] : []
    switch language {
    case .swift:
      add("Package.swift", PackageResources.Package_swift_in)
      let section = SwiftSection(
        name: name, blockCode: blockCode, table: table, root: root, plan: plan)
      files.append(File("Sources/\(name.type)/\(name.type).swift", section.source))
      files.append(
        File(
          "Sources/\(name.type)/Model.swift",
          SwiftModels(table: table).source(blockCode: blockCode, blocks: blocks.count)))
      add("Makefile", PackageResources.swift_Makefile_in)
      add(".gitignore", PackageResources.swift_gitignore_in)
    case .c:
      let section = CSection(
        name: name, blockCode: blockCode, table: table, root: root, plan: plan)
      files.append(File("\(name.text).c", section.source))
      files.append(
        File(
          "fields.h", CFields(table: table).source(blockCode: blockCode, blocks: blocks.count)))
      add("Makefile", PackageResources.c_Makefile_in)
      add(".gitignore", PackageResources.c_gitignore_in)
    case .manifest:
      let draft = ManifestDraft(name: name, blockCode: blockCode, table: table, plan: plan)
      addManifest(draft)
      remarks = draft.remarks
    }
    add("README.md", PackageResources.README_from_md_in)
    add("layout.json", PackageResources.layout_from_json_in)
    files.append(File("fixture.json", fixture.text))
    recordsDump = true
    note = Self.note(
      table, plan, blocks: blocks, blockCode: blockCode, fixture: fixture.blocks, remarks: remarks)
  }

  /// Maximum size of the fixture, in bytes; it has at least one block.
  private static let fixtureBytes = 1 << 20

  /// Returns one object per block, whose only key is the block code, so that any payload can be its
  /// value.
  private static func fixture(
    _ code: String, _ blocks: [FeedValue]
  ) -> (text: String, blocks: Int) {
    let key = "{ \(SourceLiteral.json(code)): "
    var bytes = Array("[\n".utf8)
    var count = 0
    for block in blocks {
      let text = FixtureText.text(of: block, indent: 2, column: 2 + key.utf8.count)
      if count > 0 {
        guard bytes.count + text.count <= fixtureBytes else { break }
        bytes += Array(",\n".utf8)
      }
      bytes += Array("  \(key)".utf8) + text + Array(" }".utf8)
      count += 1
    }
    bytes += Array("\n]\n".utf8)
    return (String(decoding: bytes, as: UTF8.self), count)
  }

  private static func note(
    _ table: ModelTable, _ plan: BodyPlan, blocks: [FeedValue], blockCode: String, fixture: Int,
    remarks: [String]
  ) -> Diagnostic {
    func path(_ way: BodyPlan.Way) -> String { way.map(\.key).joined(separator: ".") }
    var notes: [String] = []
    if let title = plan.title { notes.append("title: `\(path(title))`") }
    if !plan.lists.isEmpty {
      let way = plan.lists.map { $0.isEmpty ? "the block itself" : "`\(path($0))`" }
      notes.append("items: \(way.joined(separator: ", then "))")
    }
    let fields = [
      ("text", plan.text), ("detail", plan.detail), ("image", plan.image), ("action", plan.action),
    ].compactMap { name, way in way.map { "\(name) `\(path($0))`" } }
    if !fields.isEmpty { notes.append("of an item: \(fields.joined(separator: ", "))") }
    notes += remarks
    if !table.unknown.isEmpty {
      let shown = table.unknown.prefix(6).map { "`\($0)`" }.joined(separator: ", ")
      let more = table.unknown.count - 6
      notes.append(
        "always null or empty, so of unknown type: \(shown)\(more > 0 ? " and \(more) more" : "")")
    }
    if table.isCut {
      notes.append("what is deeper, or more, than models sensibly have is left out")
    }
    if fixture < blocks.count {
      notes.append("the fixture has the first \(fixture) of the \(blocks.count) blocks")
    }
    let structs = table.structs.count
    return Diagnostic(
      .draftedPlugin, .note,
      "the models are of \(counted(blocks.count, "block"))",
      at: blocks.first?.location,
      label: "\(counted(structs, "struct")) for the contents of `\(blockCode)`",
      notes: notes, helps: [])
  }
}
