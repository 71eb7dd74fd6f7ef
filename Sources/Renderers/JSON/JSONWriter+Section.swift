import LayoutCore

extension JSONWriter {
  /// - Parameters:
  ///   - type: the line's, in JSON lines.
  ///   - reading: what a screen reader stops at, by node.
  mutating func write(
    _ section: LayoutSection, index: Int, type: String?, of tree: LayoutTree,
    options: RenderOptions, reading: [Int: AccessibleElement]?
  ) {
    let view = SectionView(section, environment: tree.environment, options: options)
    beginObject()
    if section.background != nil, section.backgroundExtent != .rows {
      write("backgroundExtent", section.backgroundExtent.word)
    }
    write("blockCode", section.blockCode)
    write("closable", section.isClosable)
    array("codes", section.diagnosticCodes) { $0.write($1) }
    if section.columns > 1 { write("columns", section.columns) }
    write("contentHeight", section.contentHeight)
    if section.contentOffset != 0 { write("contentOffset", section.contentOffset) }
    if let width = section.contentWidth { write("contentWidth", view.grid.snap(width)) }
    if section.currentGroup > 0 { write("currentGroup", section.currentGroup) }
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
    if section.gapAbove > 0 { write("gapAbove", section.gapAbove) }
    write("index", index)
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
    if showsRoot {
      key("root")
      JSONNodeWriter(
        view: view, measurer: tree.measurer, rootLevel: rootLevel, depth: depth ?? .max,
        reading: reading ?? [:]
      ).write(to: &self)
    }
    if section.rowAlignment != .start { write("rowAlignment", section.rowAlignment.word) }
    let heights = view.rowHeights
    write("rowCount", heights.count)
    array("rowHeights", heights) { $0.write($1) }
    write("rowSpacing", section.rowSpacing)
    if section.orthogonalScrolling != .continuous {
      write("scrolling", section.orthogonalScrolling.word)
    }
    write("title", section.title)
    if let type { write("type", type) }
    endObject()
  }
}
