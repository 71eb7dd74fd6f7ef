import LayoutCore
import Synchronization

extension JSONWriter {
  /// Writes a section or bar.
  /// - Parameters:
  ///   - type: the `type` of the line, in JSON lines.
  ///   - kept: stored text to reuse or, if there is none yet, to fill; `nil` with accessibility.
  mutating func write(
    _ part: PagePart, of tree: LayoutTree, options: RenderOptions,
    reading: AccessibilityReading?, type: String? = nil, kept: JSONSectionText? = nil
  ) {
    guard let section = tree.section(part) else { return }
    let index = if case .section(let index) = part { index } else { 0 }
    beginObject()
    if let parts = kept?.parts.withLock({ $0 }) {
      write(members: parts.before)
      writePlace(of: section, index: index, on: options.grid(of: tree.environment))
      write(members: parts.behind)
    } else {
      let view = SectionView(section, environment: tree.environment, options: options)
      let start = out.count
      writeBeforePlace(view, options: options)
      let placeStart = out.count
      writePlace(of: section, index: index, on: view.grid)
      let placeEnd = out.count
      writeBehindPlace(view, of: tree, options: options, reading: reading?[part] ?? [:])
      if let kept {
        let parts = JSONSectionText.Parts(
          before: Array(out.bytes[start..<placeStart]), behind: Array(out.bytes[placeEnd...]))
        kept.parts.withLock { $0 = parts }
      }
    }
    if let type { write("type", type) }
    endObject()
  }

  /// Writes the members before `frame`, which do not depend on the section's position.
  private mutating func writeBeforePlace(_ view: SectionView, options: RenderOptions) {
    let section = view.section
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
    if section.root != nil, !showsRoot(view, options) { write("elided", section.arena.count) }
    if let fallback = section.fallback {
      object("fallback") { json in
        json.write("reason", fallback.reason)
        json.write("step", fallback.step.rawValue)
      }
    }
  }

  private mutating func writePlace(of section: PlacedSection, index: Int, on grid: PixelGrid) {
    write("frame", grid.frame(of: section))
    if section.gapAbove > 0 { write("gapAbove", section.gapAbove) }
    write("index", index)
  }

  /// Writes the members after `index`, which do not depend on the section's position.
  private mutating func writeBehindPlace(
    _ view: SectionView, of tree: LayoutTree, options: RenderOptions,
    reading: [Int: AccessibleElement]
  ) {
    let section = view.section
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
    if showsRoot(view, options) {
      key("root")
      JSONNodeWriter(
        view: view, measurer: tree.measurer, rootLevel: rootLevel(view),
        depth: depth(options), reading: reading
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
  }

  private func rootLevel(_ view: SectionView) -> Int { view.isRootImplicit ? 1 : 2 }

  private func depth(_ options: RenderOptions) -> Int { options.depth.map { max(1, $0) } ?? .max }

  private func showsRoot(_ view: SectionView, _ options: RenderOptions) -> Bool {
    view.section.root != nil && rootLevel(view) <= depth(options)
  }
}

/// The text of a section in JSON that does not depend on its position, stored when it is first
/// written. Valid for pages of one environment, and for writers with one layout and the same
/// options.
package final class JSONSectionText: Sendable {
  /// The members before `frame` and those after `index`, each with the comma before it.
  fileprivate struct Parts {
    var before, behind: [UInt8]
  }

  fileprivate let parts = Mutex<Parts?>(nil)

  package init() {}
}
