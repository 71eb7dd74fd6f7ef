import LayoutCore

extension SectionFlattener {
  private static let narrowestBox = 5

  /// Adds an image: a box with its badge, or a symbol if the image is small or beside text.
  mutating func addImage(_ node: LayoutNode, frame: Rect, in parent: Level) {
    guard parent.clip.intersects(frame), frame.width > 0, frame.height > 0 else { return }
    let outer = container(of: frame).flatMap { drawables[$0].frame.contains(frame) ? $0 : nil }
    // Omits an image in another image of similar width, such as a blurred background.
    if let outer, frame.width > drawables[outer].frame.width * 0.6 { return }
    let isSmall = scale.columns(of: frame).count < Self.narrowestBox
    if isSmall || outer != nil || isBesideText(node, frame: frame) {
      addSmallImage(node, frame: frame, in: parent)
    } else {
      addBox(frame, in: parent)
      addLabel(of: node, frame: frame, in: parent)
      addLine(node.badge, at: .end, 24, aboveBottomOf: frame, in: parent)
    }
  }

  private mutating func addSmallImage(_ node: LayoutNode, frame: Rect, in parent: Level) {
    var symbol = [Glyph(glyphs.drawing.image)]
    let badge = glyphs.glyphs(of: node.badge)
    if !badge.isEmpty, badge.width + 2 <= scale.columns(of: frame).count {
      symbol += [Glyph(" ")] + badge
    }
    smallImages.append(frame)
    addSymbol(symbol, frame: frame, alignment: side(.start), in: parent)
  }

  private mutating func addBox(_ frame: Rect, in parent: Level, isDashed: Bool = false) {
    let style = isDashed ? CellStyle.warning : .plain
    let frame = parent.clip.rows(of: frame)
    containers.append(drawables.count)
    drawables.append(
      Drawable(shape: .box(isDashed: isDashed), frame: frame, clip: parent.clip, style: style))
  }

  private mutating func addLabel(of node: LayoutNode, frame: Rect, in parent: Level) {
    let isAlone =
      parent.isCollection || parent.node < 0 || texts.count(in: subtree(of: parent.node)) == 0
    guard isAlone, texts.count(in: subtree(of: node.index)) == 0 else { return }
    addLine(node.label, at: .start, 45, aboveBottomOf: frame, in: parent)
  }

  /// Adds a text to the last box, as a line that begins `distance` points above its bottom edge.
  private mutating func addLine(
    _ text: String, at align: TextAlign, _ distance: Double, aboveBottomOf frame: Rect,
    in parent: Level
  ) {
    let line = glyphs.glyphs(of: text)
    guard let box = containers.last, !line.isEmpty else { return }
    let inset = min(16, frame.width / 8)
    let place = Rect(
      x: frame.x + (isRightToLeft ? 0 : inset), y: frame.maxY - min(distance, frame.height),
      width: frame.width - inset, height: 20)
    add(
      Drawable(
        shape: .lines([line]), frame: place, clip: parent.clip, lineHeight: 20,
        alignment: side(align), container: box, isMovable: align == .end))
  }

  private func subtree(of node: Int) -> Range<Int> {
    node..<max(node + 1, Int(arena.records[node].subtreeEnd))
  }

  /// Returns whether a small image is in a row with text, such as a cover beside a title.
  private func isBesideText(_ image: LayoutNode, frame: Rect) -> Bool {
    guard frame.width <= scale.width * 0.27 else { return false }
    var inner = image.index
    for level in levels.reversed().prefix(4) {
      if level.isCollection || level.node < 0 { return false }
      if hasText(beside: frame, inner, in: level) { return true }
      if level.frame.width > frame.width + 8 { return false }
      inner = level.node
    }
    return false
  }

  private func hasText(beside frame: Rect, _ inner: Int, in level: Level) -> Bool {
    // A row with an image has few children, so only the first eight are examined.
    arena.children(of: level.node).prefix(8).contains { child in
      guard child != inner, texts.count(in: subtree(of: child)) > 0 else { return false }
      let other = LayoutNode(arena: arena, index: child).frame
        .moved(by: level.frame.x, level.frame.y)
      let isBeside = other.x >= frame.maxX - 1 || other.maxX <= frame.x + 1
      return isBeside && other.y < frame.maxY && other.maxY > frame.y
    }
  }

  /// Adds a container with round ends: as a box if about square, else as a pill if it has a text.
  mutating func addContainer(_ node: LayoutNode, frame: Rect, in parent: Level) {
    let content = node.content
    guard content.background.count > 0, !node.kind.isCollection, frame.width > 0,
      parent.clip.intersects(frame)
    else { return }
    let radius = Double(content.cornerRadius)
    guard radius >= 0.4 * min(frame.width, frame.height), frame.height > 0 else { return }
    let columns = scale.columns(of: frame).count
    let isRound = frame.width < 1.5 * frame.height
    if isRound, columns >= Self.narrowestBox, frame.height >= 30, container(of: frame) == nil {
      addBox(frame, in: parent)
    } else if !isRound, columns >= 4, frame.height <= 60,
      texts.count(in: subtree(of: node.index)) > 0
    {
      containers.append(drawables.count)
      drawables.append(
        Drawable(
          shape: .pill, frame: frame, clip: parent.clip, lineHeight: frame.height, style: .faint))
    }
  }

  /// Adds a placeholder with the section's code and the reason why no provider rendered the block.
  mutating func addPlaceholder(_ node: LayoutNode, frame: Rect, in parent: Level) {
    guard parent.clip.intersects(frame) else { return }
    addBox(frame, in: parent, isDashed: true)
    guard let box = containers.last else { return }
    let room = max(scale.columns(of: frame).count - 4, 1)
    let reason = section.fallback.map { $0.reason } ?? (node.text.isEmpty ? node.label : node.text)
    let lines = [glyphs.glyphs(of: section.blockCode)] + glyphs.wrapped(reason, to: room)
    let height = min(15, frame.height / Double(lines.count))
    for (index, line) in lines.enumerated() {
      let y = frame.y + Double(index) * height
      drawables.append(
        Drawable(
          shape: .lines([line]),
          frame: Rect(x: frame.x, y: y, width: frame.width, height: height), clip: parent.clip,
          lineHeight: height, style: index == 0 ? .strong : .plain, container: box))
    }
  }
}
