import LayoutCore

extension DumpDocument {
  /// Appends the dump in its canonical form.
  package func write(to out: inout ByteWriter) {
    header.write(to: &out)
    out.write("feed ")
    out.write(word: feed.name)
    out.write(" ")
    out.write(size: feed.size)
    Self.write(feed.attributes, flags: [], codes: [], to: &out)
    for section in sections {
      out.write("  ")
      out.write(section.keyword.rawValue)
      out.write(" ")
      out.write(word: section.code)
      out.write(frame: section.frame)
      Self.write(section.attributes, flags: section.flags, codes: section.codes, to: &out)
      for line in section.lines { line.write(to: &out) }
    }
    if let summary {
      out.write("# ")
      out.write(summary)
      out.write("\n")
    }
  }

  /// Writes the end of a line: attributes, flags and codes.
  fileprivate static func write(
    _ attributes: [Attribute], flags: [String], codes: [String], to out: inout ByteWriter
  ) {
    for attribute in attributes { out.write(attribute: attribute.key, word: attribute.value) }
    for flag in flags {
      out.write(" !")
      out.write(flag)
    }
    for code in codes {
      out.write(" ")
      out.write(word: code)
    }
    out.write("\n")
  }
}

extension DumpDocument.Line {
  fileprivate func write(to out: inout ByteWriter) {
    out.write(byte: UInt8(ascii: " "), count: 4 + 2 * level)
    switch content {
    case .elided(let count, let what):
      out.write("… ")
      out.write(integer: count)
      out.write(" ")
      out.write(what)
      out.write("\n")
    case .node(let node):
      out.write(word: node.name)
      if let index = node.index {
        out.write("[")
        out.write(integer: index)
        out.write("]")
      }
      if let string = node.string {
        out.write(" ")
        out.write(jsonString: string)
      }
      out.write(frame: node.frame)
      DumpDocument.write(node.attributes, flags: node.flags, codes: node.codes, to: &out)
    }
  }
}
