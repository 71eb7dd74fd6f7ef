import LayoutCore
import Page

/// A page in flat storage: the text of its dump, and one record per line that refers to the text.
/// Text is decoded only on demand, so comparing 100 000 lines costs little more than reading them.
package struct FlatPage: Sendable {
  /// A range in `FlatPage.bytes`.
  package struct Span: Sendable, Hashable {
    package var start: Int32
    package var end: Int32
    package init(_ range: Range<Int>) {
      start = Int32(range.lowerBound)
      end = Int32(range.upperBound)
    }
    package static let none = Span(0..<0)
    package var isEmpty: Bool { start == end }
    package var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The facts of a page that its dump does not state, from which pictures are drawn.
  package struct PictureSource: Sendable {
    /// The laid out page and the options of its dump; `nil` for a page that was read from a file.
    package var page: Page?
    package var options = RenderOptions()
    /// The colours by token; `nil` if they are unknown.
    package var colors: [String: String]?
    /// For each line, the node kind; `nil` for a line without a node. Empty if unknown.
    package internal(set) var kinds: [NodeKind?] = []
    /// For each line, the index of the node in its section's arena; -1 without a node.
    package internal(set) var nodes: [Int32] = []

    package init() {}
  }

  package struct Line: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case section(SectionKeyword), node, elided }

    package var kind: Kind
    /// The depth: 0 for a section or bar, 1 for its outermost nodes.
    package var level: Int32
    /// The index after the last line inside this one.
    package var end: Int32 = 0
    /// The item number `[n]` of a node, or -1; on an elided line, the number of elided nodes.
    package var number: Int
    /// The code or name as written; on an elided line, the text after the number of nodes.
    package var name: Span
    /// The text or label with its quotes; empty for a line without one.
    package var string = Span.none
    /// The attributes, flags and codes, each with the space before it.
    package var tail = Span.none
    /// The frame: in feed coordinates for a section, else in the space that the header states.
    package var frame = Rect.zero
  }

  package struct Attribute: Sendable, Hashable {
    package var key: String
    package var value: String
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package struct Tail: Sendable, Hashable {
    package var attributes: [Attribute] = []
    package var flags: [String] = []
    package var codes: [String] = []
  }

  package struct Feed: Sendable, Hashable {
    package var name: String
    package var size: Size
    package var attributes: [Attribute]
  }

  package struct Section: Sendable, Hashable {
    /// The index of the section's line in `lines`.
    package var line: Int
    package var keyword: SectionKeyword
    /// The name, unique on the page: "NOTICE", "NOTICE#2", "top".
    package var name: String
  }

  /// The text of the dump in UTF-8.
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var header = DumpHeader(scale: 1)
  package internal(set) var feed = Feed(name: "", size: .zero, attributes: [])
  package internal(set) var lines: [Line] = []
  package internal(set) var summary: String?
  package var pictureSource = PictureSource()

  package var sections: [Section] {
    var names = SectionNames()
    var sections: [Section] = []
    var index = 0
    while index < lines.count, case .section(let keyword) = lines[index].kind {
      let name = keyword == .section ? names.name(of: text(lines[index].name)) : keyword.rawValue
      sections.append(Section(line: index, keyword: keyword, name: name))
      index = Int(lines[index].end)
    }
    return sections
  }

  package func text(_ span: Span) -> String {
    span.isEmpty ? "" : DumpLineScanner(bytes, span.range).text(span.range)
  }

  /// Returns the name of a node with its number, such as "card[3]". It is unique among siblings.
  package func id(of line: Line) -> String {
    line.number < 0 ? text(line.name) : "\(text(line.name))[\(line.number)]"
  }

  package func hasSameBytes(_ span: Span, as other: Span, of page: FlatPage) -> Bool {
    let count = Int(span.end - span.start)
    guard count == Int(other.end - other.start) else { return false }
    return bytes.withUnsafeBufferPointer { mine in
      page.bytes.withUnsafeBufferPointer { theirs in
        mine[span.range].elementsEqual(theirs[other.range])
      }
    }
  }

  package func tail(of line: Line) -> Tail {
    var scanner = DumpLineScanner(bytes, line.tail.range)
    return (try? scanner.decodedTail()) ?? Tail()
  }

  /// Returns the value of a line's attribute as written; empty if the line omits it.
  package func attribute(_ key: String, of line: Line) -> Span {
    var found = Span.none
    var scanner = DumpLineScanner(bytes, line.tail.range)
    try? scanner.tail { part in
      if case .attribute(let name, let value) = part, bytes[name].elementsEqual(key.utf8) {
        found = Span(value)
      }
    }
    return found
  }

  /// Converts node frames to the coordinates of their parents, unless they already are.
  package mutating func makeParentRelative() {
    guard header.frames != .parent else { return }
    header.frames = .parent
    /// The frames, before conversion, of the previous line and its ancestors, by level.
    var open: [Rect] = []
    for index in lines.indices {
      let line = lines[index]
      open.removeLast(open.count - min(open.count, Int(line.level)))
      if line.level > 1, let parent = open.last {
        lines[index].frame = line.frame.moved(by: -parent.x, -parent.y)
      }
      open.append(line.frame)
    }
  }
}

extension FlatPage: Equatable {
  /// Whether two pages have the same dump. Their picture sources are not compared.
  package static func == (a: FlatPage, b: FlatPage) -> Bool {
    a.header == b.header && a.feed == b.feed && a.lines == b.lines && a.summary == b.summary
      && a.bytes == b.bytes
  }
}

extension [FlatPage.Line] {
  /// Sets `end` of all lines, computed from their levels.
  mutating func setEnds() {
    var open: [Int] = []
    for index in indices {
      while open.count > Int(self[index].level) { self[open.removeLast()].end = Int32(index) }
      open.append(index)
    }
    for index in open { self[index].end = Int32(count) }
  }
}

extension [FlatPage.Attribute] {
  package subscript(key: String) -> String? { first { $0.key == key }?.value }
}
