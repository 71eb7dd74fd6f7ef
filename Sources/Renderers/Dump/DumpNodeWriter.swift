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

  /// An ancestor of the current node.
  private struct Level {
    var end: Int
    var path: String
  }

  func write(to writer: inout DumpWriter) {
    let count = view.section.arena.count
    var node = view.isRootImplicit ? 1 : 0
    var levels: [Level] = [Level(end: count, path: codes == nil ? "" : view.section.blockCode)]
    while node < count {
      while levels.count > 1, let level = levels.last, level.end <= node { levels.removeLast() }
      guard let parent = levels.last else { return }
      // The section is the first level, and `levels` counts it.
      if let depth = options.depth, levels.count + 1 > max(1, depth) {
        let elided = parent.end - node
        writer.elided(elided, depth: max(1, depth), level: levels.count)
        node = parent.end
      } else if !options.all, view.visibilities[node] == .offscreen {
        var elided = 0
        while node < parent.end, view.visibilities[node] == .offscreen {
          elided += 1
          node = view.end(of: node)
        }
        writer.elided(elided, "offscreen", level: levels.count)
      } else {
        let path = codes == nil ? "" : "\(parent.path)/\(view.id(of: node))"
        write(node: node, path: path, level: levels.count, to: &writer)
        levels.append(Level(end: view.end(of: node), path: path))
        node += 1
      }
    }
  }

  private func write(node index: Int, path: String, level: Int, to writer: inout DumpWriter) {
    let node = view.node(index)
    let string = node.content.text.count > 0 ? node.text : node.label
    writer.node(
      node.name, number: Int(view.siblingIndices[index]), string: string.isEmpty ? nil : string,
      frame: view.frames[index], level: level
    ) { out in
      let text = NodeText(node, measurer: measurer)
      write(attributesOf: node, text: text, to: &out)
      if let element = reading[index] { out.write(element, ofLineWith: string) }
      if text?.isTruncated == true { out.write(flag: "truncated") }
      if view.visibilities[index] == .clipped { out.write(flag: "clipped") }
      if view.visibilities[index] == .offscreen { out.write(flag: "offscreen") }
      for code in codes?[path] ?? [] { out.write(code: code) }
    }
  }
}
