import Support
import LayoutCore

extension JSONWriter {
  /// Writes the members from "environment" to "schemaVersion".
  mutating func writeHead(of tree: LayoutTree, options: RenderOptions) {
    let environment = tree.environment
    object("environment") { json in
      json.write("appearance", environment.appearance.rawValue)
      json.write("direction", environment.direction.rawValue)
      json.write("locale", environment.locale)
      json.write("metrics", tree.measurer.name)
      json.write("scale", environment.scale)
      json.write("textSize", environment.textSize.rawValue)
      // A list, because the schema cannot close an object with arbitrary keys.
      let tokens = tree.tokens.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      json.objects("tokens", tokens) { json, token in
        json.write("name", token.key)
        json.write("value", token.value)
      }
      json.write("unit", "pt")
      json.write("width", environment.width)
    }
    object("feed") { json in
      json.write("height", options.grid(of: environment).snap(tree.height))
      json.write("id", tree.feedID)
      json.write("sectionCount", tree.sections.count)
      json.write("title", tree.title)
      json.write("width", environment.width)
    }
    object("frames") { json in
      json.write("nodes", DumpHeader.word(of: options.frames))
      json.write("rounded", !options.unrounded)
      json.write("sections", "feed")
    }
    object("generator") { json in
      json.write("layout", tree.layoutName)
      json.write("name", Generator.name)
      json.write("version", Generator.version)
    }
    write("schemaVersion", LayoutSchema.version)
  }

  mutating func writeViewport(of tree: LayoutTree) {
    guard let viewport = tree.viewport else { return }
    object("viewport") { json in
      json.write("bottomInset", viewport.bottomInset)
      json.write("height", viewport.height)
      json.write("scrollY", viewport.top)
      json.write("topInset", viewport.topInset)
    }
  }

  mutating func write(_ key: StaticString, _ edges: EdgeInsets) {
    object(key) { json in
      json.write("bottom", edges.bottom)
      json.write("end", edges.end)
      json.write("start", edges.start)
      json.write("top", edges.top)
    }
  }

  package mutating func write(_ key: StaticString, _ frame: Rect) {
    object(key) { json in
      json.write("height", frame.height)
      json.write("width", frame.width)
      json.write("x", frame.x)
      json.write("y", frame.y)
    }
  }

  package mutating func write(_ location: SourceLocation) {
    object("location") { json in
      json.write("column", location.column)
      // Without the folder: the output does not depend on the location of a feed.
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
}
