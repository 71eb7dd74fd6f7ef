import Support

/// A full-screen terminal view with a scrollable body, a panel below it, and a status line.
///
/// ```
///     0 │ ── Harbour news ───────
///       │ The ferry sails again …
/// error[SE3001]: ticker.so is incomplete
///  ticker.so changed · the last good picture · q quits
/// ```
package struct PanedScreen: Sendable {
  package var rows: Int
  package var columns: Int
  private let cells: CellWidth
  private var body: [Row] = []
  private var panel: [Row] = []
  /// The index of the first visible row of the body.
  package private(set) var top = 0

  private struct Row {
    var bytes: ArraySlice<UInt8>
    var cells: Int
  }

  package static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  package static let leave = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  package init(rows: Int, columns: Int, ambiguous: Int = 1) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
    cells = CellWidth(ambiguous: ambiguous)
  }

  /// Sets the content. A line that is too long continues in the next row.
  package mutating func set(body: [UInt8], panel: [UInt8]) {
    self.body = wrapped(body)
    self.panel = wrapped(panel)
    while let last = self.panel.last, last.cells == 0 { self.panel.removeLast() }
    scroll(to: top)
  }

  /// Makes a row of the body, counted from 0, the first visible one, as far as the body allows.
  package mutating func scroll(to row: Int) { top = max(0, min(row, body.count - bodyRows)) }
  /// Scrolls down; up if `rows` is negative.
  package mutating func scroll(by rows: Int) { scroll(to: top + rows) }
  package mutating func scrollToEnd() { scroll(to: body.count) }

  /// The number of rows in which the body is visible.
  package var bodyRows: Int { max(0, rows - 1 - panelRows) }

  private var panelRows: Int {
    let free = rows - 1
    return min(panel.count, max(free / 2, free - body.count))
  }

  package var position: String? {
    guard body.count > bodyRows else { return nil }
    return "\(top + 1)-\(min(body.count, top + bodyRows)) of \(body.count)"
  }

  /// Returns the bytes that overwrite every cell. Clearing the screen first would cause flicker.
  package func frame(status: String, color: Bool) -> [UInt8] {
    var shown = Array(body.dropFirst(top).prefix(bodyRows))
    var panel = Array(self.panel.prefix(panelRows))
    if panelRows < self.panel.count, !panel.isEmpty {
      let rest = self.panel.count - panelRows + 1
      panel[panel.count - 1] = row("… \(rest) more lines: d shows all")
    }
    shown += panel
    var out = ByteWriter()
    // Terminals with synchronized output display the whole frame at once.
    out.write("\u{1B}[?2026h\u{1B}[H")
    for index in 0..<max(0, rows - 1) {
      if index < shown.count { write(shown[index], to: &out) } else { out.write("\u{1B}[K") }
      out.write("\r\n")
    }
    let line = row(status)
    if color { out.write("\u{1B}[7m") }
    write(line, to: &out, padded: color)
    out.write("\u{1B}[?2026l")
    return out.bytes
  }

  private func write(_ row: Row, to out: inout ByteWriter, padded: Bool = false) {
    out.write(row.bytes)
    if padded { out.write(byte: 0x20, count: columns - row.cells) }
    out.write("\u{1B}[0m")
    // If the row is full, the cursor is at the last column, and erasing would clear that column.
    if row.cells < columns, !padded { out.write("\u{1B}[K") }
  }

  private func row(_ text: String) -> Row {
    wrapped(Array(text.utf8)).first ?? Row(bytes: [], cells: 0)
  }

  private func wrapped(_ bytes: [UInt8]) -> [Row] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.flatMap { wrapped(line: $0) }
  }

  private func wrapped(line: ArraySlice<UInt8>) -> [Row] {
    // An ASCII byte takes at most one cell, so this line fits into one row.
    if line.count <= columns, !line.contains(0x1B), line.allSatisfy({ $0 < 0x80 }) {
      return [Row(bytes: line, cells: line.count)]
    }
    var rows: [Row] = []
    var row = Row(bytes: [], cells: 0)
    var style: ArraySlice<UInt8> = []
    var rest = line
    while let first = rest.first {
      if first == 0x1B {
        // A style sequence takes no cell. The style continues in the next row.
        let end = rest.firstIndex(of: UInt8(ascii: "m")) ?? rest.index(before: rest.endIndex)
        style = rest[...end]
        row.bytes += style
        rest = rest[(end + 1)...]
        continue
      }
      let end = rest.firstIndex(of: 0x1B) ?? rest.endIndex
      for character in String(decoding: rest[..<end], as: UTF8.self) {
        let width = cells.width(of: character)
        if row.cells + width > columns, row.cells > 0 {
          rows.append(row)
          row = Row(bytes: style, cells: 0)
        }
        row.bytes += character.utf8
        row.cells += width
      }
      rest = rest[end...]
    }
    rows.append(row)
    return rows
  }
}
