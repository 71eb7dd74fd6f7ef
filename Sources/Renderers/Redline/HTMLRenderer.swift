import LayoutCore
import Page
import Support

/// Writes redlines as one HTML page: a single picture, or one per device with a device switch.
///
/// The pictures equal those of the format `svg`. CSS alone switches devices, layers and appearance.
/// A script in the page adds a search, and details of the node under the pointer or with the focus.
/// The content security policy of the page forbids loading anything.
package struct HTMLRenderer: Renderer {
  package static let name = "html"

  private var options: RenderOptions

  /// Creates a renderer. The style is `app` unless the options set another one.
  package init(options: RenderOptions = RenderOptions()) {
    self.options = options
    self.options.style = options.style ?? .app
  }

  package func render(_ page: Page, to out: inout ByteWriter) {
    out.write(bytes(of: [("", page)]))
  }

  /// - Parameters:
  ///   - pages: The pages with their names. The first page is initially visible.
  ///   - index: The address of the overview page to link to; `nil` for no link.
  ///   - findings: For each page, the findings about its nodes.
  package func bytes(
    of pages: [(name: String, page: Page)], index: String? = nil,
    findings: [[Diagnostic]] = []
  ) -> [UInt8] {
    let pictures = zip(1..., pages).map { number, entry in
      let wireframe = Wireframe(entry.page, options: options)
      let size = "\(points(wireframe.size.width)) pt @\(scaleText(wireframe.environment.scale))x"
      return (
        label: entry.name.isEmpty ? size : "\(entry.name) · \(size)",
        drawing: RedlineDrawing(
          wireframe, measurer: entry.page.measurer, prefix: "p\(number)")
      )
    }
    guard let first = pictures.first?.drawing.wireframe else { return [] }
    var out = ByteWriter()
    out.beginDocument(title: "\(first.title) · redline", sheet: PackageResources.redline_css)
    // Makes the picture of the selected device visible.
    for index in 1...pictures.count {
      out.write("body:has(#d\(index):checked) #picture\(index) { display: block; }\n")
    }
    out.write(
      markup: """
        </style>
        </head>
        <body>
        <header>
        <h1>\(first.title)</h1>
        \(index.map { "<a href=\"\($0)\">Report</a>\n" as XML })\
        \(controls(of: first, devices: pictures.map(\.label)))\
        </header>
        <main>
        <div class="pictures">

        """)
    for (index, picture) in pictures.enumerated() {
      out.write(
        markup: """
          <div class="picture" id="picture\(index + 1)" role="region" \
          aria-label="\(picture.label)">
          """)
      picture.drawing.write(
        hasStyle: false, findings: findings.indices.contains(index) ? findings[index] : [],
        to: &out)
      out.write("</div>\n")
    }
    out.write("</div>\n<aside aria-label=\"Details\" aria-live=\"polite\" hidden>")
    out.write("<h2>Details</h2><button id=\"copy\">Copy path</button><dl></dl></aside>\n")
    out.write("</main>\n<script>\n")
    out.write(PackageResources.redline_js)
    out.write("</script>\n</body>\n</html>\n")
    return out.bytes
  }

  /// The ids of the layers that can be hidden, as the style sheet uses them.
  private static let layers = ["texts", "images", "measures", "gaps", "legend", "findings"]

  private func controls(of page: Wireframe, devices: [String]) -> XML {
    let devices = devices.enumerated().map { index, label in
      XML.input("radio", name: "device", id: "d\(index + 1)", isOn: index == 0, label)
    }
    let layers = Self.layers.map { XML.input("checkbox", name: $0, id: $0, isOn: true, $0) }
    return """
      <fieldset><legend>Device</legend>\(devices)</fieldset>
      \(XML.appearances(page.appearanceControl))<fieldset><legend>Layers</legend>\(layers)</fieldset>
      <span hidden><label for="find">Find</label>\
      <input type="search" id="find" placeholder="node or text" autocomplete="off"> \
      <button id="previous" aria-label="Previous hit">‹</button> \
      <button id="next" aria-label="Next hit">›</button> <output for="find"></output></span>
      <span hidden><button id="smaller" aria-label="Smaller">−</button> \
      <button id="larger" aria-label="Larger">+</button> <button id="fit">Fit</button> \
      <output id="zoom" aria-label="Zoom">100 %</output></span>

      """
  }
}

extension ByteWriter {
  /// Writes the start of an HTML document that loads nothing. It includes the redline style sheet.
  package mutating func beginDocument(title: String, sheet: [UInt8]) {
    write(
      markup: """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
        <meta name="viewport" content="width=device-width">
        <title>\(title)</title>
        <style>

        """)
    write(RedlineStyle.documentSheet)
    write(PackageResources.page_css)
    write(sheet)
  }
}

extension XML {
  /// Returns controls for the appearance. `RedlineStyle.documentSheet` refers to their ids.
  package static func appearances(_ appearance: String = "system") -> XML {
    let inputs = ["system", "light", "dark"].map {
      input("radio", name: "appearance", id: $0, isOn: $0 == appearance, $0)
    }
    return "<fieldset><legend>Appearance</legend>\(inputs)</fieldset>\n"
  }

  package static func input(
    _ type: String, name: String, id: String, isOn: Bool, _ label: String
  ) -> XML {
    """
    <input type="\(type)" name="\(name)" id="\(id)"\(isOn ? " checked" : "")>\
    <label for="\(id)">\(label)</label>
    """
  }
}
