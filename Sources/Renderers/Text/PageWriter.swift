import Support
import LayoutCore
import Page

/// Step 4 of text rendering: writes the lines of a page, section by section, with one buffer.
struct PageWriter {
  let page: Page
  let options: RenderOptions
  let columns: PageColumns
  var buffer: CellBuffer

  private var grid: PixelGrid { page.environment.grid }
  private var scale: PageScale { columns.scale(width: page.environment.width) }
  private var blankGlyphs: Glyphs {
    Glyphs(charset: options.charset, ambiguous: options.ambiguous, bidi: options.bidi)
  }
  private func number(_ value: Double) -> String { points(grid.snap(value)) }
  private var isRightToLeft: Bool { page.environment.direction == .rtl }

  /// Writes the heading: "发现  414 × 1470 pt @2x · light · 7 sections, 7 rows".
  mutating func writeHeading(to out: inout ByteWriter) {
    var glyphs = blankGlyphs
    let drawing = glyphs.drawing
    let environment = page.environment
    let rows = page.sections.reduce(0) { $0 + $1.rows.count }
    let title = glyphs.glyphs(of: page.title.isEmpty ? page.feedID : page.title)
    let size = "\(number(environment.width)) \(drawing.times) \(number(page.height)) pt"
    var words = ["\(size) @\(scaleText(environment.scale))x"]
    if let viewport = page.viewport {
      words.append(" \(drawing.separator) scrolled to \(number(viewport.top))")
    }
    words += [
      " \(drawing.separator) \(environment.appearance.rawValue)",
      " \(drawing.separator) \(counted(page.sections.count, "section"))",
      ", \(counted(rows, "row"))",
    ]
    let facts = words.map { glyphs.glyphs(of: $0) }
    buffer.reset(rows: 1)
    let room = columns.end - columns.title
    let shown = title.fitted(
      to: max(room - facts.reduce(2) { $0 + $1.width }, room / 3), ellipsis: drawing.ellipsis)
    buffer.put(shown, row: 0, column: columns.title, style: .strong)
    var column = columns.title + (shown.isEmpty ? 0 : shown.width + 2)
    // Facts are never shortened. The first fact that does not fit and all later facts are omitted.
    for fact in facts {
      guard column + fact.width <= columns.end else { break }
      buffer.put(fact, row: 0, column: column)
      column += fact.width
    }
    finish(glyphs, to: &out)
  }

  /// Writes the last line: the y coordinate of the end of the feed, or of the screen if smaller.
  mutating func writeHeight(to out: inout ByteWriter) {
    var glyphs = blankGlyphs
    buffer.reset(rows: page.sections.isEmpty ? 2 : 1)
    let end = page.viewport.map { min($0.bottom, page.height) } ?? page.height
    putGutter(end, row: buffer.rows - 1, &glyphs)
    finish(glyphs, to: &out)
  }

  /// Writes the list below the page: the accessible elements in reading order.
  ///
  /// ```
  ///      reading order
  ///    1 header "Playlists" @0,0 414x40
  ///    2 button "Morning, 42万" @10,45 120x160
  ///    5 button "Night train" @530,45 120x160 off screen
  /// ```
  mutating func write(_ elements: [AccessibleElement], to out: inout ByteWriter) {
    writeLine(number: "", "", to: &out)
    writeLine(number: "", "reading order", to: &out)
    for element in elements {
      // If the line is too long, the text is shortened, never the frame.
      var tail = ByteWriter()
      tail.write(frame: element.target)
      if element.isOffscreen { tail.write(" off screen") }
      var words = ByteWriter()
      words.write("\(element.role) ")
      words.write(jsonString: element.label)
      writeLine(number: "\(element.order)", words.string, tail.string, to: &out)
    }
  }

  private mutating func writeLine(
    number: String, _ text: String, _ tail: String = "", to out: inout ByteWriter
  ) {
    var glyphs = blankGlyphs
    buffer.reset(rows: 1)
    let order = glyphs.glyphs(of: number)
    buffer.put(order, row: 0, column: max(0, columns.gutter - order.width), style: .faint)
    let end = glyphs.glyphs(of: tail)
    let room = columns.all - columns.title
    let shown = glyphs.glyphs(of: text)
      .fitted(to: max(room - end.width, room / 3), ellipsis: glyphs.drawing.ellipsis)
    put(shown, row: 0, columns: columns.title..<columns.all, style: .plain)
    put(end, row: 0, columns: (columns.title + shown.width)..<columns.all, style: .faint)
    buffer.write(to: &out, glyphs: glyphs, color: options.color)
  }

