import Diagnostics
import LayoutCore

/// Reads layout dumps.
///
/// ```
/// file    = header feed section* summary?
/// header  = "# layout-dump v1 · unit pt · scale " int
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
  /// Findings beyond this one are not reported: a file that is no dump would give one a line.
  package static let maximumFindings = 20

  private let file: String
  private var document: DumpDocument?
  private var header: DumpHeader?
  private var feed: DumpDocument.Feed?
  private var sections: [DumpDocument.Section] = []
  private var summary: String?
  private var diagnostics: [Diagnostic] = []

  private init(file: String) { self.file = file }

  /// Reads a dump.
  ///
  /// - Parameter file: what diagnostics call it.
  /// - Returns: the document, or `nil` and one `SE5002` for each line that cannot be read.
  ///   Complexity: linear in the bytes.
  package static func parse(
    _ bytes: [UInt8], file: String
  ) -> (document: DumpDocument?, diagnostics: [Diagnostic]) {
    var parser = DumpParser(file: file)
    parser.read(bytes)
    return (parser.diagnostics.isEmpty ? parser.result : nil, parser.diagnostics)
  }

  private var result: DumpDocument? {
    guard let header, let feed else { return nil }
    return DumpDocument(header: header, feed: feed, sections: sections, summary: summary)
  }

  private mutating func read(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A dump ends with a line break.
    if lines.last?.isEmpty == true { lines.removeLast() }
    for index in lines.indices where lines[index].last == UInt8(ascii: "\r") {
      lines[index].removeLast()
    }
    for number in 0..<max(2, lines.count) {
      let line = number < lines.count ? lines[number] : []
      do {
        try read(line, number: number)
      } catch {
        report(error, line: line, number: number + 1)
        // Without the first two lines it is no dump.
        guard number >= 2, diagnostics.count < Self.maximumFindings else { return }
      }
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(DumpSyntaxError) {
    var scanner = DumpLineScanner(line)
    switch number {
    case 0: header = try readHeader(&scanner)
    case 1: feed = try readFeed(&scanner)
    default:
      guard summary == nil else { throw scanner.error(.noMore) }
      if scanner.skip("# ") {
        summary = try scanner.rest()
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
    let scale = try scanner.integer(.header)
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
  ) throws(DumpSyntaxError) -> DumpDocument.Feed {
    try scanner.expect("feed ", or: .feed)
    let name = try scanner.word()
    try scanner.expect(" ", or: .size)
    let size = try scanner.size()
    return DumpDocument.Feed(
      name: name, size: size, attributes: try readTail(&scanner).attributes)
  }

  private mutating func readBody(_ scanner: inout DumpLineScanner) throws(DumpSyntaxError) {
    let spaces = scanner.skipSpaces()
    if spaces == 2 {
      sections.append(try readSection(&scanner))
    } else {
      guard let last = sections.indices.last else { throw scanner.error(.section) }
      guard spaces >= 4, spaces.isMultiple(of: 2) else { throw scanner.error(.indentation) }
      let level = spaces / 2 - 2
      let deepest =
        switch sections[last].lines.last {
        case .some(let line):
          if case .node = line.content { line.level + 1 } else { line.level }
        case nil: 0
        }
      guard level <= deepest else { throw scanner.error(.indentation) }
      sections[last].lines.append(
        DumpDocument.Line(level: level, try readContent(&scanner)))
    }
  }

  private func readSection(
    _ scanner: inout DumpLineScanner
  ) throws(DumpSyntaxError) -> DumpDocument.Section {
    for keyword in DumpDocument.Section.Keyword.allCases
    where scanner.skip("\(keyword.rawValue) ") {
      let code = try scanner.word()
      try scanner.expect(" ", or: .point)
      let frame = try scanner.frame()
      let tail = try readTail(&scanner)
      return DumpDocument.Section(
        keyword: keyword, code: code, frame: frame, attributes: tail.attributes,
        flags: tail.flags, codes: tail.codes)
    }
    throw scanner.error(.section)
  }

  private func readContent(
    _ scanner: inout DumpLineScanner
  ) throws(DumpSyntaxError) -> DumpDocument.Line.Content {
    if scanner.skip("… ") {
      let count = try scanner.integer()
      try scanner.expect(" ")
      return .elided(count: count, what: try scanner.rest())
    }
    let name = try scanner.word()
    var index: Int?
    if scanner.skip("[") {
      index = try scanner.integer()
      try scanner.expect("]")
    }
    try scanner.expect(" ", or: .point)
    var string: String?
    if scanner.next == UInt8(ascii: "\"") {
      string = try scanner.string()
      try scanner.expect(" ", or: .point)
    }
    let frame = try scanner.frame()
    let tail = try readTail(&scanner)
    return .node(
      DumpDocument.Node(
        name: name, index: index, string: string, frame: frame, attributes: tail.attributes,
        flags: tail.flags, codes: tail.codes))
  }

  private typealias Tail = (
    attributes: [DumpDocument.Attribute], flags: [String], codes: [String]
  )

  /// What ends a line: attributes, then flags, then codes.
  private func readTail(_ scanner: inout DumpLineScanner) throws(DumpSyntaxError) -> Tail {
    var tail: Tail = ([], [], [])
    while scanner.skip(" ") {
      if scanner.skip("!") {
        guard tail.codes.isEmpty else { throw scanner.error(.noMore) }
        tail.flags.append(try scanner.bare())
        continue
      }
      let start = scanner.offset
      let isQuoted = scanner.next == UInt8(ascii: "\"")
      let word = try scanner.word()
      if !isQuoted, scanner.skip("=") {
        guard tail.flags.isEmpty, tail.codes.isEmpty else {
          throw DumpSyntaxError(offset: start, expected: .noMore)
        }
        tail.attributes.append(DumpDocument.Attribute(word, try scanner.word()))
      } else {
        tail.codes.append(word)
      }
    }
    return tail
  }

  private mutating func report(
    _ error: DumpSyntaxError, line: ArraySlice<UInt8>, number: Int
  ) {
    let text = String(decoding: line, as: UTF8.self)
    let before = String(decoding: line.prefix(error.offset), as: UTF8.self)
    let column = before.unicodeScalars.count
    let rest = String(text.unicodeScalars.dropFirst(column).prefix(12))
    let found = rest.isEmpty ? "the end of the line" : "`\(rest)`"
    let shown = min(text.unicodeScalars.count, Self.maximumExcerpt)
    let marked = min(column, shown)
    diagnostics.append(
      Diagnostic(
        .invalidDump, .error, "line \(number) is no line of a layout dump",
        at: SourceLocation(
          file: file, line: number, column: column + 1,
          excerpt: Excerpt(
            lines: [
              Excerpt.Line(
                number: number, text: String(text.unicodeScalars.prefix(Self.maximumExcerpt)))
            ],
            marked: marked..<min(marked + 1, max(shown, marked)))),
        label: "expected \(error.expected.words), found \(found)",
        notes: ["the dump is not used"],
        helps: ["write a new one: `sectionengine dump FEED -o FILE`"]))
  }

  private static let maximumExcerpt = 200
}

extension DumpSyntaxError.Expectation {
  fileprivate var words: String {
    switch self {
    case .header: "the header line `\(DumpHeader.prefix)…`"
    case .feed: "`feed NAME WIDTHxHEIGHT`"
    case .section: "two spaces and `section CODE @X,Y WIDTHxHEIGHT`"
    case .indentation: "an indentation of the section, the line above, or two spaces more"
    case .noMore: "nothing more"
    case .word: "a word or a quoted string"
    case .string: "a quoted string"
    case .number: "a number"
    case .size: "a size `WIDTHxHEIGHT`"
    case .point: "a point `@X,Y`"
    case .count: "a count"
    case .escape: "an escape of JSON"
    case .unicode: "valid UTF-8"
    case .literal(let text): "`\(text)`"
    }
  }
}
