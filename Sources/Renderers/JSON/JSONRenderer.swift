import Support
import LayoutCore
import Page

/// Writes JSON v1, which `LayoutSchema` describes. Frames equal those of the dump. Off-screen items
/// are written, too, with their visibility. `--depth` omits children and writes their number.
package struct JSONRenderer: Renderer {
  package static let name = "json"

  let options: RenderOptions
  let layout: JSONWriter.Layout

  package init(options: RenderOptions) { self.init(options: options, layout: .pretty) }

  package init(options: RenderOptions, layout: JSONWriter.Layout) {
    self.options = options
    self.layout = layout
  }

  package func render(_ page: Page, to out: inout ByteWriter) {
    render(page, to: &out, kept: { _ in nil })
  }

  /// Renders a page, and reuses JSON text of sections from earlier calls.
  /// - Parameter kept: Returns the stored text of the section at an index. The renderer reuses the
  ///   text, or fills it if it is empty. Not called with `--accessibility`. All uses of a stored
  ///   text must have the same renderer options and environment.
  package func render(
    _ page: Page, to out: inout ByteWriter, kept: (Int) -> KeptText?
  ) {
    let reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
    let bars: [(StaticString, PagePart)] = [("bottom", .bottom), ("top", .top)]
      .filter { page.section($1) != nil }
    let sections = page.sections.indices.filter {
      options.section == nil || options.section == page.sections[$0].blockCode
    }
    out.writeObject(layout) { json in
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
      json.objects("sections", sections) { json, index in
        json.write(
          .section(index), of: page, options: options, reading: reading,
          kept: reading == nil ? kept(index) : nil)
      }
      json.writeViewport(of: page, options: options)
    }
  }
}

/// The JSON Schema (draft 2020-12) of JSON v1, as `sectionengine schema layout` prints it.
///
/// The schema rejects unknown, misspelt and missing keys, and values of the wrong type. A new
/// optional key does not change the version; any other change requires a new version.
package enum LayoutSchema {
  package static let version = 1
  /// The revision of the optional members. A page states the revision if it has members of it.
  package static let revision = 3
  /// The value of `$schema` in a document and of `$id` in the schema; not a URL.
  package static let identifier = "sectionengine:layout-v1"

  package static var bytes: [UInt8] { PackageResources.layout_schema_json }
}
