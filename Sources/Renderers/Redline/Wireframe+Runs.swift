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

extension RedlineDrawing {
  /// Returns the pieces of a line: backgrounds, images, texts, underlines and strikethroughs.
  func line(_ line: Wireframe.Text.StyledLine, in frame: Rect, isColored: Bool) -> XML {
    var xml: XML = ""
    for piece in line.pieces {
      let x = frame.x + piece.x
      let y = frame.y + line.baseline - line.top - piece.rise
      let size = Double(piece.font.size)
      if !piece.background.isEmpty {
        let block = Rect(x: x, y: y - size, width: piece.width, height: size * 1.25)
        xml += "<rect class=\"item\"\(block)\(fill(piece.background))/>"
      }
      if let height = piece.imageHeight {
        let frame = Rect(x: x, y: y - height, width: piece.width, height: height)
        xml += wireframe.pictures.image(piece.picture, in: frame) ?? "<rect class=\"img\"\(frame)/>"
        continue
      }
      xml += group(fill: piece.color) { hasColor in
        let name = isColored || hasColor ? "" : piece.font.weight >= 600 ? "t" : "s"
        let rules = [
          (TextRun.Traits.strike, y - size * 0.3), (.underline, y + size * 0.12),
        ].filter { piece.traits.contains($0.0) }.map { _, y -> XML in
          let rule = Rect(x: x, y: y, width: piece.width, height: max(0.5, size / 16))
          return "<rect class=\"\(name)\"\(rule)/>"
        }
        return "\(text(of: piece, class: name, x: x, y: y))\(rules)"
      }
    }
    return xml
  }

  private func text(
    of piece: Wireframe.Text.Piece, class name: String, x: Double, y: Double
  ) -> XML {
    let isItalic = piece.traits.contains(.italic)
    // Italic text without an italic face, and spaced text, use the viewer's font.
    if isItalic == piece.font.isItalic, !piece.isSpaced,
      let drawn = glyphs?.part(piece.text, piece.font, class: name, x: x, y: y)
    {
      return drawn
    }
    // `x` is the left edge. Right-to-left text ends there.
    let direction: XML? =
      piece.isRightToLeft
      ? " direction=\"rtl\" text-anchor=\"end\""
      : wireframe.isRightToLeft ? " direction=\"ltr\"" : nil
    return """
      <text class="\(name)" x="\(x)" y="\(y)" font-size="\(Double(piece.font.size))"\
      \(weight(Int(piece.font.weight)))\(isItalic ? " font-style=\"italic\"" : nil)\(direction)\
      \(length(piece.width, of: piece.text)) xml:space="preserve">\(piece.text)</text>
      """
  }
}
