import LayoutCore

/// A layout dump in flat storage: one record per line that points into the bytes it was read from.
///
/// Tools that compare large dumps use it; `DumpDocument` has the same content as values. Text is
/// decoded only on request, so that comparing two dumps of 100 000 lines costs little more than
/// reading them.
package struct DumpTable: Sendable {
  /// A range of the bytes.
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

  package struct Line: Sendable {
    package enum Kind: UInt8, Sendable { case section, top, bottom, node, elided }

    package var kind: Kind
    /// 0 for sections and bars.
    package var level: Int32
    /// The index after the last line below it.
    package var end: Int32
    /// `[n]` of a node, or -1; on an elided line, the number of elided nodes.
    package var number: Int
    /// The code or name as written; on an elided line, the text after the number.
    package var name: Span
    /// The text or label with its quotes; empty if there is none.
    package var string: Span
    /// Attributes, flags and codes, each with the space before it.
    package var tail: Span
    /// The frame. That of a node is in the coordinates that the header names.
    package var frame: Rect
  }

  package let bytes: [UInt8]
  package internal(set) var header: DumpHeader
  package let feed: DumpDocument.Feed
  package internal(set) var lines: [Line]
  /// The summary of the diagnostics: "1 warning: SE3002 (1)".
  package let summary: String?

  /// Decodes a code, name, text or value. O(length).
  package func text(_ span: Span) -> String {
    guard !span.isEmpty else { return "" }
    var scanner = DumpLineScanner(bytes, span.range)
    // A word that was read before can be read again. The text of an elided line is not a word.
    if let word = try? scanner.word(), scanner.isAtEnd { return word }
    return String(decoding: bytes[span.range], as: UTF8.self)
  }

  /// Returns whether ranges of two tables have the same bytes. O(length).
  package func hasSameBytes(_ span: Span, as other: Span, of table: DumpTable) -> Bool {
    let count = Int(span.end - span.start)
    guard count == Int(other.end - other.start) else { return false }
    return bytes.withUnsafeBufferPointer { mine in
      table.bytes.withUnsafeBufferPointer { theirs in
        mine[span.range].elementsEqual(theirs[other.range])
      }
    }
  }

  /// Returns the attributes, flags and codes of a line. O(length).
  package func tail(
    of line: Line
  ) -> (attributes: [DumpDocument.Attribute], flags: [String], codes: [String]) {
    var attributes: [DumpDocument.Attribute] = []
    var flags: [String] = []
    var codes: [String] = []
    var scanner = DumpLineScanner(bytes, line.tail.range)
    try? scanner.tail { part in
      switch part {
      case .attribute(let key, let value):
        attributes.append(DumpDocument.Attribute(text(Span(key)), text(Span(value))))
      case .flag(let flag): flags.append(text(Span(flag)))
      case .code(let code): codes.append(text(Span(code)))
      }
    }
    return (attributes, flags, codes)
  }

  /// Returns the value of a line's attribute as written; empty if the line omits it. O(length).
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

  /// Converts node frames to the coordinates of their parents, if they are not yet. O(lines).
  package mutating func makeParentRelative() {
    guard header.frames != .parent else { return }
    header.frames = .parent
    // The loop runs backwards, so that a parent still has the coordinates that its children are
    // relative to.
    var parents = [Int32](repeating: -1, count: lines.count)
    var open: [Int32] = []
    for index in lines.indices {
      open.removeLast(open.count - min(open.count, Int(lines[index].level)))
      parents[index] = open.last ?? -1
      open.append(Int32(index))
    }
    for index in lines.indices.reversed() where lines[index].level > 1 {
      let parent = lines[Int(parents[index])].frame
      lines[index].frame.x -= parent.x
      lines[index].frame.y -= parent.y
    }
  }
}

extension DumpDocument {
  /// Creates the document from the lines of a table. O(bytes).
  package init(_ table: DumpTable) {
    var sections: [Section] = []
    for line in table.lines {
      let tail = table.tail(of: line)
      let keyword: Section.Keyword
      switch line.kind {
      case .section: keyword = .section
      case .top: keyword = .top
      case .bottom: keyword = .bottom
      case .elided:
        sections[sections.count - 1].lines.append(
          Line(
            level: Int(line.level) - 1, .elided(count: line.number, what: table.text(line.name))))
        continue
      case .node:
        sections[sections.count - 1].lines.append(
          Line(
            level: Int(line.level) - 1,
            .node(
              Node(
                name: table.text(line.name), index: line.number < 0 ? nil : line.number,
                string: line.string.isEmpty ? nil : table.text(line.string), frame: line.frame,
                attributes: tail.attributes, flags: tail.flags, codes: tail.codes))))
        continue
      }
      sections.append(
        Section(
          keyword: keyword, code: table.text(line.name), frame: line.frame,
          attributes: tail.attributes, flags: tail.flags, codes: tail.codes))
    }
    self.init(
      header: table.header, feed: table.feed, sections: sections, summary: table.summary)
  }
}
