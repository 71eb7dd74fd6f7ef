package import LayoutCore

extension Page {
  /// The lines of a page, as a dump has them: of a page that was read from a file, or of a projection.
  ///
  /// Names, texts and attributes are ranges of one storage, in the notation of dumps, line after line.
  /// So equal parts of two pages have equal bytes, and only the others are decoded.
  package struct Lines: Sendable {
    /// The scale, and the coordinate spaces of the frames.
    package var header = DumpHeader(scale: 1)
    /// The size of the page in points.
    package var size = Size.zero
    /// The facts about the page as a whole, in the order of a dump.
    package var facts: [Text] = []
    /// The number of diagnostics by severity and code, such as "1 error: SE1004 (1)".
    package var summary: String?
    /// Whether the colours of the page are known. A dump does not have them.
    package var hasColors = false
    /// Names, texts and attributes in UTF-8.
    package var bytes: [UInt8] = []
    private var lines: [Line] = []
    /// For each line, the kind of its node; `nil` for a line without a node, or if it is unknown.
    package private(set) var kinds: [NodeKind?] = []
    /// For each line, the index of its node in the arena of its section; -1 without a node.
    package private(set) var nodes: [Int32] = []

    package init() {}

    /// The revision of the layout rules that computed the frames (`LayoutEngine.rules`). Pages of
    /// revision 1 do not state it.
    package var rules: Int { facts["layout-rules"].flatMap { Int($0) } ?? 1 }
  }

  /// A range in `Lines.bytes`.
  package struct Span: Sendable, Hashable {
    package var start: Int32
    package var end: Int32
    package init(_ range: Range<Int>) {
      start = Int32(range.lowerBound)
      end = Int32(range.upperBound)
    }
    package static let none = Span(0..<0)
    package var count: Int { Int(end - start) }
    package var isEmpty: Bool { start == end }
    package var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The line of a section, a node, or elided nodes.
  package struct Line: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case section(SectionKeyword), node, elided }

    package var kind: Kind
    /// The depth: 0 for a section or bar, 1 for its outermost nodes.
    package var level: Int32
    /// The index after the last line inside this one.
    package var end: Int32 = 0
    /// The index of the line around this one; -1 for a section or bar.
    package var parent: Int32 = -1
    /// The item number `[n]` of a node, or -1; on an elided line, the number of elided nodes.
    package var number: Int
    /// The code or name as written; on an elided line, the text after the number of nodes.
    package var name: Span
    /// The text or label with its quotes; empty for a line without one.
    package var string: Span
    /// The attributes, flags and codes, each with the space before it.
    package var tail: Span
    /// The frame: in feed coordinates for a section, else in the space that the header states.
    package var frame: Rect

    package init(
      kind: Kind, level: Int32, number: Int, name: Span, string: Span, tail: Span, frame: Rect
    ) {
      self.kind = kind
      self.level = level
      self.number = number
      self.name = name
      self.string = string
      self.tail = tail
      self.frame = frame
    }

    /// Returns whether two lines are equal, apart from the bytes that they refer to.
    fileprivate func hasSameShape(as other: Line) -> Bool {
      kind == other.kind && level == other.level && number == other.number
        && frame == other.frame && name.count == other.name.count
        && string.count == other.string.count && tail.count == other.tail.count
    }
  }

  /// An attribute as text, such as "locale" and "zh-CN".
  package struct Text: Sendable, Hashable {
    package var key: String
    package var value: String
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The line of a section, with the name of the section.
  package struct SectionLine: Sendable, Hashable {
    /// The index of the line.
    package var line: Int
    package var keyword: SectionKeyword
    /// The name, unique on the page: "NOTICE", "NOTICE#2", "top".
    package var name: String
    package init(line: Int, keyword: SectionKeyword, name: String) {
      self.line = line
      self.keyword = keyword
      self.name = name
    }
  }
}

/// The first line of a dump: version, unit, scale, and the coordinate spaces of frames.
package struct DumpHeader: Sendable, Hashable {
  /// Pixels per point.
  package var scale: Double
  package var frames: PixelGrid.Space
  package var isUnrounded: Bool

  package init(scale: Double, frames: PixelGrid.Space = .parent, isUnrounded: Bool = false) {
    self.scale = scale
    self.frames = frames
    self.isUnrounded = isUnrounded
  }
}

