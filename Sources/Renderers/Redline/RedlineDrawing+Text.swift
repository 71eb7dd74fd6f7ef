import LayoutCore

extension RedlineDrawing {
  /// Returns the lines of a text at the positions and widths that the measurer computed.
  func text(of box: Wireframe.Box) -> XML? {
    guard let text = box.text, text.size > 0 else { return nil }
    var box = box
    // The surrounding group element already applies the shift.
    box.shift = 0
    return group(fill: box.color.isEmpty ? "text" : box.color) { isColored in
      if box.kind == .icon { return symbol(of: box, text, isColored: isColored) }
      let isRightToLeft = text.string.isRightToLeft ?? wireframe.isRightToLeft
      var xml: XML = ""
      for (index, line) in text.lines.enumerated() where !line.text.isEmpty {
        let frame = text.frame(ofLine: index, in: box, wireframe)
        if let styled = line.styled {
          xml += self.line(styled, in: frame, isColored: isColored)
          continue
        }
        let name = isColored ? "" : text.weight >= 600 ? "t" : "s"
        let y = frame.y + (line.extent?.above ?? text.ascent)
        let drawn = line.source.flatMap {
          glyphs?.line($0, of: text, class: name, x: frame.x, y: y)
        }
        let side = text.side(in: box, wireframe)
        xml +=
          drawn ?? """
            <text class="\(name)" x="\(frame.position(of: side))" y="\(y)" font-size="\(text.size)"\
            \(weight(text.weight))\(direction(isRightToLeft: isRightToLeft, side))\
            \(length(line.width, of: line.text))>\(line.text)</text>
            """
      }
      return xml
    }
  }

  /// Returns the content in a coloured group; without a group if the drawing has no such colour.
  func group(fill token: String, _ content: (_ isColored: Bool) -> XML) -> XML {
    guard let color = colors?[token] else { return content(false) }
    return "<g style=\"fill:\(color)\">\(content(true))</g>"
  }

  func weight(_ weight: Int) -> XML? { weight == 400 ? nil : " font-weight=\"\(weight)\"" }

  /// Returns the attributes for direction and anchor. States the direction unless text and page are
  /// left-to-right.
  private func direction(isRightToLeft: Bool, _ side: Side) -> XML {
    let isStated = isRightToLeft || wireframe.isRightToLeft
    let direction: XML? = isStated ? " direction=\"\(isRightToLeft ? "rtl" : "ltr")\"" : nil
    // The end of left-to-right text is at the right, the end of right-to-left text at the left.
    let isAtEnd = (side == .right) != isRightToLeft
    let anchor = side == .center ? "middle" : isAtEnd ? "end" : nil
    return "\(direction)\(anchor.map { " text-anchor=\"\($0)\"" as XML })"
  }

  /// Returns attributes that spread the letters over the measured width, because the viewer may use
  /// another font. Joined letters, as in Arabic, are not spread, because that would separate them.
  func length(_ width: Double, of text: String) -> XML? {
    guard width > 0, !text.hasJoinedLetters else { return nil }
    return " textLength=\"\(width)\" lengthAdjust=\"spacing\""
  }

  /// Returns a symbol of one or two characters. A longer text is the name of an icon, and omitted.
  private func symbol(of box: Wireframe.Box, _ text: Wireframe.Text, isColored: Bool) -> XML {
    guard text.string.count <= 2, box.frame.height > 0 else { return "" }
    let size = min(text.size, box.frame.height * 0.8)
    // The style sheet has no rule for the class "symbol", so the colour of the group applies.
    let style = RedlineTextStyle(name: isColored ? "symbol" : "s", size: size, side: .center)
    return centered(text.string, in: box.frame, descent: size * 0.36, style)
  }

  /// - Parameter descent: The distance of the baseline below the middle of the frame, in points.
  private func centered(
    _ text: String, in frame: Rect, descent: Double = 4,
    _ style: RedlineTextStyle = RedlineTextStyle(name: "s", size: 11, side: .center)
  ) -> XML {
    self.text(text, style, x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 + descent)
  }

  /// Returns a label of the redline itself, such as a number or a line of the legend.
  func text(_ text: String, _ style: RedlineTextStyle, x: Double, y: Double) -> XML {
    if let glyphs, let drawn = glyphs.text(text, style, x: x, y: y) { return drawn }
    let alignment: XML? =
      switch style.side {
      // If the name does not begin with "s", the style sheet sets the size, and centers numbers.
      case .center where style.name.hasPrefix("s"):
        " font-size=\"\(style.size)\" text-anchor=\"middle\""
      case .right: " style=\"text-anchor:end\""
      case .left, .center: nil
      }
    return "<text class=\"\(style.name)\" x=\"\(x)\" y=\"\(y)\"\(alignment)>\(text)</text>"
  }

  /// Returns the badge of an image, in the corner that the layout chose.
  func badge(of index: Int) -> XML? {
    layout.badges[index].map { badge in
      let style = RedlineTextStyle(name: "s", size: 10, side: .center)
      let text = text(badge.text, style, x: badge.center, y: badge.frame.y + 11)
      return "<rect class=\"mark\"\(badge.frame) rx=\"7.5\"/>\(text)"
    }
  }

  /// Returns one dot per page, or "3/120" if the dots do not fit.
  func dots(of box: Wireframe.Box) -> XML? {
    let frame = box.frame
    guard box.count > 0, frame.width > 0, frame.height > 0 else { return nil }
    let current = min(box.current, box.count - 1)
    let step = min(12, frame.width / Double(box.count))
    guard box.count <= 40, step >= 3 else {
      return centered("\(current + 1)/\(box.count)", in: frame)
    }
    let radius = min(3, frame.height / 2, step / 3)
    let (middle, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    let dots = (0..<box.count).map { dot -> XML in
      let place = wireframe.isRightToLeft ? box.count - 1 - dot : dot
      let x = middle + (Double(place) - Double(box.count - 1) / 2) * step
      let isOn = dot == current
      return """
        <circle class="dot\(isOn ? " on" : "")" cx="\(x)" cy="\(y)" r="\(radius)"\
        \(isOn ? fill(box.color) : nil)/>
        """
    }
    return "\(dots)"
  }

  func label(of box: Wireframe.Box) -> XML? {
    let label = box.text?.string ?? box.label
    guard !label.isEmpty, box.frame.height >= 14 else { return nil }
    let style = RedlineTextStyle(name: "s warn", size: 11, side: .center)
    return centered(label.shortened, in: box.frame, style)
  }
}

extension Wireframe.Text {
  /// Returns the side of the box with which the lines are aligned.
  func side(in box: Wireframe.Box, _ wireframe: Wireframe) -> Side {
    Self.isCentered(box) ? .center : align.side(isRightToLeft: wireframe.isRightToLeft)
  }
}

extension Rect {
  /// Returns the x coordinate of the left edge, center or right edge.
  fileprivate func position(of side: Side) -> Double {
    switch side {
    case .left: x
    case .center: x + width / 2
    case .right: maxX
    }
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
