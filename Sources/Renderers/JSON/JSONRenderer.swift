import Support
import LayoutCore
import Page

/// Writes JSON v1, which `LayoutSchema` describes. Frames equal those of the dump. Off-screen items
/// are written, too, with their visibility. `--depth` omits children and writes their number.
package struct JSONRenderer: StreamingRenderer {
  package static let name = "json"

  let options: RenderOptions
  let layout: JSONWriter.Layout

  package init(options: RenderOptions) { self.init(options: options, layout: .pretty) }

  package init(options: RenderOptions, layout: JSONWriter.Layout) {
    self.options = options
    self.layout = layout
  }

  package func render(_ page: Page, to out: inout ByteWriter) { write(page, to: &out) }

  /// Renders a page, and reuses JSON text of sections from earlier calls.
  /// - Parameter kept: Returns the stored text of the section at an index. The renderer reuses the
  ///   text, or fills it if it is empty. Not called with `--accessibility`. All uses of a stored
  ///   text must have the same renderer options and environment.
  package func render(
    _ page: Page, to out: inout ByteWriter, kept: (Int) -> KeptText?
  ) {
    let writer = JSONPageWriter(page, options, layout)
    let parts = page.sections(shownBy: options)
    writer.writeHead(of: page, to: &out)
    writer.write(parts[...], of: page, isFirst: true, to: &out, kept: kept)
    writer.writeEnd(of: page, isEmpty: parts.isEmpty, to: &out)
  }

  package func writer(of page: Page) -> any SectionWriter { JSONPageWriter(page, options, layout) }
}

/// Writes the JSON of one page.
private struct JSONPageWriter: SectionWriter {
  let options: RenderOptions
  private let layout: JSONWriter.Layout
  private let reading: AccessibilityReading?

  init(_ page: Page, _ options: RenderOptions, _ layout: JSONWriter.Layout) {
    self.options = options
    self.layout = layout
    reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
  }

  func writeHead(of page: Page, to out: inout ByteWriter) {
    let bars: [(StaticString, PagePart)] = [("bottom", .bottom), ("top", .top)]
      .filter { page.section($1) != nil }
    var containers = JSONWriter.Containers()
    out.write(in: &containers, layout) { json in
      json.beginObject()
      json.write("$schema", LayoutSchema.identifier)
      if options.chrome, !bars.isEmpty {
        json.object("chrome") { json in
          for (key, bar) in bars {
            json.object(key) { $0.write(bar, of: page, options: options, reading: reading) }
          }
        }
      }
      json.array("diagnostics", page.diagnostics) { $0.write($1) }
      json.writeHead(of: page, options: options)
      json.key("sections")
      json.beginArray()
    }
  }

  mutating func begin(_ group: Page, _ parts: [PagePart]) -> Bool { true }

  func write(
    _ parts: ArraySlice<PagePart>, of group: Page, isFirst: Bool, to out: inout ByteWriter
  ) {
    write(parts, of: group, isFirst: isFirst, to: &out, kept: { _ in nil })
  }

  func write(
    _ parts: ArraySlice<PagePart>, of group: Page, isFirst: Bool, to out: inout ByteWriter,
    kept: (Int) -> KeptText?
  ) {
    var containers = JSONWriter.Containers(arrayOf: "sections", isEmpty: isFirst)
    out.write(in: &containers, layout) { json in
      for part in parts {
        guard case .section(let index) = part else { continue }
        json.element()
        json.beginObject()
        json.write(
          part, of: group, options: options, reading: reading,
          kept: reading == nil ? kept(index) : nil)
        json.endObject()
      }
    }
  }

  func writeEnd(of page: Page, isEmpty: Bool, to out: inout ByteWriter) {
    var containers = JSONWriter.Containers(arrayOf: "sections", isEmpty: isEmpty)
    out.write(in: &containers, layout) { json in
      json.endArray()
      json.writeViewport(of: page, options: options)
      json.endObject()
    }
    out.write("\n")
  }
}

/// The JSON Schema (draft 2020-12) of JSON v1, as `sectionengine schema layout` prints it.
///
/// The schema rejects unknown, misspelt and missing keys, and values of the wrong type. A new
/// optional key does not change the version; any other change requires a new version.
package enum LayoutSchema {
  package static let version = 1
  /// The revision of the optional members. A page states the revision if it has members of it.
  package static let revision = 4
  /// The value of `$schema` in a document and of `$id` in the schema; not a URL.
  package static let identifier = "sectionengine:layout-v1"

  package static var bytes: [UInt8] { PackageResources.layout_schema_json }
}
