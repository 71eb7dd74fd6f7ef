import LayoutCore

/// Writes the nodes of one section. Iterative, so deep trees do not overflow the stack.
struct JSONNodeWriter {
  let view: SectionView
  let measurer: any TextMeasurer
  let options: RenderOptions
  /// The accessible elements by node index; empty without `--accessibility`.
  let reading: [Int: AccessibleElement]

  private var depth: Int { options.depth.map { max(1, $0) } ?? .max }
  /// The level of the root: 1, like its section, if dumps omit the root; else 2.
  private var rootLevel: Int { view.isRootImplicit ? 1 : 2 }
  /// Whether to write the members that revision 2 of the schema added.
  private var showsContent: Bool { options.revision > 1 }
  var showsRoot: Bool { view.section.root != nil && rootLevel <= depth }

  func write(to json: inout JSONWriter) {
    var open: [Int] = []
    var node = 0
    while node < view.section.arena.count {
      if !open.isEmpty { json.element() }
      begin(node, to: &json)
      let end = view.end(of: node)
      let descendants = end - node - 1
      if descendants > 0, rootLevel + open.count < depth {
        json.key("children")
        json.beginArray()
        open.append(node)
        node += 1
      } else {
        close(node, elided: descendants, to: &json)
        node = end
      }
      while let last = open.last, view.end(of: last) <= node {
        json.endArray()
        close(last, to: &json)
        open.removeLast()
      }
    }
  }

  private func begin(_ index: Int, to json: inout JSONWriter) {
    let content = content(of: index)
    json.beginObject()
    if let element = reading[index] {
      json.object("accessibility") { json in
        json.write("label", element.label)
        if element.isOffscreen { json.write("offscreen", true) }
        json.write("order", element.order)
        json.write("role", element.role)
        json.write("target", element.target)
      }
    }
    if content.actionTarget.count > 0 {
      json.object("action") { json in
        json.write("target", content.actionTarget, of: view.section.arena)
        json.write("type", view.section.arena.string(content.actionType))
      }
    }
    writeAttributes(of: index, content, to: &json)
    json.write("background", content.background, of: view.section.arena)
    json.write("badge", content.badge, of: view.section.arena)
  }

  // Reads the arena directly, because a `LayoutNode` would retain and release many references.
  private func kind(of index: Int) -> NodeKind { view.section.arena.records[index].kind }

  private func content(of index: Int) -> NodeContent {
    view.section.arena.content(of: index) ?? NodeContent()
  }

  private func close(_ index: Int, elided: Int = 0, to json: inout JSONWriter) {
    let (kind, content) = (kind(of: index), content(of: index))
    json.write("color", content.color, of: view.section.arena)
    if showsContent { json.write(contentOf: index, in: view.section.arena) }
    if elided > 0 { json.write("elided", elided) }
    if content.text.count > 0 {
      json.object("font") { json in
        json.write("size", Double(content.font.size))
        json.write("weight", Int(content.font.weight))
      }
    }
    json.write("frame", view.frames[index])
    json.write("id", index == 0 && view.isRootImplicit ? "root" : view.id(of: index))
    if let row = view.demandingRows[index] {
      json.object("item") { json in
        if row.columnSpan > 1 { json.write("columnSpan", row.columnSpan) }
        if row.isFullBleed { json.write("fullBleed", true) }
        if row.rowSpan > 1 { json.write("rowSpan", row.rowSpan) }
        if row.isStretched { json.write("stretched", true) }
      }
    }
    // A root whose children are header, rows and footer is written as a box, even if it is a list.
    let isRootOfParts = index == 0 && view.section.isRootOfParts && kind == .list
    json.write("kind", isRootOfParts ? NodeKind.box.word : kind.word)
    json.write("label", content.label, of: view.section.arena)
    if content.text.count > 0, let text = view.node(index).runningText(measurer) {
      json.object("lines") { json in
        json.write("count", text.lines.count)
        json.write("limit", Int(content.maxLines))
        if options.textLines { json.write("ranges", text.lines) }
        if showsContent, let scale = text.styled?.scale, scale < 1 { json.write("scale", scale) }
        json.write("truncated", text.isTruncated)
      }
    }
    if content.role != .none { json.write("role", content.role.word) }
    json.write("text", content.text, of: view.section.arena)
    let visibility = view.visibilities[index]
    if visibility != .visible { json.write("visibility", visibility.rawValue) }
    json.endObject()
  }

  private func writeAttributes(of index: Int, _ content: NodeContent, to json: inout JSONWriter) {
    let kind = kind(of: index)
    let collection = kind.isCollection ? view.collection(view.node(index)) : nil
    let hasAlign = content.text.count > 0 && content.textAlign != .start
    guard
      collection != nil || kind == .pageControl || hasAlign
        || content.imageAspectRatio > 0 || content.cornerRadius > 0
    else { return }
    json.object("attributes") { json in
      if hasAlign { json.write("align", content.textAlign.word) }
      if content.imageAspectRatio > 0 { json.write("aspect", Double(content.imageAspectRatio)) }
      if kind == .pageControl {
        json.write("count", Int(content.count))
        json.write("current", Int(content.current))
      }
      if let collection {
        json.write("axis", collection.axis)
        json.write("content", collection.content)
        json.write("gap", collection.gap)
        json.write("inset", collection.insetStart)
        json.write("insetEnd", collection.insetEnd)
        if let pages = collection.pages { json.write("interval", pages.interval) }
        json.write("items", collection.items)
        if let pages = collection.pages {
          json.write("lanes", pages.lanes)
          json.write("page", pages.current)
          json.write("pages", pages.count)
        }
      }
      if content.cornerRadius > 0 { json.write("radius", Double(content.cornerRadius)) }
      if let collection, collection.scroll > 0 { json.write("scroll", collection.scroll) }
    }
  }
}
