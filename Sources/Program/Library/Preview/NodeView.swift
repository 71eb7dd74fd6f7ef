internal import LayoutReview
internal import SectionEngine

/// The details of the selected node: its frame, text, style, plugin and origin.
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
    let laidOut = page.laidOut
    guard let place = laidOut.place(at: settings.node), let section = laidOut.section(place.part)
    else {
      return html.write(
        markup: """
          <h2 id="node-title">Node</h2><p>No node of this page is named \
          <code>\(settings.node)</code>.</p>
          """)
    }
    var facts = [("Device", device.name)]
    let wireframe = Wireframe(page.laidOut, options: RenderOptions(all: true, chrome: true))
    if let box = wireframe.boxes.first(where: { $0.path == settings.node }) {
      facts += Self.facts(of: box, in: wireframe)
    } else if let entry = wireframe.sections.first(where: { $0.path == settings.node }) {
      facts += [
        ("Frame", Self.words(entry.frame)), ("Title", entry.title), ("Style", entry.style),
        ("Rows", entry.rows), ("Fallback", entry.fallback),
      ]
    }
    facts.append(("Plugin", section.provider.identity))
    let explanation = NodeExplanation(of: place, on: page, showsChain: false)
    if let location = explanation?.origin.location {
      // The folder is omitted, so that the preview does not depend on the feed's location.
      let file = location.file.lastPart
      facts += [
        ("Feed", "\(file):\(location.line):\(location.column)"), ("Feed path", location.path),
      ]
    }
    html.write(markup: "<h2 id=\"node-title\">\(settings.node)</h2><dl>")
    for (name, value) in facts where !value.isEmpty {
      html.write(markup: "<dt>\(name)</dt><dd>\(value)</dd>")
    }
    html.write(markup: "</dl>")
    if let explanation {
      html.write(markup: "<h3>Why this size</h3><pre>\(explanation.text)</pre>")
    }
  }

  private static func facts(
    of box: Wireframe.Box, in wireframe: Wireframe
  ) -> [(name: String, value: String)] {
    let parent =
      box.parent >= 0 ? wireframe.boxes[box.parent].frame : wireframe.sections[box.section].frame
    var facts = [
      ("Frame", words(box.frame)),
      ("In its parent", words(box.frame.moved(by: -parent.x, -parent.y))),
      ("Kind", box.kind.word),
    ]
    if let text = box.text {
      let limit = text.lineLimit == 0 ? "" : " of at most \(text.lineLimit)"
      facts += [
        ("Text", text.string),
        ("Lines", "\(text.lines.count)\(limit)\(text.isTruncated ? ", truncated" : "")"),
        ("Font", "\(points(text.size)) pt, weight \(text.weight)"),
      ]
    }
    return facts + [
      ("Label", box.label), ("Style", box.style), ("Colour", box.color),
      ("Background", box.background), ("Action", box.action.isEmpty ? "none" : box.action),
    ]
  }

  private static func words(_ frame: Rect) -> String {
    "\(points(frame.x)), \(points(frame.y)) · \(points(frame.width)) × \(points(frame.height))"
  }
}

/// The differences between the saved pages and the current pages, per device.
struct PreviewComparison {
  private let settings: PreviewSettings
  /// The comparison on each device; `nil` if no pages are saved.
  private var results: [(device: Device, diff: PageDiff)]?

  /// The maximum number of links to changes per device. The text lists all changes.
  private static let limit = 100

  /// Compares the pages on all devices. Has the complexity of `PageDiff` per device.
  init(_ scene: PreviewScene, _ settings: PreviewSettings) {
    self.settings = settings
    guard let base = scene.base, let pages = scene.pages else { return }
    results = settings.devices.map { device in
      let environment = settings.environment(on: device)
      let (old, new) = (base.page(in: environment), pages.page(in: environment))
      let options = RenderOptions(all: true, chrome: true)
      return (
        device,
        PageDiff(
          from: old.laidOut.projected(options),
          to: new.laidOut.projected(options))
      )
    }
  }

  /// Returns the paths of changed or new nodes on a device.
  func changed(on device: Device) -> Set<String> {
    Set(results?.first { $0.device == device }?.diff.changedPaths ?? [])
  }

  func write(to html: inout ByteWriter) {
    html.write(markup: "<h2 id=\"changes-title\">Changes</h2>")
    guard let results else {
      return html.write(
        markup: "<p>Save the state, and what changes from then on is listed here.</p>")
    }
    for (device, diff) in results {
      let words = DiffText(color: false).text(of: diff)
      html.write(markup: "<h3>\(device.name)</h3><pre>\(words)</pre>")
      let changed = diff.changedPaths
      guard !changed.isEmpty else { continue }
      html.write(markup: "<details><summary>Go to a change</summary><ul>")
      for path in changed.prefix(Self.limit) {
        let query = settings.selecting(path, on: device.name).query
        html.write(
          markup: """
            <li><a data-goto data-node="\(path)" data-on="\(device.name)" \
            href="/?\(query)">\(path)</a></li>
            """)
      }
      html.write(markup: "</ul></details>")
    }
  }
}
