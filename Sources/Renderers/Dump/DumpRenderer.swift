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
    if let lines = page.lines { return out.write(lines, of: page.feedID) }
    let head = page.head(options)
    out.writeHead(of: head, named: page.feedID)
    var writer = LineWriter(head)
    write(page, to: &writer) { $0.flush(to: &out) }
    if let summary = page.diagnostics.summary { out.write(summary: summary) }
  }

  /// - Parameter finish: Called after each section.
  fileprivate func write(
    _ page: Page, to writer: inout LineWriter, finish: (inout LineWriter) -> Void = { _ in }
  ) {
    let codes = NodeCodes(page.diagnostics.map { ($0.node, $0.code.rawValue) })
    let reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
    for part in page.parts(shownBy: options) {
      guard let section = page.section(part) else { continue }
      write(
        section, part.keyword, of: page, codes: codes, reading: reading?[part] ?? [:], to: &writer)
      finish(&writer)
    }
  }

  private func write(
    _ section: PlacedSection, _ keyword: SectionKeyword, of page: Page,
    codes: NodeCodes, reading: [Int: AccessibleElement], to writer: inout LineWriter
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

extension Page {
  /// Returns the page with the lines of its dump. A comparison reads them.
  /// - Parameter keepsSections: Whether to keep the sections, from which pictures are drawn.
  package func projected(_ options: RenderOptions, keepsSections: Bool = true) -> Page {
    var writer = LineWriter(head(options))
    DumpRenderer(options: options).write(self, to: &writer)
    var page = self
    page.lines = writer.finished(summary: diagnostics.summary)
    if !keepsSections { (page.sections, page.chrome) = ([], Chrome()) }
    return page
  }

  /// Returns the facts about the page as a whole, without lines.
  fileprivate func head(_ options: RenderOptions) -> Lines {
    var lines = Lines()
    lines.header = DumpHeader(
      scale: environment.scale, frames: options.frames, isUnrounded: environment.isExact)
    lines.size = Size(
      width: environment.width.asWritten,
      height: environment.grid.snap(height).asWritten)
    lines.facts = PageFact.allCases.compactMap { $0.text(value(of: $0)) }
    lines.hasColors = true
    return lines
  }
}

extension LayoutEnvironment {
  /// The facts about the environment, in the order of a dump.
  package var facts: [Page.Text] { PageFact.allCases.compactMap { $0.text(value(of: $0)) } }
}

extension PageFact {
  /// Returns the fact as a dump has it; `nil` if a dump leaves it out.
  package func text(_ value: Value?) -> Page.Text? {
    let text: String
    switch value {
    case nil: return nil
    case .word(let word)?: text = word
    case .number(let number)?: text = points(number)
    case .size(let width, let height)?: text = "\(points(width))x\(points(height))"
    case .pair(let top, let bottom)?:
      guard top > 0 || bottom > 0 else { return nil }
      text = "\(points(top))/\(points(bottom))"
    }
    return Page.Text(entry.key.description, text)
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
