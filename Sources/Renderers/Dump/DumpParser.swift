import Support
import LayoutCore
import Page

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
/// attr    = bare "=" (word | list)
/// word    = bare | string                                     bare = ASCII letters, digits, _ - . / : @ × +
/// list    = bare ("," bare)*                                  written only for text-lines
/// ```
package struct DumpParser {
  /// The maximum number of diagnostics. In a file that is not a dump, every line would cause one.
  package static let maximumFindings = 20

  private let file: String
  private let isValid: Bool
  private var page = FlatPage()
  private var scanner: DumpLineScanner
  private var diagnostics: [Diagnostic] = []

  private init(_ bytes: [UInt8], file: String) {
    self.file = file
    isValid = String(validating: bytes, as: UTF8.self) != nil
    page.bytes = bytes
    scanner = DumpLineScanner(bytes, 0..<0)
  }

  /// - Returns: the page, or `nil` and one `SE5002` for each invalid line.
  package static func parse(
    _ bytes: [UInt8], file: String
  ) -> (page: FlatPage?, diagnostics: [Diagnostic]) {
    var parser = DumpParser(bytes, file: file)
    parser.read()
    return (parser.diagnostics.isEmpty ? parser.page : nil, parser.diagnostics)
  }

  private mutating func read() {
    let bytes = page.bytes
    page.lines.reserveCapacity(bytes.count / 80)
    var start = 0
    var number = 0
    // A dump has at least two lines. The loop reads two lines even from a shorter file, so that a
    // missing line is reported.
    while start < bytes.count || number < 2 {
      let rest = bytes[min(start, bytes.count)...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = rest.startIndex..<end
      if bytes[line].last == UInt8(ascii: "\r") { line = line.dropLast() }
      scanner = DumpLineScanner(bytes, line, isValid: isValid)
      do {
        try readLine(number)
      } catch {
        report(error, line: bytes[line], number: number + 1)
        // If one of the first two lines is invalid, the file is not a dump, and reading ends.
        guard number >= 2, diagnostics.count < Self.maximumFindings else { return }
      }
      start = end + 1
      number += 1
    }
    page.lines.setEnds()
  }

  private mutating func readLine(_ number: Int) throws(DumpSyntaxError) {
    switch number {
    case 0: try readHeader()
    case 1: try readFeed()
    default:
      guard page.summary == nil else { throw scanner.error(.noMore) }
      if scanner.next == UInt8(ascii: "#"), scanner.skip("# ") {
        page.summary = String(decoding: page.bytes[try scanner.rest()], as: UTF8.self)
      } else {
        try readBody()
      }
    }
    guard scanner.isAtEnd else { throw scanner.error(.noMore) }
  }

  private mutating func readHeader() throws(DumpSyntaxError) {
    try scanner.expect(DumpHeader.prefix, or: .header)
    let scale = try scanner.number(.header)
    try scanner.expect(DumpHeader.spaces, or: .header)
    for space in [PixelGrid.Space.parent, .absolute]
    where scanner.skip(DumpHeader.word(of: space)) {
      page.header = DumpHeader(
        scale: scale, frames: space, isUnrounded: scanner.skip(DumpHeader.unrounded))
      return
    }
    throw scanner.error(.header)
  }

  private mutating func readFeed() throws(DumpSyntaxError) {
    try scanner.expect("feed ", or: .feed)
    let name = try scanner.word()
    try scanner.expect(" ", or: .size)
    let size = try scanner.size()
    page.feed = FlatPage.Feed(
      name: name, size: size, attributes: try scanner.decodedTail().attributes)
  }

  private mutating func readBody() throws(DumpSyntaxError) {
    let spaces = scanner.skipSpaces()
    guard spaces != 2 else { return try readSection() }
    guard let last = page.lines.last else { throw scanner.error(.section) }
    guard spaces >= 4, spaces.isMultiple(of: 2) else { throw scanner.error(.indentation) }
    let level = Int32(spaces / 2 - 1)
    guard level <= (last.kind == .elided ? last.level : last.level + 1) else {
      throw scanner.error(.indentation)
    }
    try readNode(level: level)
  }

  private static let keywords = SectionKeyword.allCases.map { ("\($0.rawValue) ", $0) }

  private mutating func readSection() throws(DumpSyntaxError) {
    for (word, keyword) in Self.keywords where scanner.skip(word) {
      let code = try scanner.skipWord()
      try scanner.expect(byte: UInt8(ascii: " "), or: .point)
      return try readEnd(
        of: .init(kind: .section(keyword), level: 0, number: -1, name: FlatPage.Span(code)))
    }
    throw scanner.error(.section)
  }

  private mutating func readNode(level: Int32) throws(DumpSyntaxError) {
    // 0xE2 is the first byte of "…" in UTF-8. No bare name begins with it.
    if scanner.next == 0xE2, scanner.skip("… ") {
      let count = try scanner.integer()
      try scanner.expect(byte: UInt8(ascii: " "), or: .space)
      let text = FlatPage.Span(try scanner.rest())
      return page.lines.append(.init(kind: .elided, level: level, number: count, name: text))
    }
    let name = FlatPage.Span(try scanner.skipWord())
    var line = FlatPage.Line(kind: .node, level: level, number: -1, name: name)
    if scanner.skip(byte: UInt8(ascii: "[")) {
      line.number = try scanner.integer()
      try scanner.expect(byte: UInt8(ascii: "]"), or: .bracket)
    }
    try scanner.expect(byte: UInt8(ascii: " "), or: .point)
    if scanner.next == UInt8(ascii: "\"") {
      line.string = FlatPage.Span(try scanner.skipString())
      try scanner.expect(byte: UInt8(ascii: " "), or: .point)
    }
    try readEnd(of: line)
  }

  private mutating func readEnd(of line: FlatPage.Line) throws(DumpSyntaxError) {
    var line = line
    line.frame = try scanner.frame()
    let start = scanner.position
    try scanner.tail { _ in }
    line.tail = FlatPage.Span(start..<scanner.position)
    page.lines.append(line)
  }

  private mutating func report(_ error: DumpSyntaxError, line: ArraySlice<UInt8>, number: Int) {
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
        .invalidDump, .error, "line \(number) is not a line of a layout dump",
        at: SourceLocation(
          file: file, line: number, column: column + 1,
          excerpt: Excerpt(
            lines: [Excerpt.Line(number: number, text: excerpt)],
            marked: marked..<min(marked + 1, max(shown, marked)))),
        label: "expected \(error.expected.rawValue), found \(found)",
        notes: ["the dump is not used"],
        helps: ["write a new one: `sectionengine dump FEED -o FILE`"]))
  }

  private static let maximumExcerpt = 200
}
