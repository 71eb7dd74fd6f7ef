import Support
import LayoutCore
import Page
import Renderers

/// Text on its way to a terminal: widths of characters, lines that fit, and pictures of pages.
///
/// The first line of an input contains the options: a number of columns, and letters that each set
/// one option. Each further line is a node: spaces for its depth, a letter for its kind, a digit
/// for its width, and its text.
enum Text {
  static func run(_ bytes: [UInt8]) throws(Violation) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let options = options(lines[0])
    let isMirrored = lines[0].contains(UInt8(ascii: "r"))
    try checkCells(lines.dropFirst().map { String(decoding: $0, as: UTF8.self) }, options)
    let page = page(lines.dropFirst(), isMirrored)
    let picture = TextRenderer(options: options).bytes(of: page)
    try hold(picture == TextRenderer(options: options).bytes(of: page), "two pictures of one page")
    try checkPicture(picture, options)
    try checkScreen(picture, bytes, options)
    try checkHarmless(bytes)
    _ = TerminalKey.keys(in: bytes)
  }

  private static func options(_ line: ArraySlice<UInt8>) -> RenderOptions {
    var options = RenderOptions()
    let digits = line.prefix { (0x30...0x39).contains($0) }.prefix(3)
    options.columns = Int(String(decoding: digits, as: UTF8.self)) ?? 80
    let letters = Set(line.dropFirst(digits.count))
    func has(_ letter: Unicode.Scalar) -> Bool { letters.contains(UInt8(ascii: letter)) }
    options.charset = has("a") ? .ascii : .unicode
    options.ambiguous = has("w") ? 2 : 1
    options.annotate = has("n")
    options.color = has("c")
    options.accessibility = has("v")
    options.all = has("l")
    return options
  }

  // MARK: Cells

  /// Checks that a drawn text takes as many cells as its glyphs, but not more than the row has.
  private static func checkCells(_ texts: [String], _ options: RenderOptions) throws(Violation) {
    let width = CellWidth(ambiguous: options.ambiguous)
    let columns = max(options.columns, 1)
    for text in texts.prefix(50) {
      var glyphs = Glyphs(charset: options.charset, ambiguous: options.ambiguous)
      let drawn = glyphs.glyphs(of: text)
      let cells = drawn.reduce(0) { $0 + $1.width }
      var buffer = CellBuffer(columns: columns, rows: 3)
      buffer.put(drawn, row: 0, column: 0)
      buffer.put(drawn, row: 1, column: -3)
      buffer.put(drawn, row: 1, column: columns / 2, clip: 1..<max(1, columns - 1))
      buffer.put(drawn, row: 2, column: 0, clip: 0..<columns / 2)
      var out = ByteWriter()
      buffer.write(to: &out, glyphs: glyphs, color: false)
      let rows = String(decoding: out.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      try hold(rows.count == 4, "\(rows.count) rows of 3")
      for row in rows {
        try hold(width.width(of: row) <= columns, "a row of \(width.width(of: row)) cells")
        try checkScalars(row)
      }
      // Spaces at the end of a row are not written.
      let last = drawn.reversed().drop { $0 == glyphs.glyphs(of: " ").first }
      let written = last.reduce(0) { $0 + $1.width }
      if cells <= columns {
        try hold(
          width.width(of: rows[0]) <= written, "\(written) cells are \(width.width(of: rows[0]))")
      }
    }
  }

  private static func checkScalars(_ line: Substring) throws(Violation) {
    let control = line.unicodeScalars.first {
      $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.properties.isBidiControl
    }
    try hold(control == nil, "U+\(String(control?.value ?? 0, radix: 16)) is written")
  }

  // MARK: Pages

  /// Returns a page with a new section after every empty line.
  private static func page(_ lines: ArraySlice<ArraySlice<UInt8>>, _ isMirrored: Bool)
    -> Page
  {
    var sections: [Section] = []
    for nodes in lines.prefix(200).split(whereSeparator: \.isEmpty) {
      let title = String(decoding: nodes.first ?? [], as: UTF8.self)
      var section = Section(
        blockCode: title.isEmpty ? "A" : title, provider: .init(id: "a", version: "1"))
      section.title = title
      section.arena.begin(.box)
      for line in nodes { add(line, to: &section.arena) }
      while section.arena.depth > 0 { section.arena.end() }
      section.rows = [Section.Row(node: 0, height: nil)]
      sections.append(section)
    }
    let environment = LayoutEnvironment(width: 390, direction: isMirrored ? .rtl : .ltr)
    let measurer = RecordedTextMeasurer()
    let diagnostics = sections.prefix(3).map {
      Diagnostic(
        .unknownBlock, .warning, $0.title,
        at: SourceLocation(
          file: $0.title, line: 1, column: 3, path: $0.title,
          excerpt: Excerpt(
            lines: [Excerpt.Line(number: 1, text: $0.title)],
            marked: 0..<min(2, $0.title.unicodeScalars.count))), label: $0.title,
        notes: [$0.title], helps: ["look"])
    }
    return Page(
      feedID: "a", title: sections.first?.title ?? "", layoutName: "a@1",
      environment: environment,
      sections: LayoutEngine(environment: environment, measurer: measurer, threads: 1)
        .layOut(sections),
      measurer: measurer, diagnostics: diagnostics)
  }

  private static func add(_ line: ArraySlice<UInt8>, to arena: inout NodeArena) {
    let depth = line.prefix { $0 == 0x20 }.count
    while arena.depth > depth + 1 { arena.end() }
    let word = line.dropFirst(depth)
    let letter = Int(word.first ?? 0)
    let kind = NodeKind.allCases[letter % NodeKind.allCases.count]
    let digit = Int(word.dropFirst().first ?? 0) % 10
    let text = word.dropFirst(2)
    // Texts in the engine are always valid UTF-8.
    let bytes = Array(String(decoding: text, as: UTF8.self).utf8)
    var content = NodeContent()
    content.text = arena.addText(bytes)
    content.label = content.text
    if letter & 0x20 == 0 { content.badge = content.text }
    content.maxLines = UInt32(digit % 3)
    content.textAlign = TextAlign.allCases[digit % 3]
    content.role = AccessibilityRole.allCases[digit % AccessibilityRole.allCases.count]
    content.count = UInt32(digit)
    content.actionTarget = digit == 7 ? content.text : .empty
    content.cornerRadius = Float(digit)
    var style = Style()
    style.width = digit == 0 ? .auto : .points(Float(digit * 40))
    style.height = kind == .image ? .points(Float(digit * 20)) : .auto
    style.flexDirection = digit % 2 == 0 ? .column : .row
    arena.begin(kind, style: style, content: content)
  }

  private static func checkPicture(
    _ picture: [UInt8], _ options: RenderOptions
  ) throws(Violation) {
    let width = CellWidth(ambiguous: options.ambiguous)
    let columns = max(options.columns, 16)
    for line in plain(picture).split(separator: "\n", omittingEmptySubsequences: false) {
      try hold(
        width.width(of: line) <= columns,
        "a line of \(width.width(of: line)) cells in \(columns) columns: \(line)")
      try hold(line.last != " ", "a line ends with a space")
      try checkScalars(line)
    }
  }

  /// Returns the text without the sequences that set colours.
  private static func plain(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      guard first == 0x1B, rest.first == UInt8(ascii: "[") else {
        result.append(first)
        continue
      }
      rest = rest.drop { $0 != UInt8(ascii: "m") }.dropFirst()
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Terminals

  /// Checks that every row of a screen fits, with settings that depend on the input.
  private static func checkScreen(
    _ picture: [UInt8], _ bytes: [UInt8], _ options: RenderOptions
  ) throws(Violation) {
    var out = ByteWriter()
    let diagnostic = Diagnostic(
      .unknownBlock, .warning, String(decoding: bytes.prefix(200), as: UTF8.self),
      helps: ["look"])
    DiagnosticPrinter(color: options.color).write([diagnostic], to: &out)
    var screen = PanedScreen(
      rows: bytes.count % 30, columns: options.columns, ambiguous: options.ambiguous)
    screen.set(body: picture, panel: out.bytes)
    screen.scrollToEnd()
    screen.scroll(by: -2)
    let width = CellWidth(ambiguous: options.ambiguous)
    let frame = screen.frame(status: "status · \(screen.position ?? "")", color: options.color)
    let text = String(decoding: frame, as: UTF8.self)
      .replacing("\u{1B}[?2026h", with: "").replacing("\u{1B}[?2026l", with: "")
      .replacing("\u{1B}[H", with: "").replacing("\u{1B}[K", with: "")
    let rows = plain(Array(text.utf8)).split(separator: "\r\n", omittingEmptySubsequences: false)
    try hold(rows.count == max(1, bytes.count % 30), "\(rows.count) rows")
    for row in rows {
      // A character that is wider than the screen is alone in its row.
      let isAlone = row.count == 1
      try hold(
        isAlone || width.width(of: row) <= max(1, options.columns),
        "a row of \(width.width(of: row)) cells in \(options.columns) columns")
    }
  }

  /// Checks that line feeds, tabs and colours are the only remaining control characters.
  private static func checkHarmless(_ bytes: [UInt8]) throws(Violation) {
    for allowsColor in [false, true] {
      let text = TerminalText.harmless(bytes, allowsColor: allowsColor)
      let shown = allowsColor ? Array(plain(text).utf8) : text
      for line in String(decoding: shown, as: UTF8.self).split(separator: "\n") {
        let control = line.unicodeScalars.first {
          ($0.value < 0x20 && $0.value != 9) || (0x7F..<0xA0).contains($0.value)
        }
        try hold(control == nil, "U+\(String(control?.value ?? 0, radix: 16)) is let through")
      }
    }
  }
}
