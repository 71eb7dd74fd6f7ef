import LayoutCore

extension SectionFlattener {
  /// Adds a note about off-screen items below a carousel or pager: `3 of 6 ›`, `page 1 of 4 ›`.
  mutating func addNote(of node: LayoutNode, frame: Rect, clip: ClipRect) {
    let shift = node.contentOrigin(isRightToLeft: isRightToLeft)
    let items = node.children.filter(isItem).map { $0.frame.moved(by: frame.x - shift, frame.y) }
    let isPager = node.kind == .pager || (node.kind != .carousel && section.layout == .pager)
    guard let text = isPager ? pageNote(of: node, items.count) : countNote(items, clip) else {
      return
    }
    // The lowest bottom edge of the items that are at least partly on screen.
    let lowest = items.filter(clip.intersects).map(\.maxY).max() ?? -.infinity
    let bottom = max(frame.maxY, lowest)
    guard clip.minX < clip.maxX, frame.height > 0 || lowest > frame.y, lowest >= clip.minY,
      bottom <= clip.maxY
    else { return }
    drawables.append(
      Drawable(
        shape: .lines([glyphs.glyphs(of: text)]),
        // Sorts the note between objects that end at `bottom` and objects that begin at `bottom`.
        frame: Rect(
          x: clip.minX, y: bottom - 0.4, width: clip.maxX - clip.minX, height: 0.4),
        clip: clip, lineHeight: 0.4, alignment: side(.end), style: .faint))
  }

  private func isItem(_ child: LayoutNode) -> Bool {
    child.kind != .spacer && child.style.display != .none && child.index != section.background
      && child.index != section.header?.node && child.index != section.footer?.node
  }

  private func countNote(_ items: [Rect], _ clip: ClipRect) -> String? {
    let hidden = items.filter { !clip.holds($0) }
    guard !hidden.isEmpty else { return nil }
    let right = hidden.count { $0.maxX > clip.maxX }
    return note("\(items.count - hidden.count) of \(items.count)", right < hidden.count, right > 0)
  }

  private func note(_ text: String, _ hasPrevious: Bool, _ hasNext: Bool) -> String {
    (hasPrevious ? "\(glyphs.drawing.backward) " : "") + text
      + (hasNext ? " \(glyphs.drawing.forward)" : "")
  }

  /// Returns the page note; `nil` for a single page, or if dots or inner pagers show the number.
  private func pageNote(of node: LayoutNode, _ count: Int) -> String? {
    // The items of a section-level pager are the section's rows.
    let isSection = node.kind != .pager
    let lanes = max(1, isSection ? section.lanes : Int(node.style.lanes))
    let current = isSection ? section.currentGroup : Int(node.content.current)
    let pages = (count + lanes - 1) / lanes
    guard pages > 1, !texts.hasPageControl, node.children.first?.kind != .pager else { return nil }
    let page = min(current, pages - 1)
    let (isFirst, isLast) = (page == 0, page == pages - 1)
    return note(
      "page \(page + 1) of \(pages)", isRightToLeft ? !isLast : !isFirst,
      isRightToLeft ? !isFirst : !isLast)
  }
}
