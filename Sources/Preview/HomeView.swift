internal import Diagnostics
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
    html.markup(
      "<div class=\"columns\"><main id=\"main\"><div class=\"frames\" id=\"frames\" data-live>")
    var findings = settings.findings + scene.findings
    for (number, device) in settings.devices.enumerated() {
      guard let page = scene.page?(settings.environment(on: device)).page else { continue }
      findings += page.diagnostics
      DeviceFrame(
        device: device, number: number, page: page, settings: settings,
        changed: comparison.changed(on: device)
      ).write(to: &html)
    }
    if scene.page == nil { html.element("p", "Nothing could be drawn yet.") }
    html.markup(
      """
      </div></main><aside aria-label="Details">
      <section aria-labelledby="node-title" id="node" data-live>
      """)
    NodeView(scene: scene, settings: settings).write(to: &html)
    html.markup("</section><section aria-labelledby=\"changes-title\" id=\"changes\" data-live>")
    comparison.write(to: &html)
    html.markup("</section><section aria-labelledby=\"findings-title\" id=\"findings\" data-live>")
    FindingsView(findings: findings, settings: settings).write(to: &html)
    html.markup("</section></aside></div>")
    Document.end(&html)
    return html.bytes
  }

  /// Writes the latest change once; assistive technology reads it out.
  private func writeStatus(to html: inout Markup) {
    html.markup("<p id=\"status\" role=\"status\" data-live")
    html.attribute("data-version", "\(scene.version)")
    html.attribute("class", scene.isStale ? "stale" : "")
    html.markup(">")
    var words: [String] = []
    if !scene.changed.isEmpty { words.append("changed: \(scene.changed.joined(separator: ", "))") }
    if scene.isStale {
      words.append(
        scene.page == nil
          ? "it could not be drawn" : "it could not be drawn: this is the last good picture")
    }
    if !settings.findings.isEmpty { words.append("the address was not understood in full") }
    html.text(words.isEmpty ? "follows its files" : words.joined(separator: " · "))
    html.markup("</p>")
  }

  // MARK: Controls

  private func writeControls(to html: inout Markup) {
    html.markup("<form id=\"controls\" action=\"/\" method=\"get\" aria-label=\"What is shown\">")
    html.markup(
      "<details class=\"devices\"><summary>Devices</summary><fieldset><legend>Devices</legend>")
    for device in devices {
      html.markup("<label><input type=\"checkbox\" name=\"device\"")
      html.attribute("value", device.name)
      html.markup(settings.devices.contains(device) ? " checked> " : "> ")
      html.text("\(device.name) \(points(device.width)) × \(points(device.height))")
      html.markup("</label>")
    }
    html.markup("</fieldset></details>")
    choice("appearance", "Appearance", settings.appearance, to: &html)
    choice("direction", "Direction", settings.direction, to: &html)
    choice("text", "Text size", settings.textSize, to: &html)
    html.markup(
      "<label>Locale <input name=\"locale\" size=\"7\" autocomplete=\"off\" spellcheck=\"false\"")
    html.attribute("value", settings.locale)
    html.markup("></label><label><input type=\"checkbox\" name=\"measures\" value=\"on\"")
    html.markup(settings.showsMeasures ? " checked> Measures</label>" : "> Measures</label>")
    html.markup("<button>Show</button></form>")
    html.markup(
      "<form id=\"base\" data-live action=\"/base\" method=\"post\" aria-label=\"Comparison\">")
    html.markup("<input type=\"hidden\" name=\"query\"")
    html.attribute("value", settings.query)
    html.markup("><button name=\"keep\" value=\"yes\">Save state</button>")
    html.markup("<button name=\"keep\" value=\"no\"")
    html.markup(scene.base == nil ? " disabled" : "")
    html.markup(">Forget it</button></form>")
  }

  private func choice<Value: RawRepresentable & CaseIterable & Equatable>(
    _ name: StaticString, _ label: String, _ chosen: Value, to html: inout Markup
  ) where Value.RawValue == String {
    html.markup("<label>")
    html.text(label)
    html.markup(" <select")
    html.attribute("name", name.description)
    html.markup(">")
    for value in Value.allCases {
      html.markup(value == chosen ? "<option selected>" : "<option>")
      html.text(value.rawValue)
      html.markup("</option>")
    }
    html.markup("</select></label>")
  }
}
