internal import FeedDocument
internal import Support

extension PluginDraft {
  /// Maximum size of the fixture, in bytes; it has at least one block.
  private static let fixtureBytes = 1 << 20

  /// Returns one object per block, whose only key is the block code, so that any payload can be its
  /// value.
  func fixture(_ blocks: [FeedValue]) -> (text: String, blocks: Int) {
    let start = "{ \(SourceLiteral.json(blockCode)): "
    var text = "[\n"
    var count = 0
    for block in blocks {
      let value = FixtureText.text(of: block, indent: 2, column: 2 + start.utf8.count)
      if count > 0 {
        guard text.utf8.count + value.utf8.count <= Self.fixtureBytes else { break }
        text += ",\n"
      }
      text += "  \(start)\(value) }"
      count += 1
    }
    return (text + "\n]\n", count)
  }

  /// Returns a note on what was found in the blocks.
  /// - Parameter fixture: Number of blocks in the fixture.
  func note(_ blocks: [FeedValue], fixture: Int, remarks: [String]) -> Diagnostic {
    func path(_ way: BodyPlan.Way) -> String { way.map(\.key).joined(separator: ".") }
    var notes: [String] = []
    if let title = plan.title { notes.append("title: `\(path(title))`") }
    if !plan.lists.isEmpty {
      let way = plan.lists.map { $0.isEmpty ? "the block itself" : "`\(path($0))`" }
      notes.append("items: \(way.joined(separator: ", then "))")
    }
    let fields = zip(["text", "detail", "image", "action"], plan.ways)
      .compactMap { name, way in way.map { "\(name) `\(path($0))`" } }
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
    return Diagnostic(
      .draftedPlugin, .note, "the models are of \(counted(blocks.count, "block"))",
      at: blocks.first?.location,
      label: "\(counted(table.structs.count, "struct")) for the contents of `\(blockCode)`",
      notes: notes, helps: [])
  }
}
