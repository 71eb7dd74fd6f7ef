import Support
import LayoutCore

/// Reads layout dumps.
///
/// ```
/// file    = header feed section* summary?
/// header  = "# layout-dump v1 · unit pt · scale " number
///           " · section frames in feed, node frames in " ("parent" | "section") " · unrounded"?
/// feed    = "feed " word " " size (" " attr)*
/// section = "  " ("section" | "top" | "bottom") " " word " " frame (" " attr)* (" !" name)* (" " code)*
/// node    = indent word ("[" int "]")? (" " string)? " " frame (" " attr)* (" !" name)* (" " code)*
/// elided  = indent "… " int " " text                         indent = 4, 6, 8 … spaces
/// summary = "# " text
/// frame   = "@" number "," number " " size                    size = number "x" number
/// attr    = bare "=" word
/// word    = bare | string                                     bare = ASCII letters, digits, _ - . / : @ × +
/// ```
package struct DumpParser {
  /// The maximum number of findings. A file that is not a dump would cause one per line.
  package static let maximumFindings = 20

  private let file: String
  private let bytes: [UInt8]
  private let isValid: Bool
  private var header: DumpHeader?
  private var feed: FlatPage.Feed?
  private var lines: [FlatPage.Line] = []
  private var summary: String?
  private var diagnostics: [Diagnostic] = []

  private init(_ bytes: [UInt8], file: String) {
    self.file = file
    self.bytes = bytes
    isValid = String(validating: bytes, as: UTF8.self) != nil
  }

  /// - Returns: the page, or `nil` and one `SE5002` for each line that cannot be read.
  package static func parse(
    _ bytes: [UInt8], file: String
  ) -> (page: FlatPage?, diagnostics: [Diagnostic]) {
    var parser = DumpParser(bytes, file: file)
    parser.read()
    return (parser.diagnostics.isEmpty ? parser.result : nil, parser.diagnostics)
  }

  private var result: FlatPage? {
    guard let header, let feed else { return nil }
    return FlatPage(bytes: bytes, header: header, feed: feed, lines: lines, summary: summary)
  }

  private mutating func read() {
    lines.reserveCapacity(bytes.count / 80)
    var start = 0
    var number = 0
    // Every dump has at least two lines, so an empty file reports that they are missing.
    while start < bytes.count || number < 2 {
      let rest = bytes[min(start, bytes.count)...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = rest.startIndex..<end
      if bytes[line].last == UInt8(ascii: "\r") { line = line.dropLast() }
      do {
        try read(line, number: number)
      } catch {
        report(error, line: bytes[line], number: number + 1)
        // Without its first two lines, the file is not a dump.
        guard number >= 2, diagnostics.count < Self.maximumFindings else { return }
      }
      start = end + 1
      number += 1
    }
    lines.setEnds()
  }

  private mutating func read(_ line: Range<Int>, number: Int) throws(DumpSyntaxError) {
    var scanner = DumpLineScanner(bytes, line, isValid: isValid)
    switch number {
    case 0: header = try readHeader(&scanner)
    case 1: feed = try readFeed(&scanner)
    default:
      guard summary == nil else { throw scanner.error(.noMore) }
      if scanner.next == UInt8(ascii: "#"), scanner.skip("# ") {
        summary = String(decoding: bytes[try scanner.rest()], as: UTF8.self)
      } else {
        try readBody(&scanner)
      }
    }
    guard scanner.isAtEnd else { throw scanner.error(.noMore) }
  }

  private func readHeader(
    _ scanner: inout DumpLineScanner
  ) throws(DumpSyntaxError) -> DumpHeader {
    try scanner.expect(DumpHeader.prefix, or: .header)
    let scale = try scanner.number(.header)
    try scanner.expect(DumpHeader.spaces, or: .header)
    for space in [PixelGrid.Space.parent, .absolute]
    where scanner.skip(DumpHeader.word(of: space)) {
      return DumpHeader(
        scale: scale, frames: space, isUnrounded: scanner.skip(DumpHeader.unrounded))
    }
    throw scanner.error(.header)
  }

  private func readFeed(
    _ scanner: inout DumpLineScanner
  ) throws(DumpSyntaxError) -> FlatPage.Feed {
    try scanner.expect("feed ", or: .feed)
    let name = try scanner.word()
    try scanner.expect(" ", or: .size)
    let size = try scanner.size()
    return FlatPage.Feed(
      name: name, size: size, attributes: try scanner.decodedTail().attributes)
  }

  private mutating func readBody(_ scanner: inout DumpLineScanner) throws(DumpSyntaxError) {
    let spaces = scanner.skipSpaces()
    guard spaces != 2 else { return lines.append(try readSection(&scanner)) }
    guard let last = lines.last else { throw scanner.error(.section) }
    guard spaces >= 4, spaces.isMultiple(of: 2) else { throw scanner.error(.indentation) }
    let level = Int32(spaces / 2 - 1)
    guard level <= (last.kind == .elided ? last.level : last.level + 1) else {
      throw scanner.error(.indentation)
    }
    lines.append(try readLine(&scanner, level: level))
  }

  private static let keywords = FlatPage.Keyword.allCases.map { ("\($0.rawValue) ", $0) }

  private func readSection(
    _ scanner: inout DumpLineScanner
  ) throws(DumpSyntaxError) -> FlatPage.Line {
    for (word, keyword) in Self.keywords where scanner.skip(word) {
      let code = try scanner.skipWord()
      try scanner.expect(byte: UInt8(ascii: " "), or: .point)
      let line = FlatPage.Line(
        kind: .section(keyword), level: 0, number: -1, name: FlatPage.Span(code))
      return try readEnd(&scanner, of: line)
    }
    throw scanner.error(.section)
  }

  private func readLine(
    _ scanner: inout DumpLineScanner, level: Int32
  ) throws(DumpSyntaxError) -> FlatPage.Line {
    // The first byte of "…". No bare name begins with it.
    if scanner.next == 0xE2, scanner.skip("… ") {
      let count = try scanner.integer()
      try scanner.expect(" ")
      return FlatPage.Line(
        kind: .elided, level: level, number: count, name: FlatPage.Span(try scanner.rest()))
    }
    var line = FlatPage.Line(
      kind: .node, level: level, number: -1, name: FlatPage.Span(try scanner.skipWord()))
    if scanner.skip(byte: UInt8(ascii: "[")) {
      line.number = try scanner.integer()
      try scanner.expect("]")
    }
    try scanner.expect(byte: UInt8(ascii: " "), or: .point)
    if scanner.next == UInt8(ascii: "\"") {
      line.string = FlatPage.Span(try scanner.skipString())
      try scanner.expect(byte: UInt8(ascii: " "), or: .point)
    }
    return try readEnd(&scanner, of: line)
  }

  private func readEnd(
    _ scanner: inout DumpLineScanner, of line: FlatPage.Line
  ) throws(DumpSyntaxError) -> FlatPage.Line {
    var line = line
    line.frame = try scanner.frame()
    let start = scanner.position
    try scanner.tail { _ in }
    line.tail = FlatPage.Span(start..<scanner.position)
    return line
  }

  private mutating func report(
    _ error: DumpSyntaxError, line: ArraySlice<UInt8>, number: Int
  ) {
    let text = String(decoding: line, as: UTF8.self)
    let before = String(decoding: line.prefix(error.offset), as: UTF8.self)
    let column = before.unicodeScalars.count
    let rest = String(text.unicodeScalars.dropFirst(column).prefix(12))
    let found = rest.isEmpty ? "the end of the line" : "`\(rest)`"
    let excerpt = String(text.unicodeScalars.prefix(Self.maximumExcerpt))
    let shown = excerpt.unicodeScalars.count
    let marked = min(column, shown)
    diagnostics.append(
      Diagnostic(
        .invalidDump, .error, "line \(number) is no line of a layout dump",
        at: SourceLocation(
          file: file, line: number, column: column + 1,
          excerpt: Excerpt(
            lines: [Excerpt.Line(number: number, text: excerpt)],
            marked: marked..<min(marked + 1, max(shown, marked)))),
        label: "expected \(error.expected.words), found \(found)",
        notes: ["the dump is not used"],
        helps: ["write a new one: `sectionengine dump FEED -o FILE`"]))
  }

  private static let maximumExcerpt = 200
}
