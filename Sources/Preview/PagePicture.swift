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
  func writeDefinitions(to html: inout Markup) {
    html.draw { drawing.writeDefinitions(to: &$0) }
  }

  func writeMeasures(to html: inout Markup) {
    html.markup("<g class=\"measured\" direction=\"ltr\" aria-hidden=\"true\">")
    html.draw {
      drawing.writeGaps(to: &$0)
      drawing.writeSizes(to: &$0)
    }
    html.markup("</g>")
  }

  /// Draws a section with all of its boxes, in feed coordinates.
  func write(_ index: Int, to html: inout Markup) {
    let section = wireframe.sections[index]
    html.markup("<g role=\"none\" class=\"section")
    html.markup(section.fallback.isEmpty ? "\">" : " fallback\">")
    beginNode(
      section.path, kind: "section", level: 1,
      label: "\(section.path): \(Self.size(section.frame))", to: &html)
    html.rectangle(section.frame, class: "sec")
    html.markup("</g>")
    var open: String?
    for number in section.boxes {
      let box = wireframe.boxes[number]
      if box.flags.contains(.offscreen) { continue }
      if let pinned = open, box.path != pinned, !box.path.hasPrefix(pinned + "/") {
        html.markup("</g>")
        open = nil
      }
      if open == nil, let pin = pins[box.path] {
        pin.begin(in: &html)
        open = box.path
      }
      write(number, box, to: &html)
    }
    if open != nil { html.markup("</g>") }
    html.markup("</g>")
  }

  private func beginNode(
    _ path: String, kind: String, level: Int, label: String, to html: inout Markup
  ) {
    let isSelected = path == selected
    html.markup("<g role=\"treeitem\"")
    html.attribute(
      "class",
      "node k-\(kind)\(isSelected ? " selected" : "")\(changed.contains(path) ? " changed" : "")")
    html.attribute("data-node", path)
    html.attribute("tabindex", isSelected ? "0" : "-1")
    html.attribute("aria-level", "\(level)")
    html.attribute("aria-selected", isSelected ? "true" : "false")
    html.attribute("aria-label", label)
    html.markup(">")
  }

  private func write(_ index: Int, _ box: Wireframe.Box, to html: inout Markup) {
    if box.clip >= 0 {
      html.markup("<g role=\"none\"")
      html.attribute("clip-path", "url(#\(id)-clip\(box.clip))")
      html.markup(">")
    }
    beginNode(
      box.path, kind: box.kind.word, level: box.level + 2, label: Self.label(of: box), to: &html)
    if box.shift != 0 {
      html.markup("<g role=\"none\"")
      html.attribute("transform", "translate(\(points(box.shift)) 0)")
      html.markup(">")
    }
    html.draw { drawing.writeShape(of: index, to: &$0) }
    html.markup(box.shift != 0 ? "</g></g>" : "</g>")
    if box.clip >= 0 { html.markup("</g>") }
  }

  /// Returns the label of a box for assistive technology: "card[3]: 晴天, 120 × 170, clipped".
  private static func label(of box: Wireframe.Box) -> String {
    var parts = [box.text?.string ?? box.label].filter { !$0.isEmpty }
    parts.append(size(box.frame))
    if box.flags.contains(.clipped) { parts.append("clipped") }
    if box.flags.contains(.truncated) { parts.append("truncated") }
    // Names can contain a slash, but the part after the last one is sufficient here.
    let name = box.path.split(separator: "/").last.map(String.init) ?? box.kind.word
    return "\(name): \(parts.joined(separator: ", "))"
  }

  static func size(_ frame: Rect) -> String { "\(points(frame.width)) × \(points(frame.height))" }
}

extension Markup {
  mutating func rectangle(_ frame: Rect, class name: String) {
    markup("<rect")
    attribute("class", name)
    attribute("x", frame.x)
    attribute("y", frame.y)
    attribute("width", max(0, frame.width))
    attribute("height", max(0, frame.height))
    markup("/>")
  }
}
