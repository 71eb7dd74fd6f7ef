internal import LayoutCore
internal import Renderers

/// Draws a page as an SVG that can be navigated: a tree of nodes for assistive technology. Each
/// node carries its path, which is all that a script needs to show the selected node.
struct PagePicture {
  let wireframe: Wireframe
  /// Unique in the document; the prefix of the ids of clips and patterns.
  let id: String
  private let drawing: RedlineDrawing
  /// The path of the selected node.
  var selected = ""
  var changed: Set<String> = []
  /// Boxes that follow the edge of the screen, by the path of their header or footer.
  var pins: [String: Pin] = [:]

  init(_ wireframe: Wireframe, id: String) {
    self.wireframe = wireframe
    self.id = id
    drawing = RedlineDrawing(wireframe, prefix: id)
  }

  /// Writes the definitions that the other elements refer to, once per document.
  func writeDefinitions(to html: inout ByteWriter) {
    drawing.writeDefinitions(to: &html)
  }

  func writeMeasures(to html: inout ByteWriter) {
    html.write(markup: "<g class=\"measured\" direction=\"ltr\" aria-hidden=\"true\">")
    drawing.writeGaps(to: &html)
    drawing.writeSizes(to: &html)
    html.write(markup: "</g>")
  }

  /// Draws a section with all of its boxes, in feed coordinates.
  func write(_ index: Int, to html: inout ByteWriter) {
    let section = wireframe.sections[index]
    let fallback = section.fallback.isEmpty ? "" : " fallback"
    html.write(markup: "<g role=\"none\" class=\"section\(fallback)\">")
    beginNode(
      section.path, kind: "section", level: 1,
      label: "\(section.path): \(Self.size(section.frame))", to: &html)
    html.write(markup: "<rect class=\"sec\"\(section.frame)/></g>")
    var open: String?
    for number in section.boxes {
      let box = wireframe.boxes[number]
      if box.isOffscreen { continue }
      if let pinned = open, box.path != pinned, !box.path.hasPrefix(pinned + "/") {
        html.write(markup: "</g>")
        open = nil
      }
      if open == nil, let pin = pins[box.path] {
        pin.begin(in: &html)
        open = box.path
      }
      write(number, box, to: &html)
    }
    if open != nil { html.write(markup: "</g>") }
    html.write(markup: "</g>")
  }

  private func beginNode(
    _ path: String, kind: String, level: Int, label: String, to html: inout ByteWriter
  ) {
    let isSelected = path == selected
    let marks = (isSelected ? " selected" : "") + (changed.contains(path) ? " changed" : "")
    html.write(
      markup: """
        <g role="treeitem" class="node k-\(kind)\(marks)" data-node="\(path)" \
        tabindex="\(isSelected ? "0" : "-1")" aria-level="\(level)" \
        aria-selected="\(isSelected ? "true" : "false")" aria-label="\(label)">
        """)
  }

  private func write(_ index: Int, _ box: Wireframe.Box, to html: inout ByteWriter) {
    if box.clip >= 0 {
      html.write(markup: "<g role=\"none\" clip-path=\"url(#\(id)-clip\(box.clip))\">")
    }
    beginNode(
      box.path, kind: box.kind.word, level: box.level + 2, label: Self.label(of: box), to: &html)
    if box.shift != 0 {
      html.write(markup: "<g role=\"none\" transform=\"translate(\(box.shift) 0)\">")
    }
    drawing.writeShape(of: index, to: &html)
    html.write(markup: box.shift != 0 ? "</g></g>" : "</g>")
    if box.clip >= 0 { html.write(markup: "</g>") }
  }

  /// Returns the label of a box for assistive technology: "card[3]: 晴天, 120 × 170, clipped".
  private static func label(of box: Wireframe.Box) -> String {
    var parts = [box.text?.string ?? box.label].filter { !$0.isEmpty }
    parts.append(size(box.frame))
    if box.isClipped { parts.append("clipped") }
    if box.text?.isTruncated == true { parts.append("truncated") }
    // Names can contain a slash, but the part after the last one is sufficient here.
    let name = box.path.split(separator: "/").last.map(String.init) ?? box.kind.word
    return "\(name): \(parts.joined(separator: ", "))"
  }

  static func size(_ frame: Rect) -> String { "\(points(frame.width)) × \(points(frame.height))" }
}
