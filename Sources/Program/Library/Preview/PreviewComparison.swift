internal import LayoutCore
internal import LayoutReview
internal import Renderers

/// The differences between the saved state and the current one, per device.
struct PreviewComparison {
  private struct Result {
    var device: PreviewDevice
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
    guard let base = scene.base, let page = scene.page else { return }
    var options = RenderOptions()
    options.all = true
    options.chrome = true
    for device in settings.devices {
      let environment = settings.environment(on: device)
      let old = base(environment).page
      let new = page(environment).page
      let diff = PageDiff(
        from: FlatPage(old, options: options), to: FlatPage(new, options: options))
      results.append(
        Result(
          device: device, words: DiffText(color: false).text(of: diff),
          changed: Self.changed(from: Wireframe(old), to: Wireframe(new))))
    }
  }

  /// Returns the paths of the nodes that changed.
  func changed(on device: PreviewDevice) -> Set<String> {
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

  /// The compared properties of a node. Its frame is relative to its parent, so that a node that
  /// was only pushed down is not marked.
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
