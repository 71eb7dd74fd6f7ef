import LayoutCore

extension Wireframe {
  /// Creates the wireframe of a dump. Node kinds are guessed from the lines. Texts are broken again
  /// with the bundled metrics, in frames without padding, and never into more lines than the dump
  /// states: if the dump has other metrics, the breaks are approximate.
  /// - Complexity: linear in the lines and their texts.
  package init(_ dump: DumpDocument) {
    self.init(name: dump.feed.name, size: dump.feed.size, scale: dump.header.scale)
    let attributes = dump.feed.attributes
    appearance = attributes["appearance"] ?? appearance
    locale = attributes["locale"] ?? ""
    isRightToLeft = attributes["direction"] == LayoutEnvironment.Direction.rtl.rawValue
    textSize = attributes["text-size"] ?? textSize
    layoutName = attributes["layout"] ?? ""
    viewport = Self.viewport(attributes)
    let count = dump.sections.count { $0.keyword == .section }
    isPart = attributes["sections"].map { $0 != "\(count)" } ?? false
    let grid = dump.header.isUnrounded ? PixelGrid.exact : PixelGrid(scale: dump.header.scale)

    var occurrences: [String: Int] = [:]
    for section in dump.sections {
      var path = section.keyword.rawValue
      if section.keyword == .section {
        let occurrence = occurrences[section.code, default: 0] + 1
        occurrences[section.code] = occurrence
        path = occurrence == 1 ? section.code : "\(section.code)#\(occurrence)"
      }
      sections.append(Section(section, path: path))
      // A dump rounds to two decimals, which are not enough for thirds of a point.
      sections[sections.count - 1].frame = grid.snapped(section.frame)
      placeBar(sections.count - 1)
      var builder = WireframeDumpBuilder(
        section, index: sections.count - 1, grid: grid, of: dump)
      builder.add(to: &self)
    }
    orderDrawing()
    addMeasures()
  }

  private static func viewport(_ attributes: [DumpDocument.Attribute]) -> Viewport? {
    guard let top = attributes["scroll-y"].flatMap(Double.init),
      let height = attributes["viewport"]?.split(separator: "x").last.flatMap({ Double($0) })
    else { return nil }
    let bars = attributes["bars"]?.split(separator: "/").compactMap { Double($0) } ?? []
    let topInset = bars.first ?? 0
    return Viewport(
      offset: top - topInset, height: height, topInset: topInset,
      bottomInset: bars.count > 1 ? bars[1] : 0)
  }
}

extension Wireframe.Section {
  /// Keys that `style` omits.
  private static let own: Set<String> = ["rows", "via", "fallback", "title", "closable"]

  fileprivate init(_ section: DumpDocument.Section, path: String) {
    self.init(keyword: section.keyword, code: section.code, path: path, frame: section.frame)
    let attributes = section.attributes
    rows = attributes["rows"] ?? ""
    provider = attributes["via"] ?? ""
    fallback = attributes["fallback"] ?? ""
    title = attributes["title"] ?? ""
    placement =
      [LayoutSection.Placement.overlay, .floatTop, .floatBottom]
      .first { $0.word == attributes["place"] } ?? .flow
    style = attributes.filter { !Self.own.contains($0.key) }.words
    findings = section.codes
  }
}

extension [DumpDocument.Attribute] {
  /// The attributes as written on a line of a dump.
  var words: String {
    var out = ByteWriter()
    for attribute in self { out.write(attribute: attribute.key, word: attribute.value) }
    return out.words
  }
}
