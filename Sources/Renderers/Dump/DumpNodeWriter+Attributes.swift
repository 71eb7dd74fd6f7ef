import LayoutCore

extension DumpNodeWriter {
  func write(attributesOf node: LayoutNode, text: FittedText?, to out: inout ByteWriter) {
    let content = node.content
    if let row = view.demandingRows[node.index] { write(row, to: &out) }
    if let collection = view.collection(node) { write(collection, to: &out) }
    if let text { write(text, of: content, kind: node.kind, to: &out) }
    if node.kind == .pageControl {
      out.write(attribute: "count", integer: Int(content.count))
      out.write(attribute: "current", integer: Int(content.current))
    }
    if content.color.count > 0 { out.write(attribute: "color", word: node.color) }
    if content.background.count > 0 {
      out.write(attribute: "background", word: node.background)
    }
    if content.cornerRadius > 0 {
      out.write(attribute: "radius", number: Double(content.cornerRadius))
    }
    if content.imageAspectRatio > 0 {
      out.write(attribute: "aspect", number: Double(content.imageAspectRatio))
    }
    if content.badge.count > 0 { out.write(attribute: "badge", word: node.badge) }
    if let role = content.statedRole(in: node.kind) {
      out.write(attribute: "role", word: role.word)
    }
    if content.actionTarget.count > 0 {
      out.write(attribute: "action", word: node.actionTarget)
    }
  }

  private func write(_ row: Section.Row, to out: inout ByteWriter) {
    if row.columnSpan > 1 || row.rowSpan > 1 {
      out.write(attribute: "span", integer: row.columnSpan)
      out.write("x")
      out.write(integer: row.rowSpan)
    }
    if row.isFullBleed { out.write(attribute: "bleed", word: "true") }
    if row.isStretched { out.write(attribute: "stretch", word: "true") }
  }

  private func write(_ collection: CollectionMetrics, to out: inout ByteWriter) {
    out.write(attribute: "axis", word: collection.axis)
    if let pages = collection.pages {
      // With one item per page, the number of pages is the number of items.
      if pages.lanes > 1 { out.write(attribute: "items", integer: collection.items) }
      out.write(attribute: "pages", integer: pages.count)
      out.write(attribute: "page", integer: pages.current)
      if pages.lanes > 1 { out.write(attribute: "lanes", integer: pages.lanes) }
      if pages.interval > 0 {
        out.write(attribute: "interval", number: pages.interval, unit: "s")
      }
    } else {
      out.write(attribute: "items", integer: collection.items)
      out.write(attribute: "content", number: collection.content)
    }
    if collection.gap > 0 { out.write(attribute: "gap", number: collection.gap) }
    out.writeInset(start: collection.insetStart, end: collection.insetEnd)
  }

  private func write(
    _ text: FittedText, of content: NodeContent, kind: NodeKind, to out: inout ByteWriter
  ) {
    if kind == .text || content.font != Font() {
      out.write(attribute: "font", number: Double(content.font.size))
      out.write("/")
      out.write(integer: content.font.weight)
    }
    if kind == .text || text.lines.count > 1 {
      out.write(attribute: "lines", integer: text.lines.count)
      if content.maxLines > 0 {
        out.write("/")
        out.write(integer: content.maxLines)
      }
    }
    if kind == .text, content.textAlign != .start {
      out.write(attribute: "align", word: content.textAlign.word)
    }
  }
}
