import LayoutCore
import Page

/// Writes the nodes of one section. Iterative, so deep trees do not overflow the stack.
struct JSONNodeWriter {
  let view: SnappedSection
  let measurer: any TextMeasurer
  let options: RenderOptions
  /// The accessible elements by node index; empty without `--accessibility`.
  let reading: [Int: AccessibleElement]

  private var depth: Int { options.depth.map { max(1, $0) } ?? .max }
  /// The level of the root: 1, like its section, if dumps omit the root; else 2.
  private var rootLevel: Int { view.isRootImplicit ? 1 : 2 }
  var showsRoot: Bool { view.section.root != nil && rootLevel <= depth }

  func write(to json: inout JSONWriter) {
    let table = JSONMembers.ofNodes
    let shown = table.of(revision: options.revision)
    let before = shown & JSONMembers.beforeChildren
    let behind = shown & JSONMembers.behindChildren
    var open: [Int] = []
    let items = view.section.origin?.items ?? []
    var nextItem = 0
    /// The attributes of the open nodes and of the current node, by depth.
    var values = [view.attributeValues()]
    var node = 0
    let arena = view.section.arena
    while node < arena.count {
      if !open.isEmpty { json.element() }
      if values.count == open.count { values.append(view.attributeValues()) }
      let end = arena.end(of: node)
      let descendants = end - node - 1
      let showsChildren = descendants > 0 && rootLevel + open.count < depth
      read(node, in: arena, elided: showsChildren ? 0 : descendants, into: &values[open.count])
      // Nodes below `--depth` are skipped, and so are their items.
      while nextItem < items.count, items[nextItem].node < node { nextItem += 1 }
      if nextItem < items.count, items[nextItem].node == node {
        values[open.count].add(items[nextItem])
      }
      json.beginObject()
      json.write(values[open.count], table, before)
      if showsChildren {
        json.key("children")
        json.beginArray()
        open.append(node)
        node += 1
      } else {
        json.write(values[open.count], table, behind)
        json.endObject()
        node = end
      }
      while let last = open.last, arena.end(of: last) <= node {
        json.endArray()
        open.removeLast()
        json.write(values[open.count], table, behind)
        json.endObject()
      }
    }
  }

  private func read(
    _ index: Int, in arena: NodeArena, elided: Int, into values: inout AttributeValues
  ) {
    view.readAttributes(
      of: index, in: arena, text: view.runningText(of: index, in: arena, measurer),
      element: reading[index],
      showsLines: options.textLines, into: &values)
    if elided > 0 { values.add(.elided, .integer(elided)) }
    values.add(.frame, .frame(view.frames[index]))
    values.add(.id, .word(index == 0 && view.isRootImplicit ? "root" : view.id(of: index)))
  }
}
