internal import LayoutCore
internal import Renderers

/// The details of the selected node.
struct NodeView {
  let scene: PreviewScene
  let settings: PreviewSettings

  func write(to html: inout ByteWriter) {
    guard !settings.node.isEmpty, let device = settings.device, let draw = scene.page else {
      return html.write(
        markup: """
          <h2 id="node-title">Node</h2><p>Choose a node of a page: click it, or walk to it with the \
          arrow keys and press Enter.</p>
          """)
    }
    let drawn = draw(settings.environment(on: device))
    let tree = drawn.page.tree
    guard let place = tree.place(at: settings.node), let section = tree.section(place.part) else {
      return html.write(
        markup: """
          <h2 id="node-title">Node</h2><p>No node of this page is named \
          <code>\(settings.node)</code>.</p>
          """)
    }
    html.write(markup: "<h2 id=\"node-title\">\(settings.node)</h2><dl>")
    fact("Device", device.name, to: &html)
    var options = RenderOptions()
    options.chrome = true
    options.all = true
    let wireframe = Wireframe(drawn.page, options: options)
    if let box = wireframe.boxes.first(where: { $0.path == settings.node }) {
      write(box, of: wireframe, to: &html)
    } else if let entry = wireframe.sections.first(where: { $0.path == settings.node }) {
      fact("Frame", Self.words(entry.frame), to: &html)
      if !entry.title.isEmpty { fact("Title", entry.title, to: &html) }
      if !entry.style.isEmpty { fact("Style", entry.style, to: &html) }
      if !entry.rows.isEmpty { fact("Rows", entry.rows, to: &html) }
      if !entry.fallback.isEmpty { fact("Fallback", entry.fallback, to: &html) }
    }
    fact("Plugin", "\(section.provider.id)@\(section.provider.version)", to: &html)
    if let location = drawn.location(place) {
      fact("Feed", "\(location.file):\(location.line):\(location.column)", to: &html)
      fact("Feed path", location.path, to: &html)
    }
    html.write(markup: "</dl>")
    if let explanation = drawn.explanation(place) {
      html.write(markup: "<h3>Why this size</h3><pre>\(explanation)</pre>")
    }
  }

  private func write(_ box: Wireframe.Box, of wireframe: Wireframe, to html: inout ByteWriter) {
    let parent =
      box.parent >= 0 ? wireframe.boxes[box.parent].frame : wireframe.sections[box.section].frame
    fact("Frame", Self.words(box.frame), to: &html)
    let local = Rect(
      x: box.frame.x - parent.x, y: box.frame.y - parent.y, width: box.frame.width,
      height: box.frame.height)
    fact("In its parent", Self.words(local), to: &html)
    fact("Kind", box.kind.word, to: &html)
    if let text = box.text {
      fact("Text", text.string, to: &html)
      let limit = text.lineLimit == 0 ? "" : " of at most \(text.lineLimit)"
      fact(
        "Lines", "\(text.lines.count)\(limit)\(text.isTruncated ? ", truncated" : "")", to: &html)
      fact("Font", "\(points(text.size)) pt, weight \(text.weight)", to: &html)
    }
    if !box.label.isEmpty { fact("Label", box.label, to: &html) }
    if !box.style.isEmpty { fact("Style", box.style, to: &html) }
    if !box.color.isEmpty { fact("Colour", box.color, to: &html) }
    if !box.background.isEmpty { fact("Background", box.background, to: &html) }
    fact("Action", box.action.isEmpty ? "none" : box.action, to: &html)
  }

  private func fact(_ name: String, _ value: String, to html: inout ByteWriter) {
    html.write(markup: "<dt>\(name)</dt><dd>\(value)</dd>")
  }

  private static func words(_ frame: Rect) -> String {
    "\(points(frame.x)), \(points(frame.y)) · \(points(frame.width)) × \(points(frame.height))"
  }
}
