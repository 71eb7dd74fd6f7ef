import LayoutCore
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
package struct JSONLinesRenderer: StreamingRenderer {
  package static let name = "json-lines"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) { write(page, to: &out) }

  package func writer(of page: Page) -> any SectionWriter { JSONLinesWriter(page, options) }
}

/// Writes the JSON lines of one page.
private struct JSONLinesWriter: SectionWriter {
  let options: RenderOptions
  private let reading: AccessibilityReading?

  init(_ page: Page, _ options: RenderOptions) {
    self.options = options
    reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
  }

  func writeHead(of page: Page, to out: inout ByteWriter) {
    out.writeObject(.compact) { json in
      json.writeHead(of: page, options: options)
      json.write("type", "header")
      json.writeViewport(of: page, options: options)
    }
    if options.chrome { write(.top, of: page, to: &out) }
  }

  mutating func begin(_ group: Page, _ parts: [PagePart]) -> Bool { true }

  func write(
    _ parts: ArraySlice<PagePart>, of group: Page, isFirst: Bool, to out: inout ByteWriter
  ) {
    for part in parts { write(part, of: group, to: &out) }
  }

  func writeEnd(of page: Page, isEmpty: Bool, to out: inout ByteWriter) {
    if options.chrome { write(.bottom, of: page, to: &out) }
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

  private func write(_ part: PagePart, of page: Page, to out: inout ByteWriter) {
    guard page.section(part) != nil else { return }
    out.writeObject(.compact) { json in
      json.write(part, of: page, options: options, reading: reading)
      json.write("type", part.keyword.rawValue)
    }
  }
}
