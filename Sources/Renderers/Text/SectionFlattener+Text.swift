import LayoutCore

extension SectionFlattener {
  mutating func addText(of node: LayoutNode, frame: Rect, in parent: Level) {
    guard parent.clip.intersects(frame), frame.height > 0, let lines = lines(of: node) else {
      return
    }
    let insets = node.style.pointInsets
    let lineHeight = lineHeight(of: node, lines: lines.count, in: frame)
    let content = node.content
    add(
      Drawable(
        shape: .lines(lines),
        frame: Rect(
          x: frame.x + (isRightToLeft ? insets.end : insets.start), y: frame.y + insets.top,
          width: max(0, frame.width - insets.start - insets.end),
          height: lineHeight * Double(lines.count)),
        clip: parent.clip, lineHeight: lineHeight, alignment: side(content.textAlign),
        style: content.role == .header ? .strong : .plain))
  }

  mutating func lines(of node: LayoutNode) -> [[Glyph]]? {
    guard let fitted = node.fittedText(measurer), !fitted.lines.isEmpty else { return nil }
    let base: UInt8 = isRightToLeft ? 1 : 0
    let levels = glyphs.isVisual ? bidiLevels(of: node) : nil
    return fitted.lines.map { line in
      if fitted.styled != nil, levels == nil { return styled(line, of: node) }
      if let levels {
        return visual(node.text(of: line), levels[line.range], end: line.isTruncated ? base : nil)
      }
      var result = glyphs.glyphs(of: node.text(of: line))
      if line.isTruncated { result.append(Glyph(code: glyphs.drawing.ellipsis.value, width: 1)) }
      return result + glyphs.glyphs(of: node.text(in: line.suffix))
    }
  }

  /// Returns the characters of a line of a text with runs, in logical order.
  private mutating func styled(_ line: TextLine, of node: LayoutNode) -> [Glyph] {
    var result = styled(line.range, of: node)
    guard line.isTruncated else { return result }
    result.append(Glyph(code: glyphs.drawing.ellipsis.value, width: 1))
    return result + styled(line.suffix, of: node)
  }

  private mutating func styled(_ part: Range<Int>, of node: LayoutNode) -> [Glyph] {
    var result: [Glyph] = []
    for (range, style) in node.styles(in: part) {
      for var glyph in glyphs.glyphs(of: node.text(in: range)) {
        glyph.style = style
        result.append(glyph)
      }
    }
    return result
  }

  private func bidiLevels(of node: LayoutNode) -> [UInt8]? {
    Array(node.text.utf8).withUnsafeBufferPointer {
      Bidi.levels($0, base: isRightToLeft ? .rightToLeft : .leftToRight)
    }
  }

  /// Returns the characters of a line from left to right (UAX #9, rules L2 and L4).
  /// - Parameter end: The level of the ellipsis, if there is one.
  private mutating func visual(
    _ text: String, _ levels: ArraySlice<UInt8>, end: UInt8?
  ) -> [Glyph] {
    var parts: [Glyph] = []
    var partLevels: [UInt8] = []
    var offset = levels.startIndex
    for cluster in text where offset < levels.endIndex {
      let level = levels[offset]
      offset += cluster.utf8.count
      let shown = level % 2 == 1 ? Bidi.mirrored(cluster) : cluster
      parts += glyphs.glyphs(of: String(shown))
      while partLevels.count < parts.count { partLevels.append(level) }
    }
    if let end {
      parts.append(Glyph(code: glyphs.drawing.ellipsis.value, width: 1))
      partLevels.append(end)
    }
    return Bidi.visualOrder(partLevels).map { parts[$0] }
  }

  private func lineHeight(of node: LayoutNode, lines: Int, in frame: Rect) -> Double {
    let height = measurer.lineHeight(node.content.font)
    let room = frame.height / Double(max(lines, 1))
    return height > 0 && height.isFinite ? min(height, max(room, 1)) : max(room, 1)
  }

  func side(_ align: TextAlign) -> Side { align.side(isRightToLeft: isRightToLeft) }

  /// Adds glyphs on one line, which share the row of the nearest text.
  mutating func addSymbol(_ glyphs: [Glyph], frame: Rect, alignment: Side, in parent: Level) {
    add(
      Drawable(
        shape: .lines([glyphs]), frame: frame, clip: parent.clip, lineHeight: frame.height,
        alignment: alignment, isSymbol: true))
  }

