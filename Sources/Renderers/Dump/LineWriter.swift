import Support
import LayoutCore
import Page

/// Adds lines to a page, with names, texts and attributes in the notation of dumps.
package struct LineWriter {
  private var lines: Page.Lines
  private var out = ByteWriter()

  /// - Parameter lines: The facts about the page, without lines.
  package init(_ lines: Page.Lines = Page.Lines()) { self.lines = lines }

  /// - Parameter summary: The number of diagnostics by severity and code; `nil` for none.
  package consuming func finished(summary: String? = nil) -> Page.Lines {
    lines.bytes = out.bytes
    lines.summary = summary
    lines.nest()
    return lines
  }

  /// Writes the lines so far as a dump, and removes them.
  mutating func flush(to dump: inout ByteWriter) {
    for line in lines { dump.write(line, of: out.bytes) }
    lines.removeLines()
    out.removeAll()
  }

  package mutating func section(
    _ keyword: SectionKeyword, _ code: String, frame: Rect, tail: (inout ByteWriter) -> Void
  ) {
    add(
      .section(keyword), level: 0, frame: frame.asWritten, name: { $0.write(word: code) },
      tail: tail)
  }

  /// Adds the line of a node. Children of a section have `level` 1.
  /// - Parameters:
  ///   - number: The item number; -1 for none.
  ///   - kind: The kind of the node; `nil` if it is unknown.
  ///   - node: The index of the node in its arena; -1 if it has none.
  package mutating func node(
    _ name: String, number: Int, string: String?, frame: Rect, level: Int, kind: NodeKind? = nil,
    node: Int = -1, tail: (inout ByteWriter) -> Void
  ) {
    add(
      .node, level: level, number: number, frame: frame.asWritten, nodeKind: kind, node: node,
      name: { $0.write(word: name) },
      string: { out in if let string { out.write(jsonString: string) } }, tail: tail)
  }

  /// Adds the number of omitted nodes and `what` as a line. `level` is as for `node`.
  package mutating func elided(_ count: Int, _ what: some Sequence<UInt8>, level: Int) {
    add(.elided, level: level, number: count, name: { $0.write(what) })
  }

  /// Adds the line for nodes that are deeper than `--depth`. `level` is as for `node`.
  package mutating func elided(_ count: Int, depth: Int, level: Int) {
    let what = "\(count == 1 ? "node" : "nodes") (--depth \(depth))"
    elided(count, what.utf8, level: level)
  }

  /// Adds a line, whose name, text and attributes the functions write.
  @inline(__always)
  mutating func add(
    _ kind: Page.Line.Kind, level: Int, number: Int = -1, frame: Rect = .zero,
    nodeKind: NodeKind? = nil, node: Int = -1, name: (inout ByteWriter) -> Void,
    string: (inout ByteWriter) -> Void = { _ in }, tail: (inout ByteWriter) -> Void = { _ in }
  ) {
    let start = out.count
    name(&out)
    let end = out.count
    string(&out)
    let tailStart = out.count
    tail(&out)
    lines.append(
      Page.Line(
        kind: kind, level: Int32(level), number: number, name: Page.Span(start..<end),
        string: Page.Span(end..<tailStart), tail: Page.Span(tailStart..<out.count), frame: frame),
      kind: nodeKind, node: node)
  }
}

extension Rect {
  /// The frame that results from parsing it in a dump.
  fileprivate var asWritten: Rect {
    Rect(
      x: x.asWritten, y: y.asWritten, width: width.asWritten, height: height.asWritten)
  }
}

extension ByteWriter {
  /// Writes the lines of a page as a dump.
  mutating func write(_ lines: Page.Lines, of name: String) {
    writeHead(of: lines, named: name)
    for line in lines { write(line, of: lines.bytes) }
    if let summary = lines.summary { write(summary: summary) }
  }

  /// Writes the first two lines of a dump: those about the page as a whole.
  mutating func writeHead(of lines: Page.Lines, named name: String) {
    lines.header.write(to: &self)
    write("feed ")
    write(word: name)
    write(" ")
    write(size: lines.size)
    for fact in lines.facts { write(attribute: fact.key, value: fact.value) }
    write("\n")
  }

  mutating func write(summary: String) {
    write("# ")
    write(summary)
    write("\n")
  }

  fileprivate mutating func write(_ line: Page.Line, of bytes: [UInt8]) {
    func write(_ span: Page.Span, to out: inout ByteWriter) {
      bytes.withUnsafeBufferPointer { out.write(UnsafeBufferPointer(rebasing: $0[span.range])) }
    }
    self.write(byte: UInt8(ascii: " "), count: 2 + 2 * Int(line.level))
    switch line.kind {
    case .elided:
      self.write("… ")
      self.write(integer: line.number)
      self.write(" ")
      write(line.name, to: &self)
    case .section(let keyword):
      self.write(keyword.rawValue)
      self.write(" ")
      write(line.name, to: &self)
      self.write(frame: line.frame)
      write(line.tail, to: &self)
    case .node:
      write(line.name, to: &self)
      if line.number >= 0 {
        self.write("[")
        self.write(integer: line.number)
        self.write("]")
      }
      if !line.string.isEmpty {
        self.write(" ")
        write(line.string, to: &self)
      }
      self.write(frame: line.frame)
      write(line.tail, to: &self)
    }
    self.write("\n")
  }
}
