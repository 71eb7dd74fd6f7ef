import Support
import LayoutCore
import Page

extension Wireframe {
  /// Creates the wireframe of a laid out page. The options omit the same nodes as in a dump.
  /// - Parameters:
  ///   - drawn: The indices of the sections to include; `nil` for all. Bars and floating sections
  ///     are always included.
  ///   - isNamed: Whether the section with a number in the wireframe shows only its name.
  package init(
    _ page: Page, options: RenderOptions = RenderOptions(), drawn: Range<Int>? = nil,
    isNamed: (Int) -> Bool = { _ in false }
  ) {
    let environment = page.environment
    let grid = environment.grid
    self.init(
      name: page.feedID, title: page.title.isEmpty ? page.feedID : page.title,
      size: Size(width: environment.width, height: grid.snap(page.height)),
      environment: environment, layoutName: page.layoutName, viewport: page.viewport,
      isPart: options.section != nil)
    estimatesTexts = page.measurer.engine == nil
    if options.style == .app { colors = page.tokens }
    pictures = options.pictures

    let findings = Dictionary(grouping: page.diagnostics, by: \.sectionCode)
    let names = page.sectionNames
    var attributes = AttributeValues()
    for part in page.parts(shownBy: options) {
      guard let section = page.section(part) else { continue }
      if case .section(let index) = part, drawn?.contains(index) == false,
        section.placement == .flow
      {
        continue
      }
      let path = if case .section(let index) = part { names[index] } else { part.keyword.rawValue }
      var entry = Section(part: part, path: path, frame: grid.frame(of: section))
      let view = SnappedSection(section, environment: environment, options: options)
      entry.title = section.title
      var out = ByteWriter()
      out.write(rowHeights: view.rowHeights)
      entry.rows = out.string
      out.removeAll()
      view.readSectionAttributes(for: .dump, into: &attributes)
      out.write(attributes, .layout ... .pinned)
      entry.style = out.words
      entry.provider = section.provider.words
      entry.fallback = section.fallback?.words ?? ""
      entry.placement = section.placement
      entry.findings = section.findings(among: findings[section.blockCode] ?? [], path: path)
      sections.append(entry)
      let index = sections.count - 1
      placeBar(index)
      guard !isNamed(index) else {
        addName(of: index, page.measurer)
        continue
      }
      // The section's box clips rows that scroll horizontally.
      let clips =
        !options.all && section.scrollsAlongX && section.section.isRootOfParts
        && section.arena.count > 0
      let frames = grid.frames(of: section, in: .absolute)
      let frame = sections[index].frame
      var builder = WireframeSectionBuilder(
        view: view, options: options, measurer: page.measurer, isRightToLeft: isRightToLeft,
        frames: frames, paths: view.paths(in: path),
        builder: WireframeBuilder(
          index, end: section.arena.count,
          clip: clips ? frames[0].moved(by: frame.x, frame.y) : nil,
          in: &self))
      builder.add(to: &self)
    }
    // Without the earlier sections, the gap above the first section is not measured.
    let first = drawn.map(\.lowerBound) ?? 0
    addMeasures(from: first > 0 && first < page.sections.count ? page.sections[first].frame.y : 0)
  }
}

extension Wireframe {
  /// Adds a box with the name of a section in place of the section's content, if it has room.
  mutating func addName(of index: Int, node: Int = 0, _ measurer: any TextMeasurer) {
    sections[index].isNamed = true
    let section = sections[index]
    guard section.frame.height >= 14 else { return }
    var box = Box(
      section: index, parent: -1, level: 0, node: node, kind: .text, path: section.path,
      frame: Rect(x: section.frame.x, y: section.frame.y, width: section.frame.width, height: 14))
    let font = Font()
    var name = section.path
    let line = name.withUTF8 {
      measurer.lines($0, font: font, maxWidth: section.frame.width, maxLines: 1).first
    }
    let width = line.map { $0.isTruncated ? 0 : $0.width } ?? 0
    box.text = Text(
      string: name, size: Double(font.size), weight: Int(font.weight), align: .start,
      lines: [Text.Line(text: name, width: width)], lineLimit: 1, isTruncated: false,
      lineHeight: measurer.lineHeight(font), ascent: measurer.ascent(font), insets: .zero)
    boxes.append(box)
    sections[index].boxes = boxes.count - 1..<boxes.count
  }
}

extension PlacedSection {
  /// Returns the unique findings of the section. A finding without a message is listed by its code.
  fileprivate func findings(among diagnostics: [Diagnostic], path: String) -> [String] {
    let own = diagnostics.filter { finding in
      finding.sectionPath.map { $0 == path }
        ?? section.diagnosticCodes.contains(finding.code.rawValue)
    }
    let codes = Set(own.map(\.code.rawValue))
    return own.map { "\($0.code.rawValue) \($0.message)" }.uniqued
      + section.diagnosticCodes.filter { !codes.contains($0) }
  }
}

extension Diagnostic {
  /// The path of the section that contains the finding's node, such as "NOTICE#2" for the second
  /// section NOTICE.
  fileprivate var sectionPath: String? {
    node?.split(separator: "/", maxSplits: 1).first.map(String.init)
  }
  fileprivate var sectionCode: String? {
    blockCode ?? sectionPath.map { String($0.prefix { $0 != "#" }) }
  }
}

extension ByteWriter {
  /// The written text without leading spaces.
  var words: String { String(decoding: bytes.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self) }
}
