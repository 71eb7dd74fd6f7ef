internal import Support
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

  func write(to html: inout ByteWriter) {
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

    html.write(
      markup: """
        <section class="device" aria-labelledby="name-\(device.name)" data-device="\(device.name)">\
        <h2 id="name-\(device.name)">\(device.name)</h2><p class="facts">\
        \(device.width) × \(device.height) pt @\(device.scale)x · \
        \(counted(count, "section")) · \(wireframe.size.height) pt high</p><p class="links">
        """)
    let query = settings.selecting("").query(on: device)
    for format in RendererRegistry.names {
      html.write(markup: "<a href=\"/page/\(format)?\(query)\">\(format)</a> ")
    }
    // The script needs the numbers without rounding.
    html.write(
      markup: """
        </p><div class="screen screen-\(device.name) \(settings.appearance.rawValue)">\
        <div class="scroller" tabindex="0" role="group" \
        aria-label="Screen of \(device.name), scrolls" data-scale="\(device.scale)" \
        data-height="\(device.height.description)" data-top="\(top.description)" data-bottom="\(bottom.description)">
        """)

    let staying = wireframe.drawingOrder.filter { wireframe.sections[$0].stays }
    if !staying.isEmpty {
      html.write(markup: "<div class=\"overlay\">")
      begin(
        "stays", height: device.height, from: 0,
        label: "Bars and floating sections on \(device.name)",
        to: &html)
      for index in staying {
        let shift = shift(of: wireframe.sections[index], top: top)
        html.write(markup: "<g role=\"none\" transform=\"translate(0 \(shift))\">")
        picture.write(index, to: &html)
        html.write(markup: "</g>")
      }
      html.write(markup: "</svg></div>")
    }
    begin(
      "page", height: top + wireframe.size.height + bottom, from: -top,
      label: "Page on \(device.name)", to: &html)
    picture.writeDefinitions(to: &html)
    for index in wireframe.drawingOrder where !wireframe.sections[index].stays {
      picture.write(index, to: &html)
    }
    if settings.showsMeasures { picture.writeMeasures(to: &html) }
    html.write(markup: "</svg></div></div></section>")
  }

  private func begin(
    _ name: String, height: Double, from y: Double, label: String, to html: inout ByteWriter
  ) {
    html.write(
      markup: """
        <svg role="tree" class="drawing \(name)" aria-label="\(label)" width="\(device.width)" \
        height="\(height)" viewBox="0 \(y) \(device.width) \(height)" \
        direction="\(settings.direction.rawValue)">
        """)
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
