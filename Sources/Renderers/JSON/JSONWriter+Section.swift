import LayoutCore

extension JSONWriter {
  /// - Parameter type: the line's, in JSON lines.
  mutating func write(
    _ section: LayoutSection, index: Int, type: String?, of tree: LayoutTree,
    options: RenderOptions
  ) {
    let view = SectionView(section, environment: tree.environment, options: options)
    beginObject()
    write("blockCode", section.blockCode)
    write("closable", section.isClosable)
    array("codes", section.diagnosticCodes) { $0.write($1) }
    write("contentHeight", section.contentHeight)
    if let width = section.contentWidth { write("contentWidth", view.grid.snap(width)) }
    let depth = options.depth.map { max(1, $0) }
    let rootLevel = view.isRootImplicit ? 1 : 2
    let showsRoot = section.root != nil && rootLevel <= depth ?? .max
    if section.root != nil, !showsRoot { write("elided", section.arena.count) }
    if let fallback = section.fallback {
      object("fallback") { json in
        json.write("reason", fallback.reason)
        json.write("step", fallback.step.rawValue)
      }
    }
    write(view.frame)
    write("index", index)
    object("insets") { json in
      json.write("bottom", section.insets.bottom)
      json.write("end", section.insets.end)
      json.write("start", section.insets.start)
      json.write("top", section.insets.top)
    }
    write("itemSpacing", section.itemSpacing)
    write("layout", section.layout.word)
    array("pinned", section.pinnedParts) { $0.write($1) }
    object("provider") { json in
      json.write("id", section.provider.id)
      json.write("version", section.provider.version)
    }
    if showsRoot {
      key("root")
      JSONNodeWriter(
        view: view, measurer: tree.measurer, rootLevel: rootLevel, depth: depth ?? .max
      ).write(to: &self)
    }
    let heights = view.rowHeights
    write("rowCount", heights.count)
    array("rowHeights", heights) { $0.write($1) }
    write("rowSpacing", section.rowSpacing)
    write("title", section.title)
    if let type { write("type", type) }
    endObject()
  }
}
