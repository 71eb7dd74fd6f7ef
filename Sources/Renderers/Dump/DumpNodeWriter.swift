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

  func write(to out: inout ByteWriter) {
    let count = view.section.arena.count
    var node = view.isRootImplicit ? 1 : 0
    var levels: [Level] = [Level(end: count, path: codes == nil ? "" : view.section.blockCode)]
    while node < count {
      while levels.count > 1, let level = levels.last, level.end <= node { levels.removeLast() }
      guard let parent = levels.last else { return }
      let indentation = 2 + 2 * levels.count
      // The section is the first level, and `levels` counts it.
      if let depth = options.depth, levels.count + 1 > max(1, depth) {
        let elided = parent.end - node
        write(
          elided: elided, "\(elided == 1 ? "node" : "nodes") (--depth \(max(1, depth)))",
          indentation: indentation, to: &out)
        node = parent.end
      } else if !options.all, view.visibilities[node] == .offscreen {
        var elided = 0
        while node < parent.end, view.visibilities[node] == .offscreen {
          elided += 1
          node = view.end(of: node)
        }
        write(elided: elided, "offscreen", indentation: indentation, to: &out)
      } else {
        let path = codes == nil ? "" : "\(parent.path)/\(view.id(of: node))"
        write(node: node, path: path, indentation: indentation, to: &out)
        levels.append(Level(end: view.end(of: node), path: path))
        node += 1
      }
    }
  }

  private func write(
    elided count: Int, _ what: String, indentation: Int, to out: inout ByteWriter
  ) {
    out.write(byte: UInt8(ascii: " "), count: indentation)
    out.write("… ")
    out.write(integer: count)
    out.write(" ")
    out.write(what)
    out.write("\n")
  }

  private func write(node index: Int, path: String, indentation: Int, to out: inout ByteWriter) {
    let node = view.node(index)
    let content = node.content
    out.write(byte: UInt8(ascii: " "), count: indentation)
    out.write(word: node.name)
    if view.siblingIndices[index] >= 0 {
      out.write("[")
      out.write(integer: view.siblingIndices[index])
      out.write("]")
    }
    let string = content.text.count > 0 ? node.text : node.label
    if !string.isEmpty {
      out.write(" ")
      out.write(jsonString: string)
    }
    out.write(frame: view.frames[index])
    let text = NodeText(node, measurer: measurer)
    write(attributesOf: node, text: text, to: &out)
    if let element = reading[index] { out.write(element, ofLineWith: string) }
    if text?.isTruncated == true { out.write(" !truncated") }
    if view.visibilities[index] == .clipped { out.write(" !clipped") }
    if view.visibilities[index] == .offscreen { out.write(" !offscreen") }
    if let codes {
      for code in codes[path] {
        out.write(" ")
        out.write(code)
      }
    }
    out.write("\n")
  }
}
