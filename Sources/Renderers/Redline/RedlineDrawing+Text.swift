import LayoutCore

extension RedlineDrawing {
  /// Draws the lines of a text at the positions and widths that the measurer computed.
  func drawText(of box: Wireframe.Box, on canvas: inout some Canvas) {
    guard let text = box.text, text.size > 0 else { return }
    var box = box
    // The surrounding group element already applies the shift.
    box.shift = 0
    let isColored = begin(fill: box.color.isEmpty ? "text" : box.color, on: &canvas)
    defer { if isColored { canvas.end() } }
    if box.kind == .icon { return drawSymbol(of: box, text, isColored: isColored, on: &canvas) }
    let isRightToLeft = text.string.isRightToLeft ?? wireframe.isRightToLeft
    for (index, line) in text.lines.enumerated() where !line.text.isEmpty {
      let frame = text.frame(ofLine: index, in: box, wireframe)
      if let styled = line.styled {
        drawLine(styled, in: frame, isColored: isColored, on: &canvas)
        continue
      }
      let drawn = CanvasLine(
        line: line, text: text, frame: frame,
        baseline: frame.y + (line.extent?.above ?? text.ascent),
        side: text.side(in: box, wireframe),
        isRightToLeft: isRightToLeft)
      canvas.line(drawn, Paint(isColored ? "" : text.weight >= 600 ? "t" : "s"))
    }
  }

  /// Begins a group in a colour; returns false if the drawing has no such colour.
  func begin(fill token: String, on canvas: inout some Canvas) -> Bool {
    guard let color = colors?[token] else { return false }
    canvas.begin(CanvasGroup(fill: color))
    return true
  }

  /// Draws a symbol of one or two characters. A longer text is the name of an icon, and omitted.
  private func drawSymbol(
    of box: Wireframe.Box, _ text: Wireframe.Text, isColored: Bool, on canvas: inout some Canvas
  ) {
    guard text.string.count <= 2, box.frame.height > 0 else { return }
    let size = min(text.size, box.frame.height * 0.8)
    // The style sheet has no rule for the class "symbol", so the colour of the group applies.
    let style = RedlineTextStyle(name: isColored ? "symbol" : "s", size: size, side: .center)
    drawCentered(text.string, in: box.frame, descent: size * 0.36, style, on: &canvas)
  }

  /// - Parameter descent: The distance of the baseline below the middle of the frame, in points.
  private func drawCentered(
    _ text: String, in frame: Rect, descent: Double = 4,
    _ style: RedlineTextStyle = RedlineTextStyle(name: "s", size: 11, side: .center),
    on canvas: inout some Canvas
  ) {
    let place = Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 + descent)
    canvas.label(text, style, at: place)
  }

  /// Draws the badge of an image, in the corner that the layout chose.
  func drawBadge(of index: Int, on canvas: inout some Canvas) {
    guard let badge = layout.badges[index] else { return }
    canvas.rect(badge.frame, radius: 7.5, Paint("mark"))
    canvas.label(
      badge.text, RedlineTextStyle(name: "s", size: 10, side: .center),
      at: Point(x: badge.center, y: badge.frame.y + 11))
  }

  /// Draws one dot per page, or "3/120" if the dots do not fit.
  func drawDots(of box: Wireframe.Box, on canvas: inout some Canvas) {
    let frame = box.frame
    guard box.count > 0, frame.width > 0, frame.height > 0 else { return }
    let current = min(box.current, box.count - 1)
    let step = min(12, frame.width / Double(box.count))
    guard box.count <= 40, step >= 3 else {
      return drawCentered("\(current + 1)/\(box.count)", in: frame, on: &canvas)
    }
    let radius = min(3, frame.height / 2, step / 3)
    let (middle, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    for dot in 0..<box.count {
      let place = wireframe.isRightToLeft ? box.count - 1 - dot : dot
      let x = middle + (Double(place) - Double(box.count - 1) / 2) * step
      let isOn = dot == current
      canvas.circle(
        Point(x: x, y: y), radius: radius,
        Paint(isOn ? "dot on" : "dot", fill: isOn ? fill(box.color) : nil))
    }
  }

  func drawLabel(of box: Wireframe.Box, on canvas: inout some Canvas) {
    let label = box.text?.string ?? box.label
    guard !label.isEmpty, box.frame.height >= 14 else { return }
    let style = RedlineTextStyle(name: "s warn", size: 11, side: .center)
    drawCentered(label.shortened, in: box.frame, style, on: &canvas)
  }
}

extension Wireframe.Text {
  /// Returns the side of the box with which the lines are aligned.
  func side(in box: Wireframe.Box, _ wireframe: Wireframe) -> Side {
    Self.isCentered(box) ? .center : align.side(isRightToLeft: wireframe.isRightToLeft)
  }
}

extension String {
  /// Whether the text has a script with joined letters, which added spaces would separate: from the
  /// Hebrew block up to the ideographs, and the presentation forms.
  var hasJoinedLetters: Bool {
    unicodeScalars.contains {
      (0x0590...0x1FFF).contains($0.value) || (0xA800...0xABFF).contains($0.value)
        || (0xFB1D...0xFEFC).contains($0.value) || (0x1_0800...0x1_1FFF).contains($0.value)
    }
  }

  /// Whether the first letter of the paragraph is right-to-left (UAX #9, rules P2 and P3); `nil`
  /// without letters. Scripts are recognized by block, because the bidirectional class of
  /// unassigned code points also depends on the block.
  package var isRightToLeft: Bool? {
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
