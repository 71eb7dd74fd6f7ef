import LayoutCore

/// Writes the nodes of one section of a dump. It does not recurse, so depth does not use stack.
struct DumpNodeWriter {
  let view: SectionView
  let options: RenderOptions
  let measurer: any TextMeasurer
  /// `nil` if no diagnostic names a node of the section.
  let codes: NodeCodes?
  /// The screen reader's stops by node; empty without `--accessibility`.
  var reading: [Int: AccessibleElement] = [:]

  func write(to writer: inout DumpWriter) {
    let paths = codes == nil ? [] : view.paths(in: view.section.blockCode)
    var node = view.isRootImplicit ? 1 : 0
    // The ends of the section and of the open nodes.
    var ends = [view.section.arena.count]
    while node < ends[0] {
      while ends.count > 1, let end = ends.last, end <= node { ends.removeLast() }
      guard let parentEnd = ends.last else { return }
      // The section is the first level.
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

  private func write(
    node index: Int, codes: [String], level: Int, to writer: inout DumpWriter
  ) {
    let node = view.node(index)
    let string = node.content.text.count > 0 ? node.text : node.label
    writer.node(
      node.name, number: Int(view.siblingIndices[index]), string: string.isEmpty ? nil : string,
      frame: view.frames[index], level: level
    ) { out in
      let text = node.runningText(measurer)
      write(attributesOf: node, text: text, to: &out)
      if let element = reading[index] { write(element, ofLineWith: string, to: &out) }
      if text?.isTruncated == true { out.write(flag: "truncated") }
      let visibility = view.visibilities[index]
      if visibility != .visible { out.write(flag: visibility.rawValue) }
      for code in codes { out.write(code: code) }
    }
  }

  private func write(
    _ element: AccessibleElement, ofLineWith string: String, to out: inout ByteWriter
  ) {
    out.write(attribute: "reads", integer: element.order)
    if element.label != string { out.write(attribute: "says", word: element.label) }
    if element.role != "text" { out.write(attribute: "as", word: element.role) }
    out.write(target: element.target)
  }
}
