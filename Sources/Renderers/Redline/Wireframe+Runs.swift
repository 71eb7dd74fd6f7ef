import LayoutCore

extension [Wireframe.Text.Line] {
  /// Adds the parts of lines of a text with runs.
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
    // The offset shrinks with the font.
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
  /// Writes the parts of a line with runs: backgrounds, pictures, texts, and lines through them.
  func write(
    _ line: Wireframe.Text.StyledLine, in frame: Rect, isColored: Bool,
    to out: inout ByteWriter
  ) {
    for piece in line.pieces {
      let x = frame.x + piece.x
      let y = frame.y + line.baseline - line.top - piece.rise
      let size = Double(piece.font.size)
      if !piece.background.isEmpty {
        writeBlock(
          Rect(x: x, y: y - size, width: piece.width, height: size * 1.25), class: "item",
          token: piece.background, to: &out)
      }
      if let height = piece.imageHeight {
        let picture = Rect(x: x, y: y - height, width: piece.width, height: height)
        let isDrawn = wireframe.pictures.write(
          piece.picture, in: picture, radius: 0, mode: .fill, color: nil, id: "", to: &out)
        if !isDrawn { out.write(markup: "<rect class=\"img\"\(picture)/>") }
        continue
      }
      let hasColor = beginGroup(fill: piece.color, to: &out)
      let name = isColored || hasColor ? "" : piece.font.weight >= 600 ? "t" : "s"
      write(piece, class: name, x: x, y: y, to: &out)
      let rules = [
        (TextRun.Traits.strike, y - size * 0.3), (.underline, y + size * 0.12),
      ]
      for (trait, y) in rules where piece.traits.contains(trait) {
        writeBlock(
          Rect(x: x, y: y, width: piece.width, height: max(0.5, size / 16)), class: name, to: &out)
      }
      if hasColor { out.write("</g>") }
    }
  }

  private func writeBlock(
    _ frame: Rect, class name: String, token: String = "", to out: inout ByteWriter
  ) {
    out.write(markup: "<rect class=\"\(name)\"\(frame)")
    write(fill: token, to: &out)
    out.write("/>")
  }

  private func write(
    _ piece: Wireframe.Text.Piece, class name: String, x: Double, y: Double,
    to out: inout ByteWriter
  ) {
    // Without an italic face, the reader's fonts are italic. They are also spaced to the measured width.
    if let glyphs, piece.traits.contains(.italic) == piece.font.isItalic, !piece.isSpaced,
      glyphs.write(piece.text, piece.font, class: name, x: x, y: y, to: &out)
    {
      return
    }
    out.write(markup: "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\"")
    out.write(markup: " font-size=\"\(Double(piece.font.size))\"")
    if piece.font.weight != 400 { out.write(" font-weight=\"\(piece.font.weight)\"") }
    if piece.traits.contains(.italic) { out.write(" font-style=\"italic\"") }
    if piece.isRightToLeft {
      // The start of text from right to left is at the right.
      out.write(" direction=\"rtl\" text-anchor=\"end\"")
    } else if wireframe.isRightToLeft {
      out.write(" direction=\"ltr\"")
    }
    if piece.width > 0, !piece.text.hasJoinedLetters {
      out.write(markup: " textLength=\"\(piece.width)\" lengthAdjust=\"spacing\"")
    }
    out.write(markup: " xml:space=\"preserve\">\(piece.text)</text>")
  }
}
