import LayoutCore
import Page

/// Writes the nodes of one section of a dump. Iterative, so deep trees do not overflow the stack.
struct DumpNodeWriter {
  let view: SnappedSection
  let options: RenderOptions
  let measurer: any TextMeasurer
  /// The codes of diagnostics by node path; `nil` if no diagnostic is about a node of the section.
  let codes: NodeCodes?
  /// The accessible elements by node index; empty without `--accessibility`.
  var reading: [Int: AccessibleElement] = [:]

  func write(to writer: inout LineWriter) {
    var values = view.attributeValues()
    let arena = view.section.arena
    let paths = codes == nil ? [] : view.paths(in: view.section.blockCode)
    var node = view.isRootImplicit ? 1 : 0
    // The index after the last node of the section, then after the subtree of each open node.
    var ends = [arena.count]
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
          node = arena.end(of: node)
        }
        writer.elided(elided, "offscreen".utf8, level: ends.count)
      } else {
        write(
          node: node, in: arena, codes: codes.map { $0[paths[node]] } ?? [], level: ends.count,
          &values,
          to: &writer)
        ends.append(arena.end(of: node))
        node += 1
      }
    }
  }

  private func write(
    node index: Int, in arena: NodeArena, codes: [String], level: Int,
    _ values: inout AttributeValues,
    to writer: inout LineWriter
  ) {
    view.readAttributes(
      of: index, in: arena, text: view.runningText(of: index, in: arena, measurer),
      element: reading[index], showsLines: options.textLines, into: &values)
    let string = values.shownText
    writer.node(
      arena.name(of: index), number: Int(view.siblingIndices[index]),
      string: string.isEmpty ? nil : string, frame: view.frames[index], level: level,
      kind: arena.records[index].kind, node: index
    ) { out in
      out.write(values)
      for code in codes { out.write(code: code) }
    }
  }
}
