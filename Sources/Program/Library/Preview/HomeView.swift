internal import SectionEngine
internal import LayoutReview

/// The page `/`. After a change, the script replaces the elements that have `data-live`.
struct HomeView {
  let scene: PreviewScene
  let settings: PreviewSettings
  let devices: [Device]
  /// The names of all served feeds.
  let feeds: [String]

  func write(to html: inout ByteWriter) {
    let comparison = PreviewComparison(scene, settings)
    writeControls(to: &html)
    writeStatus(to: &html)
    html.write(markup: #"<div class="columns"><main id="main">"#)
    html.write(markup: #"<div class="frames" id="frames" data-live>"#)
    var findings = settings.findings + scene.findings
    for device in settings.devices {
      guard let page = scene.pages?.page(in: settings.environment(on: device)).laidOut
      else { continue }
      findings += page.diagnostics
      DeviceFrame(
        device: device, page: page, settings: settings,
        pictures: scene.pictures?.pictures(of: [page]) ?? Pictures(),
        changed: comparison.changed(on: device)
      ).write(to: &html)
    }
    if scene.pages == nil { html.write(markup: "<p>Nothing could be drawn yet.</p>") }
    html.write(markup: "</div></main><aside aria-label=\"Details\">\n")
    live("node", to: &html) { NodeView(scene: scene, settings: settings).write(to: &$0) }
    live("changes", to: &html) { comparison.write(to: &$0) }
    live("findings", to: &html) {
      FindingsView(findings: findings, settings: settings).write(to: &$0)
      $0.write(markup: "<p><a href=\"/findings?\(settings.query)\">Findings of check</a></p>")
    }
    html.write(markup: "</aside></div>")
  }

  private func live(
    _ name: String, to html: inout ByteWriter, _ body: (inout ByteWriter) -> Void
  ) {
    html.write(markup: "<section aria-labelledby=\"\(name)-title\" id=\"\(name)\" data-live>")
    body(&html)
    html.write(markup: "</section>")
  }

  /// Writes the latest change in a status element, which assistive technology reads out.
  private func writeStatus(to html: inout ByteWriter) {
    let rest = scene.pages == nil ? "" : ": this is the last good picture"
    let words = [
      scene.changed.isEmpty ? nil : "changed: \(scene.changed.joined(separator: ", "))",
      scene.isStale ? "it could not be drawn\(rest)" : nil,
      settings.findings.isEmpty ? nil : "the address was not understood in full",
    ].compactMap(\.self)
    let text = words.isEmpty ? "follows its files" : words.joined(separator: " · ")
    html.write(
      markup: """
        <p id="status" role="status" data-live data-version="\(scene.version)" \
        class="\(scene.isStale ? "stale" : "")">\(text)</p>
        """)
  }

  private func writeControls(to html: inout ByteWriter) {
    html.write(
      markup: """
        <form id="controls" action="/" method="get" aria-label="What is shown">
        """)
    if !settings.feed.isEmpty {
      choice("feed", "Feed", among: feeds, settings.feed, to: &html)
    }
    html.write(
      markup: """
        <details class="devices"><summary>Devices</summary><fieldset><legend>Devices</legend>
        """)
    for device in devices {
      html.write(
        markup: """
          <label><input type="checkbox" name="device" value="\(device.name)"\
          \(settings.devices.contains(device) ? " checked" : "")> \
          \(device.name) \(device.width) × \(device.height)</label>
          """)
    }
    html.write(markup: "</fieldset></details>")
    choice("appearance", "Appearance", settings.appearance, to: &html)
    choice("direction", "Direction", settings.direction, to: &html)
    choice("text", "Text size", settings.textSize, to: &html)
    html.write(
      markup: """
        <label>Locale <input name="locale" size="7" autocomplete="off" spellcheck="false" \
        value="\(settings.locale)"></label>\
        <label><input type="checkbox" name="measures" value="on"\
        \(settings.showsMeasures ? " checked" : "")> Measures</label>\
        <label hidden><input type="checkbox" id="fit" checked> Fit</label><button>Show</button></form>\
        <form id="base" data-live action="/base" method="post" aria-label="Comparison">\
        <input type="hidden" name="query" value="\(settings.query)">\
        <button name="keep" value="yes">Save state</button>\
        <button name="keep" value="no"\(scene.base == nil ? " disabled" : "")>Forget it</button></form>
        """)
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ label: String, _ chosen: Value, to html: inout ByteWriter
  ) {
    let words = Value.allCases.map(\.rawValue)
    choice(name, label, among: words, chosen.rawValue, to: &html)
  }

  private func choice(
    _ name: String, _ label: String, among words: [String], _ chosen: String,
    to html: inout ByteWriter
  ) {
    html.write(markup: "<label>\(label) <select name=\"\(name)\">")
    for word in words {
      html.write(markup: "<option\(word == chosen ? " selected" : "")>\(word)</option>")
    }
    html.write(markup: "</select></label>")
  }
}

/// The page `/findings` with the findings of `check`. The script copies its list into the page `/`.
struct CheckView {
  let scene: PreviewScene
  let settings: PreviewSettings

  func write(to html: inout ByteWriter) {
    var findings = settings.findings + scene.findings
    for device in settings.devices {
      guard let page = scene.pages?.page(in: settings.environment(on: device)) else { continue }
      let pages = CheckPages(page, bothAppearances: true)
      findings += page.diagnostics + CheckConfiguration().report(of: pages).folded
    }
    html.write(markup: "<main class=\"text\">")
    html.write(markup: "<section aria-labelledby=\"findings-title\" id=\"findings\" data-live>")
    FindingsView(findings: findings, settings: settings).write(to: &html)
    html.write(markup: "</section></main>")
  }
}

/// A list of diagnostics. Each has links to its node and to the explanation of its code.
struct FindingsView {
  let findings: [Diagnostic]
  let settings: PreviewSettings

  /// The maximum number of listed diagnostics per code. The others are only counted.
  static let limit = 50

  func write(to html: inout ByteWriter) {
    html.write(markup: "<h2 id=\"findings-title\">Findings</h2>")
    // Most findings are the same on all devices and are listed once.
    let each = findings.uniqued
    guard !each.isEmpty else { return html.write(markup: "<p>None.</p>") }
    var counts: [DiagnosticCode: Int] = [:]
    let listed = each.filter { finding in
      counts[finding.code, default: 0] += 1
      return counts[finding.code, default: 0] <= Self.limit
    }
    html.write(markup: "<ul>")
    for finding in listed { write(finding, to: &html) }
    html.write(markup: "</ul>")
    let rest = each.count - listed.count
    if rest > 0 { html.write(markup: "<p>… and \(rest) more</p>") }
  }

  private func write(_ finding: Diagnostic, to html: inout ByteWriter) {
    let (severity, code) = (finding.severity.rawValue, finding.code.rawValue)
    html.write(
      markup: """
        <li class="\(severity)">\(severity) <a href="/explain/\(code)">\(code)</a> \(finding.message)
        """)
    if let node = finding.node ?? finding.blockCode {
      let query = settings.selecting(node).query
      html.write(
        markup: " <a data-goto data-node=\"\(node)\" href=\"/?\(query)\">\(node)</a>")
    }
    var out = ByteWriter()
    DiagnosticPrinter(color: false).write([finding], to: &out)
    html.write(
      markup: "<details><summary>in full</summary><pre>\(out.string)</pre></details></li>")
  }
}
