import LayoutCore
import Page

/// Writes a dump line by line. Optionally records the lines as a `FlatPage`.
package struct DumpWriter {
  package var out = ByteWriter()

  private let isRecording: Bool
  private var page = FlatPage()

  package init(isRecording: Bool) { self.isRecording = isRecording }

  /// - Parameter colors: The colours of the page by token, if they are known.
  package mutating func finish(colors: [String: String]? = nil) -> FlatPage {
    page.bytes = out.bytes
    page.pictureSource.colors = colors
    page.lines.setEnds()
    return page
  }

  package mutating func begin(
    _ header: DumpHeader, feed name: String, size: Size, tail: (inout ByteWriter) -> Void
  ) {
    header.write(to: &out)
    out.write("feed ")
    out.write(word: name)
    out.write(" ")
    out.write(size: size)
    let start = out.count
    tail(&out)
    if isRecording {
      var scanner = DumpLineScanner(out.bytes, start..<out.count)
      page.header = header
      page.feed = FlatPage.Feed(
        name: name,
        size: Size(width: size.width.asWritten, height: size.height.asWritten),
        attributes: (try? scanner.decodedTail().attributes) ?? [])
    }
    out.write("\n")
  }

  package mutating func section(
    _ keyword: SectionKeyword, _ code: String, frame: Rect, tail: (inout ByteWriter) -> Void
  ) {
    out.write("  ")
    out.write(keyword.rawValue)
    out.write(" ")
    let start = out.count
    out.write(word: code)
    end(.section(keyword), level: 0, name: start..<out.count, frame: frame, tail: tail)
  }

  /// Writes the line of a node. Omits `number` if it is -1. Children of a section have `level` 1.
  /// - Parameters:
  ///   - kind: The kind of the node, which is recorded, but not written.
  ///   - index: The index of the node in its arena; -1 if it has none.
  package mutating func node(
    _ name: String, number: Int, string: String?, frame: Rect, level: Int, kind: NodeKind? = nil,
    index: Int = -1, tail: (inout ByteWriter) -> Void
  ) {
    out.write(byte: UInt8(ascii: " "), count: 2 + 2 * level)
    let start = out.count
    out.write(word: name)
    let end = out.count
    if number >= 0 {
      out.write("[")
      out.write(integer: number)
      out.write("]")
    }
    var text = 0..<0
    if let string {
      out.write(" ")
      let start = out.count
      out.write(jsonString: string)
      text = start..<out.count
    }
    self.end(
      .node, level: level, number: number, name: start..<end, string: text, frame: frame,
      nodeKind: kind, index: index, tail: tail)
  }

  /// Writes the number of omitted nodes and `what` as a line. `level` is as for `node`.
  package mutating func elided(_ count: Int, _ what: String, level: Int) {
    out.write(byte: UInt8(ascii: " "), count: 2 + 2 * level)
    out.write("… ")
    out.write(integer: count)
    out.write(" ")
    let start = out.count
    out.write(what)
    if isRecording {
      record(
        FlatPage.Line(
          kind: .elided, level: Int32(level), number: count,
          name: FlatPage.Span(start..<out.count)))
    }
    out.write("\n")
  }

  /// Writes the line for nodes that are deeper than `--depth`. `level` is as for `node`.
  package mutating func elided(_ count: Int, depth: Int, level: Int) {
    elided(count, "\(count == 1 ? "node" : "nodes") (--depth \(depth))", level: level)
  }

  package mutating func end(summary: String) {
    out.write("# ")
    out.write(summary)
    out.write("\n")
    page.summary = summary
  }

  private mutating func end(
    _ kind: FlatPage.Line.Kind, level: Int, number: Int = -1, name: Range<Int>,
    string: Range<Int> = 0..<0, frame: Rect, nodeKind: NodeKind? = nil, index: Int = -1,
    tail: (inout ByteWriter) -> Void
  ) {
    out.write(frame: frame)
    let start = out.count
    tail(&out)
    if isRecording {
      record(
        FlatPage.Line(
          kind: kind, level: Int32(level), number: number, name: FlatPage.Span(name),
          string: FlatPage.Span(string), tail: FlatPage.Span(start..<out.count),
          frame: Rect(
            x: frame.x.asWritten, y: frame.y.asWritten, width: frame.width.asWritten,
            height: frame.height.asWritten)), nodeKind, index)
    }
    out.write("\n")
  }

  private mutating func record(
    _ line: FlatPage.Line, _ kind: NodeKind? = nil, _ node: Int = -1
  ) {
    page.lines.append(line)
    page.pictureSource.kinds.append(kind)
    page.pictureSource.nodes.append(Int32(node))
  }
}

extension FlatPage {
  /// - Parameter keepsPage: Whether to keep the laid out page, from which pictures are drawn.
  package init(_ page: Page, options: RenderOptions, keepsPage: Bool = false) {
    var writer = DumpWriter(isRecording: true)
    DumpRenderer(options: options).write(page, to: &writer)
    self = writer.finish(colors: page.tokens)
    if keepsPage { (pictureSource.page, pictureSource.options) = (page, options) }
  }

  /// The dump in the form that the program writes, composed from the records.
  package var canonicalBytes: [UInt8] {
    var writer = DumpWriter(isRecording: false)
    writer.begin(header, feed: feed.name, size: feed.size) { out in
      out.write(Tail(attributes: feed.attributes))
    }
    for line in lines {
      let name = text(line.name)
      switch line.kind {
      case .section(let keyword):
        writer.section(keyword, name, frame: line.frame) { $0.write(tail(of: line)) }
      case .node:
        writer.node(
          name, number: line.number, string: line.string.isEmpty ? nil : text(line.string),
          frame: line.frame, level: Int(line.level)
        ) { $0.write(tail(of: line)) }
      case .elided: writer.elided(line.number, name, level: Int(line.level))
      }
    }
    if let summary { writer.end(summary: summary) }
    return writer.out.bytes
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ tail: FlatPage.Tail) {
    for attribute in tail.attributes { write(attribute: attribute.key, value: attribute.value) }
    for flag in tail.flags { write(flag: flag) }
    for code in tail.codes { write(code: code) }
  }
}
