import LayoutCore

/// Writes the nodes of one section of a dump. Iterative, so deep trees do not overflow the stack.
struct DumpNodeWriter {
  let view: SectionView
  let options: RenderOptions
  let measurer: any TextMeasurer
  /// The codes of diagnostics by node path; `nil` if no diagnostic is about a node of the section.
  let codes: NodeCodes?
  /// The accessible elements by node index; empty without `--accessibility`.
  var reading: [Int: AccessibleElement] = [:]

  func write(to writer: inout DumpWriter) {
    let paths = codes == nil ? [] : view.paths(in: view.section.blockCode)
    var node = view.isRootImplicit ? 1 : 0
    // The index after the last node of the section, then after the subtree of each open node.
    var ends = [view.section.arena.count]
    while node < ends[0] {
      while ends.count > 1, let end = ends.last, end <= node { ends.removeLast() }
      guard let parentEnd = ends.last else { return }
      // For `--depth`, sections are level 1 and their child nodes level 2.
      if let depth = options.depth, ends.count + 1 > max(1, depth) {
        writer.elided(parentEnd - node, depth: max(1, depth), level: ends.count)
        node = parentEnd
      } else if !options.all, view.visibilities[node] == .offscreen {
        var elided = 0
        while node < parentEnd, view.visibilities[node] == .offscreen {
          elided += 1
          node = view.end(of: node)
        }
        writer.elided(elided, "offscreen", level: ends.count)
      } else {
        write(
          node: node, codes: codes.map { $0[paths[node]] } ?? [], level: ends.count, to: &writer)
        ends.append(view.end(of: node))
        node += 1
      }
    }
  }

  private func write(node index: Int, codes: [String], level: Int, to writer: inout DumpWriter) {
    let node = view.node(index)
    let string = node.content.text.count > 0 ? node.text : node.label
    writer.node(
      node.name, number: Int(view.siblingIndices[index]), string: string.isEmpty ? nil : string,
      frame: view.frames[index], level: level, kind: node.kind, index: index
    ) { out in
      let text = node.runningText(measurer)
      write(attributesOf: node, text: text, to: &out)
      if let element = reading[index] {
        out.write(attribute: "reads", integer: element.order)
        if element.label != string { out.write(attribute: "says", word: element.label) }
        out.write(attribute: "as", word: element.role, unless: "text")
        out.write(target: element.target)
      }
      if options.textLines, let text { out.write(lines: text.lines) }
      if text?.isTruncated == true { out.write(flag: "truncated") }
      let visibility = view.visibilities[index]
      if visibility != .visible { out.write(flag: visibility.rawValue) }
      for code in codes { out.write(code: code) }
    }
  }

  func write(attributesOf node: LayoutNode, text: FittedText?, to out: inout ByteWriter) {
    let content = node.content
    if let row = view.demandingRows[node.index] { write(row, to: &out) }
    if let collection = view.collection(node) { write(collection, to: &out) }
    if let text { write(text, of: content, kind: node.kind, to: &out) }
    if node.kind == .pageControl {
      out.write(attribute: "count", integer: Int(content.count))
      out.write(attribute: "current", integer: Int(content.current))
    }
    out.write(attribute: "color", content.color, of: node.arena)
    out.write(attribute: "background", content.background, of: node.arena)
    out.write(attribute: "radius", unlessZero: max(0, content.cornerRadius))
    out.write(attribute: "aspect", unlessZero: max(0, content.imageAspectRatio))
    out.write(attribute: "badge", content.badge, of: node.arena)
    if let role = content.statedRole(in: node.kind) {
      out.write(attribute: "role", word: role.word)
    }
    if content.actionTarget.count > 0 {
      out.write(attribute: "action", content.actionTarget, of: node.arena)
      out.write(attribute: "action-type", content.actionType, of: node.arena)
    }
    out.write(contentOf: node.index, in: node.arena)
    if let scale = text?.styled?.scale, scale < 1 { out.write(attribute: "scale", number: scale) }
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
      // If each page has one item, the page count already gives the number of items.
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
      if collection.scroll > 0 { out.write(attribute: "scroll", number: collection.scroll) }
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
