import Support
import LayoutCore

extension RedlineDrawing {
  /// Draws the page width, the section heights, the hatched gaps and insets, and their numbers.
  func drawMeasures(on canvas: inout some Canvas) {
    let y = layout.bounds.y - 14
    let width = wireframe.size.width
    drawGaps(on: &canvas)
    canvas.begin(CanvasGroup(name: "measures"))
    canvas.endLine()
    canvas.path(
      CanvasPath(
        .move(0, y), .across(to: width), .move(0, y - 4), .downBy(8), .move(width, y - 4),
        .downBy(8)), Paint("dim"))
    canvas.label(points(width), .number, at: Point(x: width / 2, y: y - 5))
    canvas.endLine()
    for height in layout.heights { drawHeight(height, on: &canvas) }
    drawSizes(on: &canvas)
    canvas.end()
    canvas.endLine()
  }

  package var gaps: XML { svg { drawGaps(on: &$0) } }

  package var sizes: XML { svg { drawSizes(on: &$0) } }

  private func drawGaps(on canvas: inout some Canvas) {
    let band = Rect(
      x: layout.bounds.x, y: -.greatestFiniteMagnitude / 4, width: layout.bounds.width,
      height: .greatestFiniteMagnitude / 2)
    canvas.begin(CanvasGroup(name: "gaps"))
    canvas.endLine()
    for (index, measure) in wireframe.measures.enumerated() where measure.kind != .size {
      let shown = measure.frame.intersection(band)
      guard shown.width > 0, shown.height > 0 else { continue }
      let word = if case .gap = measure.kind { "gap" } else { "inset" }
      canvas.begin(CanvasGroup(title: ["\(word) \(points(measure.value))"]))
      canvas.rect(shown, Paint("gap"))
      canvas.rect(shown, Paint(isHatched: true))
      drawNumber(of: index, on: &canvas)
      canvas.end()
      canvas.endLine()
    }
    canvas.end()
    canvas.endLine()
  }

  private func drawSizes(on canvas: inout some Canvas) {
    for (index, measure) in wireframe.measures.enumerated()
    where measure.kind == .size && layout.labels[index] != nil {
      drawNumber(of: index, on: &canvas)
      canvas.endLine()
    }
  }

  private func drawNumber(of index: Int, on canvas: inout some Canvas) {
    guard let label = layout.labels[index] else { return }
    canvas.label(label.text, .number, at: Point(x: label.center, y: label.baseline))
  }

  private func drawHeight(_ height: RedlineHeight, on canvas: inout some Canvas) {
    let frame = wireframe.sections[height.section].frame
    let x = layout.bounds.x - 26 - Double(height.lane) * RedlineLayout.laneWidth
    var style = RedlineTextStyle.number
    style.side = .right
    canvas.path(
      CanvasPath(
        .move(x, frame.y), .down(to: frame.maxY), .move(x - 4, frame.y), .acrossBy(8),
        .move(x - 4, frame.maxY), .acrossBy(8)), Paint("dim"))
    if height.showsNumber {
      let middle = frame.y + frame.height / 2 + 4
      canvas.label(points(frame.height), style, at: Point(x: x - 8, y: middle))
    }
    canvas.endLine()
  }

  /// Draws the numbered badges, the legend next to them, and lines from the legend to the sections.
  func drawLegend(on canvas: inout some Canvas) {
    let edge = layout.bounds.maxX
    canvas.begin(CanvasGroup(name: "legend", isLeftToRight: true))
    canvas.endLine()
    for (number, entry) in layout.legend.enumerated() {
      let frame = wireframe.sections[entry.section].frame
      let y = entry.y + 12
      let start = min(frame.y + 16, frame.y + frame.height / 2)
      canvas.path(CanvasPath(.move(frame.maxX, start), .line(edge + 14, y)), Paint("clip"))
      canvas.circle(Point(x: edge + 24, y: y), radius: 10, Paint("badge"))
      canvas.label("\(number + 1)", .badge, at: Point(x: edge + 24, y: y + 4))
      for (index, line) in entry.lines.enumerated() {
        let baseline = y + 4 + Double(index) * RedlineLegendEntry.lineHeight
        canvas.label(
          line.text, line.style, at: Point(x: edge + RedlineLayout.legendOffset, y: baseline))
      }
      canvas.endLine()
    }
    canvas.end()
    canvas.endLine()
  }
}
