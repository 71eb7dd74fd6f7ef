import LayoutCore

extension [Wireframe.Text.Line] {
  /// Adds the styled pieces of each line of a text with runs.
  mutating func add(_ styled: StyledLines, of node: LayoutNode, isRightToLeft: Bool) {
    var text = node.text
    let drawn = text.withUTF8 { styled.drawn($0, isRightToLeft: isRightToLeft) }
    for (index, line) in drawn.enumerated() where indices.contains(index) {
      self[index].styled = .init(
        top: line.top, height: line.height, baseline: line.baseline,
        indent: index == 0 ? styled.indent : 0,
        pieces: line.pieces.map { Wireframe.Text.Piece($0, of: node) })
    }
  }
}

extension Wireframe.Text.Piece {
  fileprivate init(_ piece: StyledLines.Piece, of node: LayoutNode) {
    self.init(
      text: piece.range.isEmpty ? "…" : node.text(in: piece.range), font: piece.font, x: piece.x,
      width: piece.width, isRightToLeft: piece.isRightToLeft, isSpaced: piece.isSpaced)
    guard let index = piece.run else { return }
    let run = node.arena.runs[index]
    // If the font is scaled down to fit, the baseline offset is scaled by the same factor.
    let own = run.font.size > 0 ? run.font.size : node.content.font.size
    rise = Double(run.baselineOffset) * (own > 0 ? Double(piece.font.size / own) : 1)
    traits = run.traits
    color = node.arena.string(run.color)
    background = node.arena.string(run.background)
    if run.image.count > 0 {
      imageHeight = Double(run.imageHeight)
      picture = node.arena.string(run.image)
    }
  }
}

extension Wireframe.Text.Piece {
  /// Whether the glyphs of the font set draw the piece: not if it is italic without an italic face,
  /// or spaced.
  var hasOwnGlyphs: Bool { traits.contains(.italic) == font.isItalic && !isSpaced }
}

extension RedlineDrawing {
  /// Draws the pieces of a line: backgrounds, images, texts, underlines and strikethroughs.
  func drawLine(
    _ line: Wireframe.Text.StyledLine, in frame: Rect, isColored: Bool,
    on canvas: inout some Canvas
  ) {
    for piece in line.pieces {
      let x = frame.x + piece.x
      let y = frame.y + line.baseline - line.top - piece.rise
      let size = Double(piece.font.size)
      if !piece.background.isEmpty {
        let block = Rect(x: x, y: y - size, width: piece.width, height: size * 1.25)
        canvas.rect(block, Paint("item", fill: fill(piece.background)))
      }
      if let height = piece.imageHeight {
        let frame = Rect(x: x, y: y - height, width: piece.width, height: height)
        if let picture = wireframe.pictures.image(piece.picture, in: frame) {
          canvas.image(picture)
        } else {
          canvas.rect(frame, Paint("img"))
        }
        continue
      }
      let hasColor = begin(fill: piece.color, on: &canvas)
      let paint = Paint(isColored || hasColor ? "" : piece.font.weight >= 600 ? "t" : "s")
      canvas.piece(piece, at: Point(x: x, y: y), paint)
      let rules = [(TextRun.Traits.strike, y - size * 0.3), (.underline, y + size * 0.12)]
      for (trait, y) in rules where piece.traits.contains(trait) {
        let rule = Rect(x: x, y: y, width: piece.width, height: max(0.5, size / 16))
        canvas.rect(rule, paint)
      }
      if hasColor { canvas.end() }
    }
  }
}
