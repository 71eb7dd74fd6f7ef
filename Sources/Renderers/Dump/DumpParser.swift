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
  private let bytes: [UInt8]
  private let isValid: Bool
  private var head = Page.Lines()
  private var feedID = ""
  private var summary: String?
  private var writer = LineWriter()
  /// The kind and the level of the last line; `nil` before the first section.
  private var last: (kind: Page.Line.Kind, level: Int)?
  private var scanner: DumpLineScanner
  private var diagnostics: [Diagnostic] = []

  private init(_ bytes: [UInt8], file: String) {
    self.file = file
    isValid = String(validating: bytes, as: UTF8.self) != nil
    self.bytes = bytes
    scanner = DumpLineScanner(bytes, 0..<0)
  }

  /// - Returns: the page, or `nil` and one `SE5002` for each invalid line.
  package static func parse(
    _ bytes: [UInt8], file: String
  ) -> (page: Page?, diagnostics: [Diagnostic]) {
    var parser = DumpParser(bytes, file: file)
    parser.read()
    guard parser.diagnostics.isEmpty else { return (nil, parser.diagnostics) }
    let lines = parser.writer.finished(summary: parser.summary)
    return (Page(read: lines, feedID: parser.feedID), [])
  }

  private mutating func read() {
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
  }

  private mutating func readLine(_ number: Int) throws(DumpSyntaxError) {
    switch number {
    case 0: try readHeader()
    case 1: try readFeed()
    default:
      guard summary == nil else { throw scanner.error(.noMore) }
      if scanner.next == UInt8(ascii: "#"), scanner.skip("# ") {
        summary = String(decoding: bytes[try scanner.rest()], as: UTF8.self)
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
      head.header = DumpHeader(
        scale: scale, frames: space, isUnrounded: scanner.skip(DumpHeader.unrounded))
      return
    }
    throw scanner.error(.header)
  }

  private mutating func readFeed() throws(DumpSyntaxError) {
    try scanner.expect("feed ", or: .feed)
    feedID = try scanner.word()
    try scanner.expect(" ", or: .size)
    head.size = try scanner.size()
    head.facts = try scanner.decodedTail().attributes
    head.reserveCapacity(bytes.count / 80)
    writer = LineWriter(head)
  }

  private mutating func readBody() throws(DumpSyntaxError) {
    let spaces = scanner.skipSpaces()
    guard spaces != 2 else { return try readSection() }
    guard let last else { throw scanner.error(.section) }
    guard spaces >= 4, spaces.isMultiple(of: 2) else { throw scanner.error(.indentation) }
    let level = spaces / 2 - 1
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
      return try readEnd(of: .section(keyword), level: 0, name: code)
    }
    throw scanner.error(.section)
  }

  private mutating func readNode(level: Int) throws(DumpSyntaxError) {
    // 0xE2 is the first byte of "…" in UTF-8. No bare name begins with it.
    if scanner.next == 0xE2, scanner.skip("… ") {
      let count = try scanner.integer()
      try scanner.expect(byte: UInt8(ascii: " "), or: .space)
      writer.elided(count, bytes[try scanner.rest()], level: level)
      last = (.elided, level)
      return
    }
    let name = try scanner.skipWord()
    var number = -1
    if scanner.skip(byte: UInt8(ascii: "[")) {
      number = try scanner.integer()
      try scanner.expect(byte: UInt8(ascii: "]"), or: .bracket)
    }
    try scanner.expect(byte: UInt8(ascii: " "), or: .point)
    var string = 0..<0
    if scanner.next == UInt8(ascii: "\"") {
      string = try scanner.skipString()
      try scanner.expect(byte: UInt8(ascii: " "), or: .point)
    }
    try readEnd(of: .node, level: level, number: number, name: name, string: string)
  }

  /// Reads the frame and the attributes of a line, and adds the line. Words get the quotes and
  /// escapes that the writer of dumps gives them.
  private mutating func readEnd(
    of kind: Page.Line.Kind, level: Int, number: Int = -1, name: Range<Int>,
    string: Range<Int> = 0..<0
  ) throws(DumpSyntaxError) {
    let frame = try scanner.frame()
    let (bytes, start) = (bytes, scanner)
    // Most lines have neither quotes nor lists behind the frame.
    var isPlain = true
    try scanner.tail { part in
      switch part {
      case .attribute(_, let value):
        isPlain = isPlain && !bytes[value].contains { $0 == Self.quote || $0 == UInt8(ascii: ",") }
      case .code(let code): isPlain = isPlain && bytes[code.lowerBound] != Self.quote
      case .flag: break
      }
    }
    let end = scanner
    writer.add(
      kind, level: level, number: number, frame: frame,
      name: { $0.write(word: name, in: bytes, end) },
      string: { if !string.isEmpty { $0.write(string: string, in: bytes, end) } },
      tail: { out in
        if isPlain {
          out.write(bytes[start.position..<end.position])
        } else if let tail = Self.tail(from: start) {
          for attribute in tail.attributes {
            out.write(attribute: attribute.key, value: attribute.value)
          }
          for flag in tail.flags { out.write(flag: flag) }
          for code in tail.codes { out.write(code: code) }
        }
      })
    last = (kind, level)
  }

  private static let quote = UInt8(ascii: "\"")

  private static func tail(from start: DumpLineScanner) -> Page.Tail? {
    var scanner = start
    return try? scanner.decodedTail()
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

extension ByteWriter {
  /// Writes a word that was scanned: without quotes if it needs none.
  fileprivate mutating func write(
    word: Range<Int>, in bytes: [UInt8], _ scanner: DumpLineScanner
  ) {
    if bytes[word.lowerBound] == UInt8(ascii: "\"") {
      write(word: scanner.text(word))
    } else {
      bytes.withUnsafeBufferPointer { write(UnsafeBufferPointer(rebasing: $0[word])) }
    }
  }

  /// Writes a string that was scanned, with its quotes.
  fileprivate mutating func write(
    string: Range<Int>, in bytes: [UInt8], _ scanner: DumpLineScanner
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      let content = UnsafeBufferPointer(
        rebasing: bytes[string.lowerBound + 1..<string.upperBound - 1])
      if content.contains(UInt8(ascii: "\\")) {
        write(jsonString: scanner.text(string))
      } else {
        write(jsonString: content)
      }
    }
  }
}
