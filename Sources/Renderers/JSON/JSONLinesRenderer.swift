import Support
import Page
/// Writes JSON lines: a header, one line per section, and a summary. Each line is an object with
/// the member `type`.
///
/// ```
/// {"environment":{…},"feed":{…},"frames":{…},"generator":{…},"schemaVersion":1,"type":"header"}
/// {"blockCode":"STORIES",…,"type":"section"}
/// {"counts":{"error":0,"note":0,"warning":1},"diagnostics":[…],"type":"summary"}
/// ```
///
/// The values equal those of JSON v1. With `--chrome`, bars add lines of type `top` and `bottom`.
package struct JSONLinesRenderer: Renderer {
  package static let name = "json-lines"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) {
    let reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
    out.writeObject(.compact) { json in
      json.writeHead(of: page, options: options)
      json.write("type", "header")
      json.writeViewport(of: page, options: options)
    }
    for part in page.parts(shownBy: options) {
      out.writeObject(.compact) { json in
        json.write(part, of: page, options: options, reading: reading)
        json.write("type", part.keyword.rawValue)
      }
    }
    out.writeObject(.compact) { json in
      json.object("counts") { json in
        json.write("error", page.diagnostics.count { $0.severity == .error })
        json.write("note", page.diagnostics.count { $0.severity == .note })
        json.write("warning", page.diagnostics.count { $0.severity == .warning })
      }
      json.array("diagnostics", page.diagnostics) { $0.write($1) }
      json.write("type", "summary")
    }
  }
}
