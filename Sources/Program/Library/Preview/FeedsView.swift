internal import SectionEngine

/// The page `/` for several feeds. It shows each feed's first screen, page size and findings.
struct FeedsView {
  let feeds: [ServedFeed]
  let version: Int

  func write(to html: inout ByteWriter) {
    let scenes = feeds.map(\.scene)
    let changed = scenes.max { $0.version < $1.version }?.changed ?? []
    html.write(
      markup: """
        <p id="status" role="status" data-live data-version="\(version)">\
        \(changed.isEmpty ? "follows its files" : "changed: \(changed.joined(separator: ", "))")</p>\
        <main id="main" class="feeds"><ul id="feeds" data-live>
        """)
    for (index, scene) in scenes.enumerated() {
      html.write(
        markup: """
          <li class="\(scene.isStale ? "stale" : "")">\
          <a href="/?feed=\(PercentEncoding.encode(scene.name))">
          """)
      write(scene, on: feeds[index].screens, number: index, to: &html)
    }
    html.write(markup: "</ul></main>")
  }

  private func write(
    _ scene: PreviewScene, on screens: ServedDevices, number: Int, to html: inout ByteWriter
  ) {
    let settings = PreviewSettings("", scene: scene, screens: screens, feeds: [])
    var facts: [String] = []
    var findings = scene.findings
    if let device = settings.device, let pages = scene.pages {
      let page = pages.page(in: settings.environment(on: device)).laidOut
      findings += page.diagnostics
      let sections = page.sections
      facts = [
        counted(sections.count, "section"),
        "\(points(page.height)) pt high on \(device.name)",
      ]
      let seen = sections.firstIndex { $0.frame.y >= device.height } ?? sections.count
      let wireframe = Wireframe(page, drawn: 0..<seen)
      let drawing = RedlineDrawing(
        wireframe, measurer: page.measurer, prefix: "f\(number)", isLive: true)
      let picture = drawing.page(label: "First screen of \(scene.name)")
      html.write(markup: "<div class=\"drawing\">\(picture)</div>")
    }
    if scene.isStale {
      facts.append(scene.pages == nil ? "it could not be drawn" : "this is its last good picture")
    }
    for severity in [Diagnostic.Severity.error, .warning] {
      let count = findings.uniqued.count { $0.severity == severity }
      if count > 0 { facts.append(counted(count, severity.rawValue)) }
    }
    html.write(
      markup:
        "<h2>\(scene.name)</h2></a><p class=\"facts\">\(facts.joined(separator: " · "))</p></li>")
  }
}
