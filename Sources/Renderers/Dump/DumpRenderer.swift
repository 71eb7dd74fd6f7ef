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
package struct DumpRenderer: StreamingRenderer {
  package static let name = "dump"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) {
    if let lines = page.lines { return out.write(lines, of: page.feedID) }
    write(page, to: &out)
  }

  package func writer(of page: Page) -> any SectionWriter { DumpWriter(page, options) }
}

/// Writes the dump of one page.
private struct DumpWriter: SectionWriter {
  let options: RenderOptions
  private let reading: AccessibilityReading?
  private var codes = NodeCodes()
  /// The block codes of the sections that are written.
  private var written: Set<String> = []

  init(_ page: Page, _ options: RenderOptions) {
    self.options = options
    reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
  }

  func writeHead(of page: Page, to out: inout ByteWriter) {
    out.writeHead(of: page.head(options), named: page.feedID)
    if options.chrome { write(.top, of: page, to: &out) }
  }

  mutating func begin(_ group: Page, _ parts: [PagePart]) -> Bool {
    // A diagnostic names the block code, so it belongs to all sections with this code.
    let isWhole = codes.add(group.diagnostics.nodeCodes, beside: written)
    for part in parts { if let section = group.section(part) { written.insert(section.blockCode) } }
    return isWhole
  }

  func write(
    _ parts: ArraySlice<PagePart>, of group: Page, isFirst: Bool, to out: inout ByteWriter
  ) {
    var lines = LineWriter()
    for part in parts {
      guard let section = group.section(part) else { continue }
      write(section, part, of: group, codes, to: &lines)
      lines.flush(to: &out)
    }
  }

  func writeEnd(of page: Page, isEmpty: Bool, to out: inout ByteWriter) {
    if options.chrome { write(.bottom, of: page, to: &out) }
    if let summary = page.diagnostics.summary { out.write(summary: summary) }
  }

  private func write(_ bar: PagePart, of page: Page, to out: inout ByteWriter) {
    guard let section = page.section(bar) else { return }
    var lines = LineWriter()
    write(section, bar, of: page, NodeCodes(page.diagnostics.nodeCodes), to: &lines)
    lines.flush(to: &out)
  }

  /// Adds the lines of all parts that the options show, for a page that has all its sections.
  func write(_ page: Page, to lines: inout LineWriter) {
    let codes = NodeCodes(page.diagnostics.nodeCodes)
    for part in page.parts(shownBy: options) {
      if let section = page.section(part) { write(section, part, of: page, codes, to: &lines) }
    }
  }

  private func write(
    _ section: PlacedSection, _ part: PagePart, of page: Page, _ codes: NodeCodes,
    to lines: inout LineWriter
  ) {
    let view = SnappedSection(section, environment: page.environment, options: options)
    let blockCode = section.section.blockCode
    var values = AttributeValues()
    view.readSectionAttributes(for: .dump, into: &values)
    lines.section(part.keyword, blockCode, frame: view.frame) { out in
      out.write(values)
      for code in section.section.diagnosticCodes { out.write(code: code) }
    }
    DumpNodeWriter(
      view: view, options: options, measurer: page.measurer,
      codes: codes.mention(blockCode) ? codes : nil, reading: reading?[part] ?? [:]
    ).write(to: &lines)
  }
}

extension Page {
  /// Returns the page with the lines of its dump. A comparison reads them.
  /// - Parameter keepsSections: Whether to keep the sections, from which pictures are drawn.
  package func projected(_ options: RenderOptions, keepsSections: Bool = true) -> Page {
    var writer = LineWriter(head(options))
    DumpWriter(self, options).write(self, to: &writer)
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
  /// The node path and the code of each diagnostic.
  fileprivate var nodeCodes: [(path: String?, code: String)] { map { ($0.node, $0.code.rawValue) } }

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

/// The codes of the diagnostics about nodes, by node path.
package struct NodeCodes: Sendable {
  private var codes: [String: Set<String>] = [:]
  private var blocks: Set<String> = []

  package init() {}

  /// - Parameter diagnostics: The node path and the code of each diagnostic.
  package init(_ diagnostics: [(path: String?, code: String)]) { _ = add(diagnostics) }

  /// Adds diagnostics.
  /// - Parameter written: The block codes of sections that are written.
  /// - Returns: Whether none is new for the written sections.
  mutating func add(
    _ diagnostics: [(path: String?, code: String)], beside written: Set<String> = []
  ) -> Bool {
    var isOld = true
    for (path, code) in diagnostics {
      guard let path, let slash = path.firstIndex(of: "/") else { continue }
      let block = String(path[..<slash])
      blocks.insert(block)
      let isNew = codes[path, default: []].insert(code).inserted
      if isNew, written.contains(block) { isOld = false }
    }
    return isOld
  }

  package var isEmpty: Bool { codes.isEmpty }

  /// Returns whether a diagnostic is about a node of the section, which requires the node paths.
  func mention(_ blockCode: String) -> Bool { blocks.contains(blockCode) }

  package subscript(path: String) -> [String] { codes[path]?.sorted() ?? [] }
}