  /// - Parameter isBar: Whether the section is a bar, which has its own coordinates and shows no y.
  mutating func write(_ section: PlacedSection, isBar: Bool = false, to out: inout ByteWriter) {
    let viewport = isBar ? nil : page.viewport
    let top = viewport.map { $0.top - section.frame.y } ?? -.infinity
    let bottom = viewport.map { $0.bottom - section.frame.y } ?? .infinity
    let window = top...max(top, bottom)
    var flattener = SectionFlattener(
      section: section, arena: section.arena, texts: TextCounts(section.arena), scale: scale,
      measurer: page.measurer, isRightToLeft: isRightToLeft, window: window, glyphs: blankGlyphs)
    flattener.flatten()
    let rows = SectionRows(flattener.drawables, scale: scale)
    var glyphs = flattener.glyphs
    let notes =
      columns.inspector == nil
      ? [] : isBar ? [(glyphs.glyphs(of: "(chrome)"), .faint)] : notes(about: section, &glyphs)
    buffer.reset(rows: 1 + max(rows.count, notes.count, 1))
    if !isBar {
      putGutter(section.frame.y + max(0, window.lowerBound), row: 1, &glyphs)
      putPlacement(of: section, &glyphs)
    }
    if rows.count == 0 {
      put(
        glyphs.glyphs(of: section.blockCode), row: 1, columns: columns.title..<columns.end,
        style: .faint)
    }
    let painter = SectionPainter(
      scale: scale, drawing: glyphs.drawing, titleColumn: columns.title, firstRow: 1,
      cutsLeft: glyphs.isVisual && isRightToLeft)
    painter.paint(rows.drawables, on: &buffer)
    if let column = columns.inspector {
      for (row, note) in notes.enumerated() {
        put(note.text, row: row + 1, columns: column..<columns.all, style: note.style)
      }
    }
    finish(glyphs, to: &out)
  }

  /// Writes the placement of a floating or overlay section into the blank line above the section.
  private mutating func putPlacement(of section: PlacedSection, _ glyphs: inout Glyphs) {
    guard section.placement != .flow else { return }
    let word = glyphs.glyphs(of: section.placement.word)
      .fitted(to: scale.columns, ellipsis: glyphs.drawing.ellipsis)
    let column = isRightToLeft ? scale.origin : columns.end - word.width
    buffer.put(word, row: 0, column: column, style: .faint)
  }

  private mutating func put(_ text: [Glyph], row: Int, columns: Range<Int>, style: CellStyle) {
    let fitted = text.fitted(to: columns.count, ellipsis: blankGlyphs.drawing.ellipsis)
    buffer.put(fitted, row: row, column: columns.lowerBound, style: style)
  }

  private mutating func putGutter(_ y: Double, row: Int, _ glyphs: inout Glyphs) {
    let number = glyphs.glyphs(of: number(y))
      .fitted(to: columns.gutter, ellipsis: glyphs.drawing.ellipsis)
    buffer.put(number, row: row, column: columns.gutter - number.width, style: .faint)
  }

  /// Writes the buffer, with the divider of the inspector on every line.
  private mutating func finish(_ glyphs: Glyphs, to out: inout ByteWriter) {
    if let divider = columns.divider {
      for row in 0..<buffer.rows {
        buffer.put(glyphs.drawing.divider, row: row, column: divider, style: .faint)
      }
    }
    buffer.write(to: &out, glyphs: glyphs, color: options.color)
  }

  /// Returns the inspector lines of a section, with their styles:
  ///
  /// ```
  /// ┊ HOMEPAGE_BLOCK_PLAYLIST_RCMD
  /// ┊ y  280  h 240  rows 1 × 240
  /// ┊ card-rail@1.2.0  ! SE3008
  /// ```
  private func notes(
    about section: PlacedSection, _ glyphs: inout Glyphs
  ) -> [(text: [Glyph], style: CellStyle)] {
    let frame = grid.frame(of: section)
    let y = number(frame.y)
    let padding = String(repeating: " ", count: max(0, columns.gutter - y.count))
    let rows = rows(of: section, times: glyphs.drawing.times)
    var notes: [(text: [Glyph], style: CellStyle)] = [
      (glyphs.glyphs(of: section.blockCode), .plain),
      (glyphs.glyphs(of: "y \(padding)\(y)  h \(number(frame.height))  \(rows)"), .faint),
    ]
    let codes = section.diagnosticCodes
    let words = [section.provider.words, codes.isEmpty ? "" : "! \(codes.joined(separator: " "))"]
      .filter { !$0.isEmpty }.joined(separator: "  ")
    if !words.isEmpty {
      notes.append((glyphs.glyphs(of: words), codes.isEmpty ? .faint : .warning))
    }
    if let fallback = section.fallback, let start = columns.inspector {
      notes += glyphs.wrapped(fallback.words, to: columns.all - start).map { ($0, .warning) }
    }
    return notes
  }

  private func rows(of section: PlacedSection, times: Unicode.Scalar) -> String {
    guard let low = section.rowHeights.min(), let high = section.rowHeights.max() else {
      return "rows \(section.rows.count)"
    }
    let (first, last) = (number(low), number(high))
    let range = first == last ? first : "\(first)-\(last)"
    return "rows \(section.rowHeights.count) \(times) \(range)"
  }
}
