import LayoutCore

/// Writes JSON lines: a header, one line per section and a summary. Each is an object with a
/// `type`.
///
/// ```
/// {"environment":{…},"feed":{…},"frames":{…},"generator":{…},"schemaVersion":1,"type":"header"}
/// {"blockCode":"STORIES",…,"type":"section"}
/// {"counts":{"error":0,"note":0,"warning":1},"diagnostics":[…],"type":"summary"}
/// ```
///
/// The values equal those of JSON v1. With `--chrome`, bars are lines of type `top` and `bottom`.
package struct JSONLinesRenderer: Renderer {
  package static let name = "json-lines"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: RenderedPage, to out: inout ByteWriter) {
    let tree = page.tree
    let reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
    var json = JSONWriter(ByteWriter(), layout: .compact)
    swap(&out, &json.out)
    json.beginObject()
    json.writeEnvironment(of: tree)
    json.writeFeed(of: tree, options: options)
    json.writeFrameRules(options)
    json.writeGenerator(of: tree)
    json.write("schemaVersion", LayoutSchema.version)
    json.write("type", "header")
    json.writeViewport(of: tree)
    json.endObject()
    json.out.write("\n")

    if options.chrome, let top = tree.chrome.top {
      write(top, index: 0, type: "top", of: tree, reading?.elements(of: .top), to: &json)
    }
    for (index, section) in tree.sections.enumerated() {
      if let code = options.section, code != section.blockCode { continue }
      write(
        section, index: index, type: "section", of: tree,
        reading?.elements(of: .section(index)), to: &json)
    }
    if options.chrome, let bottom = tree.chrome.bottom {
      write(bottom, index: 0, type: "bottom", of: tree, reading?.elements(of: .bottom), to: &json)
    }

    let summary = DiagnosticSummary(page.diagnostics)
    json.beginObject()
    json.object("counts") { json in
      json.write("error", summary.count(.error))
      json.write("note", summary.count(.note))
      json.write("warning", summary.count(.warning))
    }
    json.array("diagnostics", page.diagnostics) { $0.write($1) }
    json.write("type", "summary")
    json.endObject()
    json.out.write("\n")
    swap(&out, &json.out)
  }

  private func write(
    _ section: PlacedSection, index: Int, type: String, of tree: LayoutTree,
    _ reading: [Int: AccessibleElement]?, to json: inout JSONWriter
  ) {
    json.write(
      section, index: index, type: type, of: tree, options: options, reading: reading)
    json.out.write("\n")
  }
}
