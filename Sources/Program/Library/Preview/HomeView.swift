internal import Support
internal import LayoutCore
internal import Renderers

/// The page `/`. Elements that the script replaces after a change have the attribute `data-live`.
struct HomeView {
  let scene: PreviewScene
  let settings: PreviewSettings
  let devices: [PreviewDevice]

  var bytes: [UInt8] {
    let comparison = PreviewComparison(scene, settings)
    var html = Document(title: scene.name, isLive: true).begin()
    writeControls(to: &html)
    writeStatus(to: &html)
    html.write(
      markup: """
        <div class="columns"><main id="main"><div class="frames" id="frames" data-live>
        """)
    var findings = settings.findings + scene.findings
    for (number, device) in settings.devices.enumerated() {
      guard let page = scene.page?(settings.environment(on: device)).page else { continue }
      findings += page.diagnostics
      DeviceFrame(
        device: device, number: number, page: page, settings: settings,
        changed: comparison.changed(on: device)
      ).write(to: &html)
    }
    if scene.page == nil { html.write(markup: "<p>Nothing could be drawn yet.</p>") }
    html.write(
      markup: """
        </div></main><aside aria-label="Details">
        <section aria-labelledby="node-title" id="node" data-live>
        """)
    NodeView(scene: scene, settings: settings).write(to: &html)
    html.write(
      markup: "</section><section aria-labelledby=\"changes-title\" id=\"changes\" data-live>")
    comparison.write(to: &html)
    html.write(
      markup: "</section><section aria-labelledby=\"findings-title\" id=\"findings\" data-live>")
    FindingsView(findings: findings, settings: settings).write(to: &html)
    html.write(markup: "</section></aside></div>")
    Document.end(&html)
    return html.bytes
  }

  /// Writes the latest change once; assistive technology reads it out.
  private func writeStatus(to html: inout ByteWriter) {
    var words: [String] = []
    if !scene.changed.isEmpty { words.append("changed: \(scene.changed.joined(separator: ", "))") }
    if scene.isStale {
      words.append(
        scene.page == nil
          ? "it could not be drawn" : "it could not be drawn: this is the last good picture")
    }
    if !settings.findings.isEmpty { words.append("the address was not understood in full") }
    let text = words.isEmpty ? "follows its files" : words.joined(separator: " · ")
    html.write(
      markup: """
        <p id="status" role="status" data-live data-version="\(scene.version)" \
        class="\(scene.isStale ? "stale" : "")">\(text)</p>
        """)
  }

  // MARK: Controls

  private func writeControls(to html: inout ByteWriter) {
    html.write(
      markup: """
        <form id="controls" action="/" method="get" aria-label="What is shown">\
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
        \(settings.showsMeasures ? " checked" : "")> Measures</label><button>Show</button></form>\
        <form id="base" data-live action="/base" method="post" aria-label="Comparison">\
        <input type="hidden" name="query" value="\(settings.query)">\
        <button name="keep" value="yes">Save state</button>\
        <button name="keep" value="no"\(scene.base == nil ? " disabled" : "")>Forget it</button></form>
        """)
  }

  private func choice<Value: RawRepresentable & CaseIterable & Equatable>(
    _ name: String, _ label: String, _ chosen: Value, to html: inout ByteWriter
  ) where Value.RawValue == String {
    html.write(markup: "<label>\(label) <select name=\"\(name)\">")
    for value in Value.allCases {
      html.write(
        markup: "<option\(value == chosen ? " selected" : "")>\(value.rawValue)</option>")
    }
    html.write(markup: "</select></label>")
  }
}
