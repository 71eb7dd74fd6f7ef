import Support
import LayoutCore
import Synchronization

extension JSONWriter {
  /// Writes the members from "environment" to "schemaVersion" in key order.
  mutating func writeHead(of tree: LayoutTree, options: RenderOptions) {
    let environment = tree.environment
    object("environment") { json in
      json.write("appearance", environment.appearance.rawValue)
      json.write("direction", environment.direction.rawValue)
      json.write("locale", environment.locale)
      json.write("metrics", tree.measurer.name)
      if options.revision > 1, environment.platform != .ios {
        json.write("platform", environment.platform.rawValue)
      }
      json.write("scale", exact: environment.scale)
      if let engine = tree.measurer.engine { json.write("textEngine", engine) }
      json.write("textSize", environment.textSize.rawValue)
      // Writes an array, because token names are arbitrary and the schema rejects unknown keys.
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
    if options.revision > 1, tree.usesContent || environment.platform != .ios {
      write("schemaRevision", LayoutSchema.revision)
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
    _ part: PagePart, of tree: LayoutTree, options: RenderOptions,
    reading: AccessibilityReading?, kept: JSONSectionText? = nil
  ) {
    guard let section = tree.section(part) else { return }
    let index = if case .section(let index) = part { index } else { 0 }
    if let parts = kept?.parts.withLock({ $0 }) {
      write(members: parts.before)
      writePlace(of: section, index: index, on: options.grid(of: tree.environment))
      write(members: parts.behind)
    } else {
      let nodes = JSONNodeWriter(
        view: SectionView(section, environment: tree.environment, options: options),
        measurer: tree.measurer, options: options, reading: reading?[part] ?? [:])
      let start = out.count
      writeBeforePlace(nodes)
      let placeStart = out.count
      writePlace(of: section, index: index, on: nodes.view.grid)
      let placeEnd = out.count
      writeBehindPlace(nodes)
      if let kept {
        let parts = JSONSectionText.Parts(
          before: Array(out.bytes[start..<placeStart]), behind: Array(out.bytes[placeEnd...]))
        kept.parts.withLock { $0 = parts }
      }
    }
  }

  /// Writes the members whose keys sort before `frame`. They do not depend on the position.
  private mutating func writeBeforePlace(_ nodes: JSONNodeWriter) {
    let section = nodes.view.section
    if section.background != nil, section.backgroundExtent != .rows {
      write("backgroundExtent", section.backgroundExtent.word)
    }
    write("blockCode", section.blockCode)
    write("closable", section.isClosable)
    array("codes", section.diagnosticCodes) { $0.write($1) }
    if section.columns > 1 { write("columns", section.columns) }
    write("contentHeight", section.contentHeight)
    if section.contentOffset != 0 { write("contentOffset", section.contentOffset) }
    if let width = section.contentWidth { write("contentWidth", nodes.view.grid.snap(width)) }
    if section.currentGroup > 0 { write("currentGroup", section.currentGroup) }
    if section.root != nil, !nodes.showsRoot { write("elided", section.arena.count) }
    if let fallback = section.fallback {
      object("fallback") { json in
        json.write("reason", fallback.reason)
        json.write("step", fallback.step.rawValue)
      }
    }
  }

  private mutating func writePlace(of section: PlacedSection, index: Int, on grid: PixelGrid) {
    write("frame", grid.frame(of: section))
    if section.section.gapAbove > 0 { write("gapAbove", section.section.gapAbove) }
    write("index", index)
  }

  /// Writes the members whose keys sort after `index`. They do not depend on the position.
  private mutating func writeBehindPlace(_ nodes: JSONNodeWriter) {
    let section = nodes.view.section
    write("insets", section.insets)
    if section.itemAlignment != .start { write("itemAlignment", section.itemAlignment.word) }
    write("itemSpacing", section.itemSpacing)
    if section.lanes > 1 { write("lanes", section.lanes) }
    write("layout", section.layout.word)
    if section.margins != .zero { write("margins", section.margins) }
    if section.peek > 0 { write("peek", section.peek) }
    array("pinned", section.pinnedParts) { $0.write($1) }
    if section.placement != .flow { write("placement", section.placement.word) }
    object("provider") { json in
      json.write("id", section.provider.id)
      json.write("version", section.provider.version)
    }
    if nodes.showsRoot {
      key("root")
      nodes.write(to: &self)
    }
    if section.rowAlignment != .start { write("rowAlignment", section.rowAlignment.word) }
    let heights = nodes.view.rowHeights
    write("rowCount", heights.count)
    array("rowHeights", heights) { $0.write($1) }
    write("rowSpacing", section.rowSpacing)
    if section.orthogonalScrolling != .continuous {
      write("scrolling", section.orthogonalScrolling.word)
    }
    write("title", section.title)
  }
}

/// The JSON text of a section without its position, stored when it is first written. Valid for
/// pages in one environment, and for writers with the same layout and options.
package final class JSONSectionText: Sendable {
  /// The members before `frame` and after `index`, each with the comma before it, if any.
  fileprivate struct Parts {
    var before, behind: [UInt8]
  }

  fileprivate let parts = Mutex<Parts?>(nil)

  package init() {}
}
