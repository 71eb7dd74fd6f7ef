internal import LayoutCore
internal import Renderers

/// A device with the page on its screen: the page scrolls, bars and floating sections stay in
/// place.
struct DeviceFrame {
  let device: PreviewDevice
  /// The index of this frame in the document.
  let number: Int
  let page: RenderedPage
  let settings: PreviewSettings
  let changed: Set<String>

  func write(to html: inout Markup) {
    let tree = page.tree
    var options = RenderOptions()
    options.chrome = true
    let wireframe = Wireframe(page, options: options)
    var picture = PagePicture(wireframe, id: "f\(number)")
    picture.changed = changed
    picture.pins = Pin.pins(of: tree)
    if settings.device == device { picture.selected = settings.node }
    let top = tree.chrome.top?.frame.height ?? 0
    let bottom = tree.chrome.bottom?.frame.height ?? 0
    let count = tree.sections.count

    html.markup("<section class=\"device\"")
    html.attribute("aria-labelledby", "name-\(device.name)")
    html.attribute("data-device", device.name)
    html.markup("><h2")
    html.attribute("id", "name-\(device.name)")
    html.markup(">")
    html.text(device.name)
    html.markup("</h2><p class=\"facts\">")
    html.text(
      "\(points(device.width)) × \(points(device.height)) pt @\(device.scale)x · "
        + "\(count) section\(count == 1 ? "" : "s") · \(points(wireframe.size.height)) pt high")
    html.markup("</p><p class=\"links\">")
    let query = settings.selecting("").query(on: device)
    for format in RendererRegistry.bundled.names {
      html.link("/page/\(format)?\(query)", format)
      html.markup(" ")
    }
    html.markup("</p><div")
    html.attribute("class", "screen screen-\(device.name) \(settings.appearance.rawValue)")
    html.markup("><div class=\"scroller\" tabindex=\"0\" role=\"group\"")
    html.attribute("aria-label", "Screen of \(device.name), scrolls")
    html.attribute("data-scale", "\(device.scale)")
    html.attribute("data-height", "\(device.height)")
    html.attribute("data-top", "\(top)")
    html.attribute("data-bottom", "\(bottom)")
    html.markup(">")

    let staying = wireframe.drawingOrder.filter { wireframe.sections[$0].stays }
    if !staying.isEmpty {
      html.markup("<div class=\"overlay\">")
      begin(
        "stays", height: device.height, from: 0,
        label: "Bars and floating sections on \(device.name)",
        to: &html)
      for index in staying {
        html.markup("<g role=\"none\"")
        html.attribute(
          "transform", "translate(0 \(points(shift(of: wireframe.sections[index], top: top))))")
        html.markup(">")
        picture.write(index, to: &html)
        html.markup("</g>")
      }
      html.markup("</svg></div>")
    }
    begin(
      "page", height: top + wireframe.size.height + bottom, from: -top,
      label: "Page on \(device.name)", to: &html)
    picture.writeDefinitions(to: &html)
    for index in wireframe.drawingOrder where !wireframe.sections[index].stays {
      picture.write(index, to: &html)
    }
    if settings.showsMeasures { picture.writeMeasures(to: &html) }
    html.markup("</svg></div></div></section>")
  }

  private func begin(
    _ name: String, height: Double, from y: Double, label: String, to html: inout Markup
  ) {
    html.markup("<svg role=\"tree\"")
    html.attribute("class", "drawing \(name)")
    html.attribute("aria-label", label)
    html.attribute("width", device.width)
    html.attribute("height", height)
    html.attribute("viewBox", "0 \(points(y)) \(points(device.width)) \(points(height))")
    html.attribute("direction", settings.direction.rawValue)
    html.markup(">")
  }

  /// Returns the vertical distance from a section's place in the wireframe to its place on the
  /// screen.
  private func shift(of section: Wireframe.Section, top: Double) -> Double {
    switch section.keyword {
    case .top: -section.frame.y
    case .bottom: device.height - section.frame.maxY
    // Before scrolling, the screen begins above the page, by the height of the navigation bar.
    case .section: top
    }
  }
}

extension Wireframe.Section {
  /// Whether the section stays in place while the page scrolls.
  fileprivate var stays: Bool {
    keyword != .section || placement == .floatTop || placement == .floatBottom
  }
}

extension PreviewSettings {
  /// Returns the query that draws a single device.
  func query(on device: PreviewDevice) -> String {
    var settings = self
    settings.devices = [device]
    return settings.query
  }
}
