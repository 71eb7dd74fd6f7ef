import LayoutCore
import Page
import Support

/// Writes redlines as one HTML page: a single picture, or one per device with a device switch.
///
/// The pictures equal those of the format `svg`, except that sections show only their names if all
/// pages together have too many nodes. CSS alone switches devices, layers and appearance. A script
/// in the page adds a search, and details of the node under the pointer or with the focus. The
/// content security policy of the page forbids loading anything.
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
    findings: [[RedlineFinding]] = []
  ) -> [UInt8] {
    let pictures = zip(1..., pages).map { number, entry in
      Picture(
        number: number, name: entry.name, page: entry.page, options: options,
        most: Wireframe.mostNodes / pages.count,
        findings: findings.indices.contains(number - 1) ? findings[number - 1] : [])
    }
    guard let first = pictures.first?.drawing.wireframe else { return [] }
    var out = ByteWriter()
    out.beginDocument(title: "\(first.title) · redline", sheet: PackageResources.redline_css)
    // Makes the picture and the findings of the selected device visible.
    for index in 1...pictures.count {
      out.write(
        "body:has(#d\(index):checked) :is(#picture\(index), #list\(index)) { display: block; }\n")
    }
    let hasFindings = pictures.contains { $0.count > 0 }
    out.beginBody(heading: first.title)
    out.write(
      markup: """
        \(index.map { "<a href=\"\($0)\">Report</a>\n" as XML })\
        \(controls(of: first, devices: pictures.map(\.label), hasFindings: hasFindings))\
        </header>
        <main>
        <div class="pictures">

        """)
    for picture in pictures { picture.write(to: &out) }
    out.write("</div>\n<div class=\"side\">\n")
    if hasFindings {
      out.write("<details class=\"list\" open><summary>Findings</summary>\n")
      for picture in pictures { picture.writeList(to: &out) }
      out.write("</details>\n")
    }
    out.write("<aside aria-label=\"Details\" aria-live=\"polite\" hidden>")
    out.write("<h2>Details</h2><button id=\"copy\">Copy path</button><dl></dl></aside>\n")
    out.write("</div>\n</main>\n")
    out.endDocument(script: PackageResources.redline_js)
    return out.bytes
  }

  /// The redline of a page on one device.
  private struct Picture {
    let number: Int
    let label: String
    let drawing: RedlineDrawing
    let count: Int
    private let findings: RedlineFindings
    /// The colours of the page by token, as JSON.
    private let colors: String
    /// The number of sections that show only their names, and the number of all nodes.
    private let named, nodes: Int

    init(
      number: Int, name: String, page: Page, options: RenderOptions, most: Int,
      findings: [RedlineFinding]
    ) {
      var nodes = 0
      let fits = page.sections.map { section in
        nodes += section.arena.count + 1
        return nodes <= most
      }
      let wireframe = Wireframe(page, options: options) { fits.indices.contains($0) && !fits[$0] }
      let size = "\(points(wireframe.size.width)) pt @\(scaleText(wireframe.environment.scale))x"
      self.number = number
      self.nodes = nodes
      label = name.isEmpty ? size : "\(name) · \(size)"
      drawing = RedlineDrawing(wireframe, measurer: page.measurer, prefix: "p\(number)")
      count = findings.count
      self.findings = RedlineFindings(findings, on: drawing)
      named = wireframe.sections.count(where: \.isNamed)
      var json = ByteWriter()
      for (token, color) in page.tokens.sorted(by: { $0.key < $1.key }) {
        json.write(json.bytes.isEmpty ? "{" : ",")
        json.write(jsonString: token)
        json.write(":")
        json.write(jsonString: color)
      }
      json.write(json.bytes.isEmpty ? "{}" : "}")
      colors = json.string
    }

    func write(to out: inout ByteWriter) {
      out.write(
        markup: """
          <div class="picture" id="picture\(number)" role="region" aria-label="\(label)" \
          data-colors="\(colors)">
          """)
      if named > 0 {
        out.write(
          markup: """
            <p class="remark">The page has \(nodes) nodes: \(counted(named, "section")) \
            \(named == 1 ? "shows only its name" : "show only their names"). \
            <code>--section CODE</code> draws one.</p>

            """)
      }
      drawing.write(hasStyle: false, marks: findings.writeMarks, to: &out)
      out.write("</div>\n")
    }

    func writeList(to out: inout ByteWriter) {
      let words = count == 0 ? "none on this device" : counted(count, "finding")
      out.write(markup: "<div class=\"findings-of\" id=\"list\(number)\"><p>\(words)</p><ol>\n")
      findings.writeList(to: &out)
      out.write("</ol></div>\n")
    }
  }

  /// The ids of the layers that can be hidden, as the style sheet uses them.
  private static let layers = ["texts", "images", "measures", "gaps", "legend", "findings"]

  private func controls(of page: Wireframe, devices: [String], hasFindings: Bool) -> XML {
    let devices = devices.enumerated().map { index, label in
      XML.input("radio", name: "device", id: "d\(index + 1)", isOn: index == 0, label)
    }
    let layers = Self.layers.filter { $0 != "findings" || hasFindings }.map {
      XML.input("checkbox", name: $0, id: $0, isOn: true, $0)
    }
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

  /// Writes the end of the style sheets, and the start of the body with its heading.
  package mutating func beginBody(heading: String) {
    write(markup: "</style>\n</head>\n<body>\n<header>\n<h1>\(heading)</h1>\n")
  }

  /// Writes the scripts and the end of an HTML document with pictures.
  package mutating func endDocument(script: [UInt8]) {
    write("<script>\n")
    write(PackageResources.print_js)
    write(script)
    write("</script>\n</body>\n</html>\n")
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
    <label><input type="\(type)" name="\(name)" id="\(id)"\(isOn ? " checked" : "")>\(label)</label>
    """
  }
}
