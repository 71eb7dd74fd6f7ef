import LayoutCore
import Page

extension Page {
  /// The attributes, flags and codes of a line, as text.
  package struct Tail: Sendable, Hashable {
    package var attributes: [Text] = []
    package var flags: [String] = []
    package var codes: [String] = []
    package init(attributes: [Text] = [], flags: [String] = [], codes: [String] = []) {
      self.attributes = attributes
      self.flags = flags
      self.codes = codes
    }
  }
}

extension Page.Lines {
  /// The lines of the sections and bars, with their unique names.
  package var sections: [Page.SectionLine] {
    var names = SectionNames()
    var sections: [Page.SectionLine] = []
    var index = 0
    while index < count, case .section(let keyword) = self[index].kind {
      let name = keyword == .section ? names.name(of: text(self[index].name)) : keyword.rawValue
      sections.append(Page.SectionLine(line: index, keyword: keyword, name: name))
      index = Int(self[index].end)
    }
    return sections
  }

  package func text(_ span: Page.Span) -> String {
    span.isEmpty ? "" : DumpLineScanner(bytes, span.range).text(span.range)
  }

  /// Returns the name of a node with its number, such as "card[3]". It is unique among siblings.
  package func id(of line: Page.Line) -> String {
    line.number < 0 ? text(line.name) : "\(text(line.name))[\(line.number)]"
  }

  /// The path of each line, such as "NOTICE#2/card[3]". O(lines).
  package var paths: [String] {
    let names = Dictionary(uniqueKeysWithValues: sections.map { ($0.line, $0.name) })
    var paths: [String] = []
    paths.reserveCapacity(count)
    for (index, line) in enumerated() {
      let outer = line.parent < 0 ? "" : "\(paths[Int(line.parent)])/"
      paths.append(names[index] ?? outer + id(of: line))
    }
    return paths
  }

  package func tail(of line: Page.Line) -> Page.Tail {
    var scanner = DumpLineScanner(bytes, line.tail.range)
    return (try? scanner.decodedTail()) ?? Page.Tail()
  }

  /// Returns the value of a line's attribute as written; empty if the line omits it.
  package func attribute(_ key: String, of line: Page.Line) -> Page.Span {
    var found = Page.Span.none
    var scanner = DumpLineScanner(bytes, line.tail.range)
    try? scanner.tail { part in
      if case .attribute(let name, let value) = part, bytes[name].elementsEqual(key.utf8) {
        found = Page.Span(value)
      }
    }
    return found
  }
}

extension Page {
  /// Creates a page that was read.
  /// - Parameter colors: The colours by token; `nil` if they are unknown.
  package init(read lines: Lines, feedID: String, colors: [String: String]? = nil) {
    let facts = lines.facts
    var environment = LayoutEnvironment()
    environment.width = lines.size.width
    environment.scale = lines.header.scale
    environment.isExact = lines.header.isUnrounded
    environment.locale = facts["locale"] ?? ""
    environment.appearance = facts["appearance"].flatMap { .init(rawValue: $0) } ?? .light
    environment.direction = facts["direction"].flatMap { .init(rawValue: $0) } ?? .ltr
    self.init(
      feedID: feedID, title: "", layoutName: facts["layout"] ?? "", environment: environment,
      tokens: colors ?? [:], sections: [], measurer: RecordedTextMeasurer())
    viewport = Viewport(facts)
    self.lines = lines
    self.lines?.hasColors = colors != nil
  }
}

extension Viewport {
  /// Returns the part of the page on the screen; `nil` if the facts do not state it.
  fileprivate init?(_ facts: [Page.Text]) {
    guard let top = facts["scroll-y"].flatMap({ Double($0) }),
      let height = facts["viewport"]?.split(separator: "x").last.flatMap({ Double($0) })
    else { return nil }
    let bars = facts["bars"]?.split(separator: "/").compactMap { Double($0) } ?? []
    let topInset = bars.first ?? 0
    self.init(
      offset: top - topInset, height: height, topInset: topInset,
      bottomInset: bars.count > 1 ? bars[1] : 0)
  }
}
