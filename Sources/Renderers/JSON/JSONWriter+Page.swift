import Support
import LayoutCore
import Page

extension JSONWriter {
  /// Writes the members from "environment" to "schemaVersion" in key order.
  mutating func writeHead(of page: Page, options: RenderOptions) {
    let environment = page.environment
    let (width, height) = (environment.width, environment.grid.snap(page.height))
    // Writes an array, because token names are arbitrary and the schema rejects unknown keys.
    let tokens = page.tokens.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    writeHead(
      "environment", of: page, options,
      [
        ("scale", { $0.write("scale", exact: environment.scale) }),
        (
          "tokens",
          {
            $0.objects("tokens", tokens) { json, token in
              json.write("name", token.key)
              json.write("value", token.value)
            }
          }
        ), ("unit", { $0.write("unit", "pt") }), ("width", { $0.write("width", width) }),
      ])
    writeHead(
      "feed", of: page, options,
      [
        ("height", { $0.write("height", height) }), ("id", { $0.write("id", page.feedID) }),
        ("title", { $0.write("title", page.title) }), ("width", { $0.write("width", width) }),
      ])
    writeHead(
      "frames", of: page, options,
      [
        ("nodes", { $0.write("nodes", DumpHeader.word(of: options.frames)) }),
        ("rounded", { $0.write("rounded", !environment.isExact) }),
        ("sections", { $0.write("sections", "feed") }),
      ])
    writeHead(
      "generator", of: page, options,
      [
        ("name", { $0.write("name", Generator.name) }),
        ("version", { $0.write("version", Generator.version) }),
      ])
    let usesSecond = page.usesContent || environment.platform != .ios
    if options.revision > 2 || (options.revision == 2 && usesSecond) {
      write("schemaRevision", options.revision)
    }
    write("schemaVersion", LayoutSchema.version)
  }

  mutating func writeViewport(of page: Page, options: RenderOptions) {
    if page.viewport != nil { writeHead("viewport", of: page, options) }
  }

  /// Writes an object about the page as a whole: the facts that it has, and other members.
  private mutating func writeHead(
    _ key: StaticString, of page: Page, _ options: RenderOptions,
    _ others: [(key: StaticString, write: (inout JSONWriter) -> Void)] = []
  ) {
    var members = others
    for fact in PageFact.allCases where fact.entry.object.description == key.description {
      guard fact.entry.revision <= options.revision, let value = page.value(of: fact) else {
        continue
      }
      let (member, second) = (fact.entry.member, fact.entry.second)
      members.append((member, { $0.write(member, first: value) }))
      if let second, case .pair(_, let length) = value {
        members.append((second, { $0.write(second, length) }))
      }
    }
    members.sort { $0.key.description.utf8.lexicographicallyPrecedes($1.key.description.utf8) }
    object(key) { json in for member in members { member.write(&json) } }
  }

  private mutating func write(_ key: StaticString, first value: PageFact.Value) {
    switch value {
    case .word(let word): write(key, word)
    case .number(let number), .size(_, let number), .pair(let number, _): write(key, number)
    }
  }

  mutating func write(_ edges: EdgeInsets) {
    beginObject()
    write("bottom", edges.bottom)
    write("end", edges.end)
    write("start", edges.start)
    write("top", edges.top)
    endObject()
  }

  package mutating func write(_ key: StaticString, _ frame: Rect) {
    self.key(key)
    write(frame)
  }

  mutating func write(_ frame: Rect) {
    beginObject()
    write("height", frame.height)
    write("width", frame.width)
    write("x", frame.x)
    write("y", frame.y)
    endObject()
  }

  package mutating func write(_ location: SourceLocation) {
    object("location") { json in
      json.write("column", location.column)
      // Writes the file name without the folder, so that the output is the same in every folder.
      let name = location.file.split(separator: "/").last.map(String.init) ?? location.file
      json.write("file", name)
      json.write("line", location.line)
      if !location.path.isEmpty { json.write("path", location.path) }
    }
  }

  package mutating func write(_ diagnostic: Diagnostic) {
    beginObject()
    if let blockCode = diagnostic.blockCode { write("blockCode", blockCode) }
    write("code", diagnostic.code.rawValue)
    if !diagnostic.helps.isEmpty { write("help", diagnostic.helps.joined(separator: "\n")) }
    if let label = diagnostic.label { write("label", label) }
    if let location = diagnostic.location { write(location) }
    write("message", diagnostic.message)
    if let node = diagnostic.node { write("node", node) }
    if !diagnostic.notes.isEmpty { array("notes", diagnostic.notes) { $0.write($1) } }
    if let plugin = diagnostic.plugin { write("plugin", plugin) }
    write("severity", diagnostic.severity.rawValue)
    endObject()
  }

  /// Writes the members of a section or bar.
  /// - Parameter kept: Stored text to reuse or to fill; `nil` with `--accessibility`.
  mutating func write(
    _ part: PagePart, of page: Page, options: RenderOptions,
    reading: AccessibilityReading?, kept: KeptText? = nil
  ) {
    guard let section = page.section(part) else { return }
    let index = if case .section(let index) = part { page.released.count + index } else { 0 }
    let table = JSONMembers.ofSections
    let shown = table.of(revision: options.revision)
    var values = AttributeValues()
    if let parts = kept?.parts {
      if section.section.gapAbove > 0 { values.add(.gapAbove, .number(section.section.gapAbove)) }
      values.add(.sectionFrame, .frame(page.environment.grid.frame(of: section)))
      values.add(.index, .integer(index))
      values.add(section.origin)
      write(members: parts.before)
      write(values, table, JSONMembers.place & shown)
      write(members: parts.behind)
      return
    }
    let nodes = JSONNodeWriter(
      view: SnappedSection(section, environment: page.environment, options: options),
      measurer: page.measurer, options: options, reading: reading?[part] ?? [:])
    nodes.view.readSectionAttributes(
      for: .json(index: index, showsRoot: nodes.showsRoot), into: &values)
    let start = out.count
    write(values, table, JSONMembers.beforePlace)
    let placeStart = out.count
    write(values, table, JSONMembers.place & shown)
    let placeEnd = out.count
    write(values, table, JSONMembers.beforeRoot)
    if nodes.showsRoot {
      key("root")
      nodes.write(to: &self)
    }
    write(values, table, JSONMembers.behindRoot)
    kept?.store(
      KeptText.Parts(
        before: Array(out.bytes[start..<placeStart]), behind: Array(out.bytes[placeEnd...])))
  }
}
