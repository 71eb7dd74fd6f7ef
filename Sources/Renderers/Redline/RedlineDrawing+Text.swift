import LayoutCore

extension RedlineDrawing {
  /// Writes the lines of a text with the positions and widths that the measurer computed.
  func writeText(of box: Wireframe.Box, to out: inout ByteWriter) {
    guard let text = box.text, text.size > 0 else { return }
    var box = box
    // The group that contains the text has the shift already.
    box.shift = 0
    let isColored = beginGroup(fill: box.color.isEmpty ? "text" : box.color, to: &out)
    defer { if isColored { out.write("</g>") } }
    if box.kind == .icon { return writeSymbol(of: box, text, isColored: isColored, to: &out) }
    let isRightToLeft = text.string.isRightToLeft ?? wireframe.isRightToLeft
    for (index, line) in text.lines.enumerated() where !line.text.isEmpty {
      let frame = text.frame(ofLine: index, in: box, wireframe)
      if let styled = line.styled {
        write(styled, in: frame, isColored: isColored, to: &out)
        continue
      }
      let name = isColored ? "" : text.weight >= 600 ? "t" : "s"
      if let glyphs, let source = line.source,
        glyphs.write(
          source, of: text, class: name, x: frame.x, y: frame.y + text.ascent, to: &out)
      {
        continue
      }
      let side = text.side(in: box, wireframe)
      let x =
        switch side {
        case .left: frame.x
        case .center: frame.x + frame.width / 2
        case .right: frame.maxX
        }
      out.write(
        markup: """
          <text class="\(name)" x="\(x)" y="\(frame.y + text.ascent)" \
          font-size="\(text.size)"
          """)
      if text.weight != 400 { out.write(" font-weight=\"\(text.weight)\"") }
      // The direction is explicit, because that of the surrounding document may differ.
      if isRightToLeft || wireframe.isRightToLeft {
        out.write(isRightToLeft ? " direction=\"rtl\"" : " direction=\"ltr\"")
      }
      if side == .center {
        out.write(" text-anchor=\"middle\"")
      } else if (side == .right) != isRightToLeft {
        // The end of left-to-right text is at the right.
        out.write(" text-anchor=\"end\"")
      }
      // The reader's fonts are spaced to the measured width. Joined letters stay as they are.
      if line.width > 0, !line.text.hasJoinedLetters {
        out.write(markup: " textLength=\"\(line.width)\" lengthAdjust=\"spacing\"")
      }
      out.write(markup: ">\(line.text)</text>")
    }
  }

  /// Writes a symbol of one or two characters. An icon's name is not drawn.
  private func writeSymbol(
    of box: Wireframe.Box, _ text: Wireframe.Text, isColored: Bool, to out: inout ByteWriter
  ) {
    guard text.string.count <= 2, box.frame.height > 0 else { return }
    let size = min(text.size, box.frame.height * 0.8)
    // The style sheet has no rule for the class of a coloured symbol.
    writeCentered(
      text.string, in: box.frame, descent: size * 0.36, size: size,
      style: isColored ? "symbol" : "s", to: &out)
  }

  /// - Parameter descent: the distance of the baseline from the middle of the frame.
  private func writeCentered(
    _ text: String, in frame: Rect, descent: Double = 4, size: Double = 11, style: String = "s",
    to out: inout ByteWriter
  ) {
    write(
      text, RedlineTextStyle(name: style, size: size, side: .center),
      x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 + descent, to: &out)
  }

  /// Writes a text of the redline itself.
  func write(
    _ text: String, _ style: RedlineTextStyle, x: Double, y: Double, to out: inout ByteWriter
  ) {
    if let glyphs, glyphs.write(text, style, x: x, y: y, to: &out) { return }
    out.write(markup: "<text class=\"\(style.name)\" x=\"\(x)\" y=\"\(y)\"")
    switch style.side {
    // The style sheet has the sizes of the others, and centers numbers.
    case .center where style.name.hasPrefix("s"):
      out.write(markup: " font-size=\"\(style.size)\" text-anchor=\"middle\"")
    case .right: out.write(" style=\"text-anchor:end\"")
    case .left, .center: break
    }
    out.write(markup: ">\(text)</text>")
  }

  /// Writes the badge of an image into the corner that the layout found room in.
  func writeBadge(of index: Int, to out: inout ByteWriter) {
    guard let badge = layout.badges[index] else { return }
    out.write(markup: "<rect class=\"mark\"\(badge.frame) rx=\"7.5\"/>")
    write(
      badge.text, RedlineTextStyle(name: "s", size: 10, side: .center), x: badge.center,
      y: badge.frame.y + 11, to: &out)
  }

  /// Writes one dot per page, or "3/120" if there is no room for the dots.
  func writeDots(of box: Wireframe.Box, to out: inout ByteWriter) {
    let frame = box.frame
    guard box.count > 0, frame.width > 0, frame.height > 0 else { return }
    let current = min(box.current, box.count - 1)
    let step = min(12, frame.width / Double(box.count))
    guard box.count <= 40, step >= 3 else {
      return writeCentered("\(current + 1)/\(box.count)", in: frame, to: &out)
    }
    let radius = min(3, frame.height / 2, step / 3)
    let middle = frame.x + frame.width / 2
    for dot in 0..<box.count {
      let place = wireframe.isRightToLeft ? box.count - 1 - dot : dot
      let x = middle + (Double(place) - Double(box.count - 1) / 2) * step
      out.write(
        markup: """
          <circle class="dot\(dot == current ? " on" : "")" cx="\(x)" \
          cy="\(frame.y + frame.height / 2)" r="\(radius)"
          """)
      if dot == current { write(fill: box.color, to: &out) }
      out.write("/>")
    }
  }

  func writeLabel(of box: Wireframe.Box, to out: inout ByteWriter) {
    let label = box.text?.string ?? box.label
    guard !label.isEmpty, box.frame.height >= 14 else { return }
    writeCentered(label.shortened, in: box.frame, style: "s warn", to: &out)
  }
}

extension Wireframe.Text {

  /// Returns the side of the box that lines are aligned with.
  func side(in box: Wireframe.Box, _ wireframe: Wireframe) -> Side {
    Self.isCentered(box) ? .center : align.side(isRightToLeft: wireframe.isRightToLeft)
  }
}

extension String {
  /// Whether the letters of a script are joined, which spaces between them would divide: those from
  /// the Hebrew block up to the ideographs, and the presentation forms.
  var hasJoinedLetters: Bool {
    unicodeScalars.contains {
      (0x0590...0x1FFF).contains($0.value) || (0xA800...0xABFF).contains($0.value)
        || (0xFB1D...0xFEFC).contains($0.value) || (0x1_0800...0x1_1FFF).contains($0.value)
    }
  }

  /// Whether the first letter of the paragraph is written from right to left (UAX #9, P2 and P3);
  /// `nil` without letters. Right-to-left scripts are matched by their blocks, because unassigned
  /// code points get their bidirectional class by block as well.
  var isRightToLeft: Bool? {
    for scalar in unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
        0x1_E800...0x1_EFFF:
        return true
      default: return false
      }
    }
    return nil
  }
}