extension Page.Lines: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { lines.count }
  package subscript(index: Int) -> Page.Line { lines[index] }

  package mutating func reserveCapacity(_ count: Int) { lines.reserveCapacity(count) }

  /// Adds a line.
  /// - Parameters:
  ///   - kind: The kind of the node; `nil` if the line has none, or if it is unknown.
  ///   - node: The index of the node in its arena; -1 if it has none.
  package mutating func append(_ line: Page.Line, kind: NodeKind?, node: Int) {
    lines.append(line)
    kinds.append(kind)
    nodes.append(Int32(node))
  }

  /// Removes the lines and their bytes, but keeps memory.
  package mutating func removeLines() {
    bytes.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
  }

  /// Sets `end` and `parent` of all lines, computed from their levels.
  package mutating func nest() {
    var open: [Int] = []
    for index in lines.indices {
      while open.count > Int(lines[index].level) { lines[open.removeLast()].end = Int32(index) }
      lines[index].parent = Int32(open.last ?? -1)
      open.append(index)
    }
    for index in open { lines[index].end = Int32(lines.count) }
  }

  /// Converts node frames to the coordinates of their parents, unless they already are.
  package mutating func makeParentRelative() {
    guard header.frames != .parent else { return }
    header.frames = .parent
    let old = lines
    for index in lines.indices where lines[index].level > 1 {
      let parent = old[parent(of: index)].frame
      lines[index].frame = old[index].frame.moved(by: -parent.x, -parent.y)
    }
  }

  /// The lines without bars and elided nodes. O(lines).
  package var withoutBarsAndElided: Page.Lines {
    var result = self
    (result.lines, result.kinds, result.nodes) = ([], [], [])
    var isInSection = false
    for (index, line) in lines.enumerated() {
      if case .section(let keyword) = line.kind { isInSection = keyword == .section }
      if isInSection, line.kind != .elided {
        result.append(line, kind: kinds[index], node: Int(nodes[index]))
      }
    }
    result.nest()
    return result
  }

  /// The frame of each line in feed coordinates, if the frames of nodes are relative to their parents.
  /// O(lines).
  package var framesInFeed: [Rect] {
    var frames: [Rect] = []
    frames.reserveCapacity(count)
    for line in lines {
      guard line.parent >= 0 else {
        frames.append(line.frame)
        continue
      }
      let parent = frames[Int(line.parent)]
      frames.append(line.frame.moved(by: parent.x, parent.y))
    }
    return frames
  }

  /// Returns the index of the line around a line; -1 for a section or bar.
  package func parent(of line: Int) -> Int { Int(lines[line].parent) }

  /// Returns the index after the last line inside a line.
  package func end(of line: Int) -> Int { Int(lines[line].end) }

  /// Returns the number of lines of a node and its descendants.
  package func lineCount(_ line: Int) -> Int { end(of: line) - line }

  package func hasSameBytes(
    _ span: Page.Span, as other: Page.Span, of page: Page.Lines
  ) -> Bool {
    guard span.count == other.count else { return false }
    return bytes.withUnsafeBufferPointer { mine in
      page.bytes.withUnsafeBufferPointer { theirs in
        mine[span.range].elementsEqual(theirs[other.range])
      }
    }
  }

  /// Returns whether a line and all lines inside it equal those of a line of another page.
  /// - Parameter isSection: Whether the lines are sections, whose names and positions may differ.
  package func hasSameLines(
    _ line: Int, as other: Int, of page: Page.Lines, isSection: Bool = false
  ) -> Bool {
    guard lineCount(line) == page.lineCount(other) else { return false }
    for index in (isSection ? 1 : 0)..<lineCount(line) {
      let (mine, theirs) = (lines[line + index], page.lines[other + index])
      guard mine.hasSameShape(as: theirs) else { return false }
    }
    let (a, b) = (lines[line], page.lines[other])
    let starts = isSection ? (a.tail.start, b.tail.start) : (a.name.start, b.name.start)
    return hasSameBytes(
      Page.Span(Int(starts.0)..<endOfBytes(below: line)),
      as: Page.Span(Int(starts.1)..<page.endOfBytes(below: other)), of: page)
  }

  /// Returns the byte offset at which the last line of a node's subtree ends.
  private func endOfBytes(below line: Int) -> Int {
    let last = lines[Int(lines[line].end) - 1]
    return Int(Swift.max(last.tail.end, last.name.end))
  }
}

extension Page.Lines: Equatable {
  /// Whether two pages have the same dump.
  package static func == (a: Page.Lines, b: Page.Lines) -> Bool {
    a.header == b.header && a.size == b.size && a.facts == b.facts && a.lines == b.lines
      && a.summary == b.summary && a.bytes == b.bytes
  }
}

extension [Page.Text] {
  package subscript(key: String) -> String? { first { $0.key == key }?.value }
}
