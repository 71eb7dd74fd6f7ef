/// Step 3 of text rendering: draws a section's drawables, which have rows now, into a cell buffer.
struct SectionPainter {
  let scale: PageScale
  let drawing: DrawingSet
  let titleColumn: Int
  let firstRow: Int
  /// Whether too long lines are shortened at the left, because the page is right-to-left.
  let cutsLeft: Bool

  func paint(_ drawables: [Drawable], on buffer: inout CellBuffer) {
    for drawable in drawables { paintOutline(drawable, on: &buffer) }
    var spans = spans(of: drawables)
    spans.sort { $0.key < $1.key }
    for index in spans.indices where spans[index].line != nil {
      paint(index, of: &spans, drawables, on: &buffer)
    }
  }

  private func paintOutline(_ drawable: Drawable, on buffer: inout CellBuffer) {
    let row = firstRow + drawable.firstRow
    let columns = scale.columns(of: drawable.frame)
    let clip = visible(drawable)
    switch drawable.shape {
    case .lines: break
    case .box(let isDashed):
      let box = CellBox(
        columns: columns.clamped(to: clip), top: row, bottom: firstRow + drawable.lastRow,
        isCutLeft: columns.lowerBound < clip.lowerBound,
        isCutRight: columns.upperBound > clip.upperBound, isDashed: isDashed)
      buffer.draw(box, with: drawing, style: drawable.style)
    case .pill:
      let ends: [(Unicode.Scalar, Int)] = [
        ("(", columns.lowerBound), (")", columns.upperBound - 1),
      ]
      for (end, column) in ends where clip.contains(column) {
        buffer.put(end, row: row, column: column, style: drawable.style)
      }
    case .rule(let rule): paint(rule, row: row, on: &buffer)
    }
  }

  private func paint(_ rule: HeaderRule, row: Int, on buffer: inout CellBuffer) {
    let end = scale.page.upperBound
    let room = end - titleColumn
    // If the line is too short for the title and the other texts, the title keeps two thirds,
    // because it is more important.
    let spare = max(room - 4 - rule.title.width, room / 3 - 4)
    let other = rule.other.fitted(
      to: rule.other.width <= room / 2 ? room : spare, ellipsis: drawing.ellipsis,
      cutsLeft: cutsLeft)
    let titleRoom = max(room - (other.isEmpty ? 0 : other.width + 3), 0)
    let title = rule.title.fitted(to: titleRoom, ellipsis: drawing.ellipsis, cutsLeft: cutsLeft)
    let (left, right) = rule.isMirrored ? (other, title) : (title, other)
    let styles: (CellStyle, CellStyle) = rule.isMirrored ? (.plain, .strong) : (.strong, .plain)
    let lineStart = titleColumn + (left.isEmpty ? 0 : left.width + 1)
    let lineEnd = end - (right.isEmpty ? 0 : right.width + 1)
    if lineStart < lineEnd {
      buffer.fill(drawing.horizontal, row: row, columns: lineStart..<lineEnd, style: .faint)
    }
    buffer.put(left, row: row, column: titleColumn, style: styles.0)
    buffer.put(right, row: row, column: end - right.width, style: styles.1)
  }

  /// The cells of a drawable in one row, before its text extends into free cells beside it.
  private struct Span {
    var row: Int
    /// The index of the containing drawable, or -1. Only spans in the same container can collide.
    var container: Int
    var cells: Range<Int>
    var drawable: Int
    /// The index of the drawable's line; `nil` for a box or pill, which only occupies cells.
    var line: Int?
    var key: (Int, Int, Int, Int) { (row, container, cells.lowerBound, drawable) }
  }

  private func spans(of drawables: [Drawable]) -> [Span] {
    var spans: [Span] = []
    for (index, drawable) in drawables.enumerated() {
      let frame = scale.columns(of: drawable.frame)
      let container = drawable.container ?? -1
      switch drawable.shape {
      case .rule: break
      case .box, .pill:
        for row in drawable.firstRow...drawable.lastRow {
          spans.append(Span(row: row, container: container, cells: frame, drawable: index))
        }
      case .lines(let lines):
        for (line, glyphs) in lines.enumerated() {
          let start = drawable.alignment.start(of: glyphs.width, in: frame)
          spans.append(
            Span(
              row: drawable.firstRow + line, container: container,
              cells: (start..<(start + glyphs.width)).clamped(to: frame), drawable: index,
              line: line))
        }
      }
    }
    return spans
  }

  private func paint(
    _ index: Int, of spans: inout [Span], _ drawables: [Drawable], on buffer: inout CellBuffer
  ) {
    let span = spans[index]
    let drawable = drawables[span.drawable]
    guard case .lines(let lines) = drawable.shape, let line = span.line else { return }
    let glyphs = lines[line]
    let width = glyphs.width
    var frame = scale.columns(of: drawable.frame)
    var clip = visible(drawable)
    var room = Int.min..<Int.max
    if let container = drawable.container {
      if drawable.isCentered(in: drawables[container]) {
        frame = scale.columns(of: drawables[container].frame)
      }
      room = drawables[container].inside(scale, for: width)
      clip = clip.clamped(to: visible(drawables[container]))
    } else {
      // Text shows an ellipsis only if the edge of its frame is on screen; otherwise it is clipped.
      let lower = frame.lowerBound >= clip.lowerBound ? clip.lowerBound : Int.min
      let upper = frame.upperBound <= clip.upperBound ? clip.upperBound : Int.max
      room = lower..<max(lower, upper)
    }
    room = free(around: index, in: spans, within: room)
    var start = drawable.alignment.start(of: width, in: frame)
    // Left-aligned text outside containers keeps its start; other text moves to stay readable.
    let mayMove = drawable.container != nil || drawable.alignment != .left
    if mayMove, room.upperBound != .max { start = min(start, room.upperBound - width) }
    start = max(start, room.lowerBound)
    let cells = room.upperBound == .max ? width : max(0, room.upperBound - start)
    let fitted = glyphs.fitted(to: cells, ellipsis: drawing.ellipsis, cutsLeft: cutsLeft)
    spans[index].cells = start..<(start + fitted.width)
    buffer.put(fitted, row: firstRow + span.row, column: start, clip: clip, style: drawable.style)
  }

  /// Returns the free cells between the neighbours in the row, except one beside each neighbour.
  private func free(around index: Int, in spans: [Span], within room: Range<Int>) -> Range<Int> {
    let span = spans[index]
    var lower = room.lowerBound
    var upper = room.upperBound
    if index > 0 {
      let previous = spans[index - 1]
      if previous.row == span.row, previous.container == span.container {
        lower = max(lower, min(previous.cells.upperBound + 1, span.cells.lowerBound))
      }
    }
    if index + 1 < spans.count {
      let next = spans[index + 1]
      if next.row == span.row, next.container == span.container {
        upper = min(upper, max(next.cells.lowerBound - 1, span.cells.upperBound))
      }
    }
    return lower..<max(lower, upper)
  }

  private func visible(_ drawable: Drawable) -> Range<Int> {
    scale.columns(drawable.clip.minX, drawable.clip.maxX).clamped(to: scale.page)
  }
}
