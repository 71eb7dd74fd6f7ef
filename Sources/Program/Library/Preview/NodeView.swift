internal import Support
internal import FeedDocument
internal import LayoutCore
internal import LayoutReview
internal import Renderers
internal import SectionEngine
internal import Feeds

/// The details of the selected node.
struct NodeView {
  let scene: PreviewScene
  let settings: PreviewSettings

  func write(to html: inout ByteWriter) {
    guard !settings.node.isEmpty, let device = settings.device, let pages = scene.pages else {
      return html.write(
        markup: """
          <h2 id="node-title">Node</h2><p>Choose a node of a page: click it, or walk to it with the \
          arrow keys and press Enter.</p>
          """)
    }
    let page = pages.page(in: settings.environment(on: device))
    let tree = page.rendered.tree
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
    let wireframe = Wireframe(page.rendered, options: options)
    if let box = wireframe.boxes.first(where: { $0.path == settings.node }) {
      write(box, of: wireframe, to: &html)
    } else if let entry = wireframe.sections.first(where: { $0.path == settings.node }) {
      fact("Frame", Self.words(entry.frame), to: &html)
      let facts = [
        ("Title", entry.title), ("Style", entry.style), ("Rows", entry.rows),
        ("Fallback", entry.fallback),
      ]
      for (name, value) in facts where !value.isEmpty { fact(name, value, to: &html) }
    }
    fact("Plugin", "\(section.provider.id)@\(section.provider.version)", to: &html)
    if let location = page.location(of: place) {
      fact("Feed", "\(location.file):\(location.line):\(location.column)", to: &html)
      fact("Feed path", location.path, to: &html)
    }
    html.write(markup: "</dl>")
    if let explanation = NodeExplanation(of: place, on: page, showsChain: false) {
      html.write(markup: "<h3>Why this size</h3><pre>\(explanation.text)</pre>")
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

extension FeedPage {
  /// Returns the place in the feed that a node shows, or else that of its section's block.
  fileprivate func location(of place: NodePlace) -> SourceLocation? {
    guard case .section(let index) = place.part,
      rendered.tree.sections.indices.contains(index),
      let value = block(ofSection: index)?.value
    else { return nil }
    let arena = rendered.tree.sections[index].arena
    let source = place.node.flatMap { arena.content(of: $0)?.source } ?? 0
    let shown = FeedValue(document: value.document, index: source)
    var location = (source != 0 && shown.exists ? shown : value).location
    // Without its folder, so that the preview does not depend on the feed's location.
    location.file = location.file.lastPart
    return location
  }
}

/// The differences between the saved state and the current one, per device.
struct PreviewComparison {
  private struct Result {
    var device: Device
    /// The text that `diff` writes.
    var words: String
    /// Paths of changed or new nodes, in document order.
    var changed: [String]
  }

  private let hasBase: Bool
  private let settings: PreviewSettings
  private var results: [Result] = []

  /// The maximum number of links per device; the text lists all changes.
  private static let limit = 100

  /// Complexity: that of `PageDiff`.
  init(_ scene: PreviewScene, _ settings: PreviewSettings) {
    hasBase = scene.base != nil
    self.settings = settings
    guard let base = scene.base, let pages = scene.pages else { return }
    var options = RenderOptions()
    options.all = true
    options.chrome = true
    for device in settings.devices {
      let environment = settings.environment(on: device)
      let old = base.page(in: environment).rendered
      let new = pages.page(in: environment).rendered
      let diff = PageDiff(
        from: FlatPage(old, options: options), to: FlatPage(new, options: options))
      results.append(
        Result(
          device: device, words: DiffText(color: false).text(of: diff),
          changed: Self.changed(from: Wireframe(old), to: Wireframe(new))))
    }
  }

  func changed(on device: Device) -> Set<String> {
    Set(results.first { $0.device == device }?.changed ?? [])
  }

  func write(to html: inout ByteWriter) {
    html.write(markup: "<h2 id=\"changes-title\">Changes</h2>")
    guard hasBase else {
      return html.write(
        markup: "<p>Save the state, and what changes from then on is listed here.</p>")
    }
    for result in results {
      html.write(markup: "<h3>\(result.device.name)</h3><pre>\(result.words)</pre>")
      guard !result.changed.isEmpty else { continue }
      html.write(markup: "<details><summary>Go to a change</summary><ul>")
      for path in result.changed.prefix(Self.limit) {
        let query = settings.selecting(path, on: result.device.name).query
        html.write(
          markup: """
            <li><a data-goto data-node="\(path)" data-on="\(result.device.name)" \
            href="/?\(query)">\(path)</a></li>
            """)
      }
      html.write(markup: "</ul></details>")
    }
  }

  // MARK: Marks

  /// The compared properties. The frame is relative, so that pushed nodes are not marked.
  private struct Look: Hashable {
    var frame: Rect
    var text: String
    var style: String
    var action: String
  }

  private static func looks(of wireframe: Wireframe) -> [(path: String, look: Look)] {
    wireframe.sections.flatMap { section in
      let frame = section.frame
      let size = Rect(x: 0, y: 0, width: rounded(frame.width), height: rounded(frame.height))
      let own = Look(frame: size, text: section.title, style: section.style, action: "")
      return [(section.path, own)]
        + wireframe.boxes[section.boxes].map { box in
          let parent = box.parent < 0 ? frame : wireframe.boxes[box.parent].frame
          let local = Rect(
            x: rounded(box.frame.x - parent.x), y: rounded(box.frame.y - parent.y),
            width: rounded(box.frame.width), height: rounded(box.frame.height))
          let text = box.text?.string ?? box.label
          return (box.path, Look(frame: local, text: text, style: box.style, action: box.action))
        }
    }
  }

  /// Rounds, because thirds of points do not add up exactly.
  private static func rounded(_ value: Double) -> Double { (value * 1_024).rounded() / 1_024 }

  /// Returns the paths of the nodes that differ. Complexity: linear in the nodes of both.
  static func changed(from base: Wireframe, to present: Wireframe) -> [String] {
    let before = Dictionary(looks(of: base).map { ($0.path, $0.look) }) { first, _ in first }
    return looks(of: present).compactMap { path, look in before[path] == look ? nil : path }
  }
}
