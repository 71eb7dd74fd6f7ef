import LayoutCore

/// Writes JSON v1: one canonical document, described by `LayoutSchema`.
///
/// ```
/// {
///   "$schema": "sectionengine:layout-v1",
///   "diagnostics": [],
///   …
///   "sections": [
///     {
///       "blockCode": "STORIES",
///       …
/// ```
///
/// Frames equal the dump's. Items off screen are always written, with their visibility; `--depth`
/// omits children and writes their number.
package struct JSONRenderer: Renderer {
  package static let name = "json"

  let options: RenderOptions
  let layout: JSONWriter.Layout

  package init(options: RenderOptions) { self.init(options: options, layout: .pretty) }

  package init(options: RenderOptions, layout: JSONWriter.Layout) {
    self.options = options
    self.layout = layout
  }

  package func render(_ page: RenderedPage, to out: inout ByteWriter) {
    render(page, to: &out, kept: { _ in nil })
  }

  /// Renders a page, and reuses text that was written before.
  /// - Parameter kept: returns the stored text of the section at an index. The renderer reuses it,
  ///   or fills it if it is empty. Not called with accessibility. All uses must be with this
  ///   renderer's options and one environment.
  package func render(
    _ page: RenderedPage, to out: inout ByteWriter, kept: (Int) -> JSONSectionText?
  ) {
    let tree = page.tree
    let reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
    var json = JSONWriter(ByteWriter(), layout: layout)
    // The buffer moves into the writer and back without a copy.
    swap(&out, &json.out)
    json.beginObject()
    json.write("$schema", LayoutSchema.identifier)
    if options.chrome, tree.chrome.top != nil || tree.chrome.bottom != nil {
      json.object("chrome") { json in
        if tree.chrome.bottom != nil {
          json.key("bottom")
          json.write(.bottom, of: tree, options: options, reading: reading)
        }
        if tree.chrome.top != nil {
          json.key("top")
          json.write(.top, of: tree, options: options, reading: reading)
        }
      }
    }
    json.array("diagnostics", page.diagnostics) { $0.write($1) }
    json.writeHead(of: tree, options: options)
    json.key("sections")
    json.beginArray()
    for (index, section) in tree.sections.enumerated() {
      if let code = options.section, code != section.blockCode { continue }
      json.element()
      json.write(
        .section(index), of: tree, options: options, reading: reading,
        kept: reading == nil ? kept(index) : nil)
    }
    json.endArray()
    json.writeViewport(of: tree)
    json.endObject()
    json.out.write("\n")
    swap(&out, &json.out)
  }
}
