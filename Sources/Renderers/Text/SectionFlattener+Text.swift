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
    let levels = glyphs.isVisual ? bidiLevels(of: node) : nil
    let runs = fitted.styled == nil ? 0..<0 : arena.attributes(of: node.index)?.runs ?? 0..<0
    return fitted.lines.map { line in
      if let levels { return visual(line, of: node, levels[line.range]) }
      let ellipsis = line.isTruncated ? [Glyph(glyphs.drawing.ellipsis)] : []
      return part(line.range, of: node, runs) + ellipsis + part(line.suffix, of: node, runs)
    }
  }

  /// Returns the glyphs of a byte range of a text in logical order, with the styles of its runs.
  private mutating func part(
    _ part: Range<Int>, of node: LayoutNode, _ runs: Range<Int>
  ) -> [Glyph] {
    var result: [Glyph] = []
    var start = part.lowerBound
    func add(upTo end: Int, _ style: CellStyle?) {
      guard start < end else { return }
      for var glyph in glyphs.glyphs(of: node.text(in: start..<end)) {
        glyph.style = style
        result.append(glyph)
      }
      start = end
    }
    for run in runs {
      let range = arena.runs[run].range.clamped(to: part)
      guard !range.isEmpty else { continue }
      add(upTo: range.lowerBound, nil)
      add(upTo: range.upperBound, arena.runs[run].cellStyle)
    }
    add(upTo: part.upperBound, nil)
    return result
  }

  private func bidiLevels(of node: LayoutNode) -> [UInt8]? {
    Array(node.text.utf8).withUnsafeBufferPointer {
      Bidi.levels($0, base: isRightToLeft ? .rightToLeft : .leftToRight)
    }
  }

  /// Returns the glyphs of a line in visual order, left to right (UAX #9, rules L2 and L4).
  private mutating func visual(
    _ line: TextLine, of node: LayoutNode, _ levels: ArraySlice<UInt8>
  ) -> [Glyph] {
    var parts: [Glyph] = []
    var partLevels: [UInt8] = []
    var offset = levels.startIndex
    for cluster in node.text(of: line) where offset < levels.endIndex {
      let level = levels[offset]
      offset += cluster.utf8.count
      let shown = level % 2 == 1 ? Bidi.mirrored(cluster) : cluster
      parts += glyphs.glyphs(of: String(shown))
      while partLevels.count < parts.count { partLevels.append(level) }
    }
    if line.isTruncated {
      parts.append(Glyph(glyphs.drawing.ellipsis))
      partLevels.append(isRightToLeft ? 1 : 0)
    }
    return Bidi.visualOrder(partLevels).map { parts[$0] }
  }

  private func lineHeight(of node: LayoutNode, lines: Int, in frame: Rect) -> Double {
    let height = measurer.lineHeight(node.content.font)
    let room = frame.height / Double(max(lines, 1))
    return height > 0 && height.isFinite ? min(height, max(room, 1)) : max(room, 1)
  }

  func side(_ align: TextAlign) -> Side { align.side(isRightToLeft: isRightToLeft) }

  /// Adds glyphs as one line, placed in the row of the nearest text.
  mutating func addSymbol(_ glyphs: [Glyph], frame: Rect, alignment: Side, in parent: Level) {
    add(
      Drawable(
        shape: .lines([glyphs]), frame: frame, clip: parent.clip, lineHeight: frame.height,
        alignment: alignment, isSymbol: true))
  }

  /// Adds the title of a button without child texts, in brackets if the button has a visible shape.
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

  /// Returns the icon's symbol if it has at most two cells, else the generic icon symbol.
  mutating func symbol(of node: LayoutNode) -> [Glyph] {
    let symbol = glyphs.glyphs(of: node.text)
    return symbol.isEmpty || symbol.width > 2
      ? [Glyph(glyphs.drawing.icon)] : symbol
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
        if dot > 0 { dots.append(Glyph(" ")) }
        let scalar = dot == current ? glyphs.drawing.filledDot : glyphs.drawing.hollowDot
        dots.append(Glyph(scalar))
      }
    } else {
      dots = glyphs.glyphs(of: "\(current + 1)/\(count)")
    }
    let align = content.textAlign == .start ? .center : content.textAlign
    addSymbol(dots, frame: frame, alignment: side(align), in: parent)
  }
}

extension Rect {
  /// Returns whether the rectangle contains the other one, with a tolerance of 2 points.
  func contains(_ other: Rect) -> Bool {
    other.x >= x - 2 && other.maxX <= maxX + 2 && other.y >= y - 2 && other.maxY <= maxY + 2
  }

  func holdsCenter(of other: Rect) -> Bool {
    let x = other.x + other.width / 2
    let y = other.y + other.height / 2
    return x >= self.x && x <= maxX && y >= self.y && y <= maxY
  }
}

extension TextRun {
  /// The most significant terminal style of the run, because a cell has only one style.
  fileprivate var cellStyle: CellStyle? {
    if traits.contains(.strike) { return .struck }
    if traits.contains(.underline) || actionTarget.count > 0 { return .underlined }
    if traits.contains(.italic) { return .italic }
    return font.weight >= 600 ? .strong : nil
  }
}
