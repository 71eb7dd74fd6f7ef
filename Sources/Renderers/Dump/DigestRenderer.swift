import LayoutCore
import Page
import Support

/// Lists the sections of a page, one a line, each with a digest of its lines in the dump:
///
/// ```
/// # page-digest v1 · unit pt
/// feed news 414x280 sections=2
/// section STORIES @0,0 414x280 nodes=12 digest=3f2a91c08b6d5e47 text="Sea level"
/// ```
///
/// The digest does not depend on where the section is, so a section that only moved keeps it.
package struct DigestRenderer: StreamingRenderer {
  package static let name = "digest"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) { write(page, to: &out) }

  package func writer(of page: Page) -> any SectionWriter {
    DigestWriter(options: options, dump: DumpRenderer(options: options).writer(of: page))
  }
}

private struct DigestWriter: SectionWriter {
  let options: RenderOptions
  var dump: any SectionWriter
  private var names = SectionNames()
  /// The names of the sections of the group.
  private var ofGroup: [String] = []

  init(options: RenderOptions, dump: any SectionWriter) {
    self.options = options
    self.dump = dump
  }

  func writeHead(of page: Page, to out: inout ByteWriter) {
    out.write("# page-digest v1 · unit pt\nfeed ")
    out.write(word: page.feedID)
    out.write(" ")
    out.write(
      size: Size(
        width: page.environment.width, height: page.environment.grid.snap(page.height)))
    out.write(attribute: "sections", value: "\(page.sectionCount)")
    out.write("\n")
  }

  mutating func begin(_ group: Page, _ parts: [PagePart]) -> Bool {
    ofGroup = group.sections.map { names.name(of: $0.section.blockCode) }
    return dump.begin(group, parts)
  }

  func write(
    _ parts: ArraySlice<PagePart>, of group: Page, isFirst: Bool, to out: inout ByteWriter
  ) {
    for part in parts {
      guard case .section(let index) = part, let section = group.section(part) else { continue }
      var lines = ByteWriter()
      dump.write([part], of: group, isFirst: isFirst, to: &lines)
      let view = SnappedSection(section, environment: group.environment, options: options)
      out.write("section ")
      out.write(word: ofGroup[index])
      out.write(frame: view.frame)
      out.write(attribute: "nodes", value: "\(section.arena.count)")
      out.write(attribute: "digest", value: Self.digest(lines.bytes, of: section.section.blockCode))
      if let text = section.arena.contents.first(where: { $0.text.count > 0 })?.text {
        out.write(attribute: "text", value: shown(section.arena.string(text), limit: 40))
      }
      out.write("\n")
    }
  }

  func writeEnd(of page: Page, isEmpty: Bool, to out: inout ByteWriter) {}

  /// Returns the digest of the lines of a section, without its position, which follows its name.
  private static func digest(_ lines: [UInt8], of code: String) -> String {
    var name = ByteWriter()
    name.write(" ")
    name.write(word: code)
    name.write(" @")
    let end = lines.firstIndex(of: UInt8(ascii: "\n")) ?? lines.endIndex
    guard let named = lines[..<end].firstRange(of: name.bytes),
      let rest = lines[named.upperBound..<end].firstIndex(of: UInt8(ascii: " "))
    else { return stableHash(of: [String(decoding: lines, as: UTF8.self)]) }
    return stableHash(of: [
      String(decoding: lines[..<named.upperBound], as: UTF8.self),
      String(decoding: lines[rest...], as: UTF8.self),
    ])
  }
}