  /// Adds a button without texts below it: its title, in brackets if it has a shape.
  mutating func addButton(_ node: LayoutNode, frame: Rect, in parent: Level) {
    guard parent.clip.intersects(frame), var title = lines(of: node)?.first else { return }
    let content = node.content
    let hasShape = content.background.count > 0 || content.cornerRadius > 0
    if hasShape, title.width + 2 <= scale.columns(of: frame).count {
      title = glyphs.glyphs(of: "[") + title + glyphs.glyphs(of: "]")
    }
    let height = min(max(measurer.lineHeight(content.font), 1), max(frame.height, 1))
    let middle = Rect(
      x: frame.x, y: frame.y + (frame.height - height) / 2, width: frame.width, height: height)
    addSymbol(title, frame: middle, alignment: .center, in: parent)
  }

  /// Returns the icon's symbol if it has at most two cells, else the generic one.
  mutating func symbol(of node: LayoutNode) -> [Glyph] {
    let symbol = glyphs.glyphs(of: node.text)
    return symbol.isEmpty || symbol.width > 2
      ? [Glyph(code: glyphs.drawing.icon.value, width: 1)] : symbol
  }

  mutating func addIcon(_ node: LayoutNode, frame: Rect, in parent: Level) {
    guard !smallImages.suffix(16).contains(where: { $0.holdsCenter(of: frame) }) else { return }
    addSymbol(symbol(of: node), frame: frame, alignment: .center, in: parent)
  }

  /// Adds the dots of a page control: `● ○ ○`, or `1/12` if they do not fit.
  mutating func addDots(of node: LayoutNode, frame: Rect, in parent: Level) {
    let content = node.content
    let count = Int(content.count)
    guard count > 0, parent.clip.intersects(frame) else { return }
    let current = min(Int(content.current), count - 1)
    let room = scale.columns(of: frame).count
    var dots: [Glyph] = []
    if count <= 40, 2 * count - 1 <= max(room, 9) {
      for dot in 0..<count {
        if dot > 0 { dots.append(Glyph(code: 0x20, width: 1)) }
        let scalar = dot == current ? glyphs.drawing.filledDot : glyphs.drawing.hollowDot
        dots.append(Glyph(code: scalar.value, width: 1))
      }
    } else {
      dots = glyphs.glyphs(of: "\(current + 1)/\(count)")
    }
    let align = content.textAlign == .start ? .center : content.textAlign
    addSymbol(dots, frame: frame, alignment: side(align), in: parent)
  }
}

extension Rect {
  /// Returns whether all of a rectangle lies inside, within 2 points.
  func contains(_ other: Rect) -> Bool {
    other.x >= x - 2 && other.maxX <= maxX + 2 && other.y >= y - 2 && other.maxY <= maxY + 2
  }

  func holdsCenter(of other: Rect) -> Bool {
    let x = other.x + other.width / 2
    let y = other.y + other.height / 2
    return x >= self.x && x <= maxX && y >= self.y && y <= maxY
  }
}

extension LayoutNode {
  /// Returns the parts of a range of the text with the style of their run.
  fileprivate func styles(in part: Range<Int>) -> [(range: Range<Int>, style: CellStyle?)] {
    var styles: [(range: Range<Int>, style: CellStyle?)] = []
    var start = part.lowerBound
    for index in arena.attributes(of: index)?.runs ?? 0..<0 {
      let range = arena.runs[index].range.clamped(to: part)
      guard !range.isEmpty else { continue }
      if start < range.lowerBound { styles.append((start..<range.lowerBound, nil)) }
      styles.append((range, arena.runs[index].cellStyle))
      start = range.upperBound
    }
    if start < part.upperBound { styles.append((start..<part.upperBound, nil)) }
    return styles
  }
}

extension TextRun {
  /// The style of a terminal that says most about the run: a cell has one.
  fileprivate var cellStyle: CellStyle? {
    if traits.contains(.strike) { return .struck }
    if traits.contains(.underline) || actionTarget.count > 0 { return .underlined }
    if traits.contains(.italic) { return .italic }
    return font.weight >= 600 ? .strong : nil
  }
}
