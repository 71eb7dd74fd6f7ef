import Support
import LayoutCore
import Page

/// Writes layout dump v1: one frame per line, in document order, suitable for `diff` and review.
///
/// ```
/// # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
/// feed news 414x280 appearance=light locale=en direction=ltr text-size=large … sections=1
///   section STORIES @0,0 414x280 rows=1x280 via=card-rail@1.0.0
///     carousel @0,40 414x190 axis=x items=6 content=790 gap=10 inset=10
///       card[0] "Sea level" @10,5 120x160 action=news://story/7
///         text @0,125 110x15 font=12/400 lines=1/2
///       card[3] "Night train" @400,5 120x160 !clipped
///       … 2 offscreen
/// # 1 warning: SE3002 (1)
/// ```
///
/// Keys have a fixed order; defaults are omitted. `Documentation.docc/Formats.md` lists the keys;
/// `DumpParser` has the grammar.
package struct DumpRenderer: Renderer {
  package static let name = "dump"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) {
    var writer = DumpWriter(isRecording: false)
    // Swaps the buffer into the writer and back, which avoids a copy.
    swap(&out, &writer.out)
    write(page, to: &writer)
    swap(&out, &writer.out)
  }

  func write(_ page: Page, to writer: inout DumpWriter) {
    let codes = NodeCodes(page.diagnostics.map { ($0.node, $0.code.rawValue) })
    let reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
    let environment = page.environment
    let header = DumpHeader(
      scale: environment.scale, frames: options.frames, isUnrounded: options.unrounded)
    let height = options.grid(of: environment).snap(page.height)
    writer.begin(
      header, feed: page.feedID, size: Size(width: environment.width, height: height)
    ) { writeFeed(page, to: &$0) }
    for part in page.parts(shownBy: options) {
      guard let section = page.section(part) else { continue }
      write(
        section, part.keyword, of: page, codes: codes, reading: reading?[part] ?? [:], to: &writer)
    }
    if let summary = page.diagnostics.summary { writer.end(summary: summary) }
  }

  private func writeFeed(_ page: Page, to out: inout ByteWriter) {
    let environment = page.environment
    out.write(environment: environment)
    out.write(attribute: "metrics", word: page.measurer.name)
    if let engine = page.measurer.engine { out.write(attribute: "text", word: engine) }
    out.write(attribute: "layout", word: page.layoutName)
    out.write(attribute: "sections", integer: page.sections.count)
    if let viewport = page.viewport { write(viewport, width: environment.width, to: &out) }
  }

  private func write(_ viewport: Viewport, width: Double, to out: inout ByteWriter) {
    out.write(attribute: "scroll-y", number: viewport.top)
    out.write(key: "viewport")
    out.write(size: Size(width: width, height: viewport.height))
    if viewport.topInset > 0 || viewport.bottomInset > 0 {
      out.write(attribute: "bars", number: viewport.topInset)
      out.write("/")
      out.write(number: viewport.bottomInset)
    }
  }

  func write(
    _ section: PlacedSection, _ keyword: SectionKeyword, of page: Page,
    codes: NodeCodes, reading: [Int: AccessibleElement], to writer: inout DumpWriter
  ) {
    let view = SnappedSection(section, environment: page.environment, options: options)
    var values = AttributeValues()
    view.readSectionAttributes(for: .dump, into: &values)
    writer.section(keyword, section.blockCode, frame: view.frame) { out in
      out.write(values)
      for code in section.diagnosticCodes { out.write(code: code) }
    }
    DumpNodeWriter(
      view: view, options: options, measurer: page.measurer,
      codes: codes.mention(section.blockCode) ? codes : nil, reading: reading
    ).write(to: &writer)
  }
}

extension [Diagnostic] {
  /// The number of diagnostics by severity and code, such as "1 error: SE1004 (1)"; `nil` for none.
  package var summary: String? {
    let groups = Diagnostic.Severity.allCases.sorted(by: >).compactMap { severity -> String? in
      let codes = filter { $0.severity == severity }.map(\.code.rawValue)
      guard !codes.isEmpty else { return nil }
      let counts = Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
        .map { "\($0.key) (\($0.value))" }
      let plural = codes.count == 1 ? "" : "s"
      return "\(codes.count) \(severity.rawValue)\(plural): \(counts.joined(separator: ", "))"
    }
    return groups.isEmpty ? nil : groups.joined(separator: "; ")
  }
}

package struct NodeCodes {
  private var codes: [String: Set<String>] = [:]
  private var blocks: Set<String> = []

  /// - Parameter diagnostics: The node path and the code of each diagnostic.
  package init(_ diagnostics: [(String?, String)]) {
    for (path, code) in diagnostics {
      guard let path, let slash = path.firstIndex(of: "/") else { continue }
      blocks.insert(String(path[..<slash]))
      codes[path, default: []].insert(code)
    }
  }

  package var isEmpty: Bool { codes.isEmpty }

  /// Returns whether a diagnostic is about a node of the section, which requires the node paths.
  func mention(_ blockCode: String) -> Bool { blocks.contains(blockCode) }

  package subscript(path: String) -> [String] { codes[path]?.sorted() ?? [] }
}
