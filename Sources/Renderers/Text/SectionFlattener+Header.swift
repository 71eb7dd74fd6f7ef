import LayoutCore

extension SectionFlattener {
  /// The maximum height of a title rule, in points. Taller headers are not drawn as a rule.
  private static let tallestRule = 72.0
  private static let mostLeaves = 12

  /// Returns a title rule if a node is a header whose texts, buttons and icons fit on one line.
  ///
  /// A header is the header part of the section, a node with the role or name of a header, or a
  /// container with a text of that role. A header inside an item is ordinary text.
  mutating func headerRule(of node: LayoutNode, frame: Rect, in parent: Level) -> Drawable? {
    let isSections = node.index == section.header?.node
    guard isSections || (!parent.isInItem && !parent.isCollection) else { return nil }
    guard isSections || isHeader(node, frame: frame) else { return nil }
    guard frame.height > 0, frame.height <= Self.tallestRule, parent.clip.intersects(frame),
      let leaves = leaves(of: node, frame: frame)
    else { return nil }
    return Drawable(
      shape: .rule(rule(of: leaves, frame: frame)), frame: frame, clip: parent.clip,
      lineHeight: frame.height)
  }

  private func isHeader(_ node: LayoutNode, frame: Rect) -> Bool {
    guard frame.width >= scale.width / 2 else { return false }
    let content = node.content
    if content.role == .header { return node.kind == .box || node.kind == .text }
    guard node.kind == .box else { return false }
    if content.name.count == 6, node.name == "header" { return true }
    // Checks only the first children, because a container with many children is not a header.
    return arena.children(of: node.index).prefix(4).contains { child in
      arena.records[child].kind == .text && arena.content(of: child)?.role == .header
    }
  }

  struct Leaf {
    var node: LayoutNode
    /// The center of the text in points. The node's frame may be as wide as the header.
    var center: Double
    var isAction: Bool
  }

  /// Returns the leaves of a header; `nil` if it has none, other kinds of nodes, or two lines.
  private func leaves(of header: LayoutNode, frame: Rect) -> [Leaf]? {
    var leaves: [Leaf] = []
    var open = [(end: Int(header.record.subtreeEnd), frame: frame, isAction: false)]
    var index = header.index
    while index < Int(header.record.subtreeEnd) {
      while open.count > 1, let last = open.last, index >= last.end { open.removeLast() }
      guard let parent = open.last else { return nil }
      let node = LayoutNode(arena: arena, index: index)
      let own = index == header.index ? frame : node.frame.moved(by: parent.frame.x, parent.frame.y)
      let content = node.content
      let isAction = parent.isAction || node.kind == .button || content.actionTarget.count > 0
      switch node.kind {
      case .box, .spacer: break
      case .text, .badge, .button:
        if content.text.count > 0 {
          guard let fitted = node.fittedText(measurer), fitted.lines.count == 1 else { return nil }
          let center = self.center(of: fitted.lines[0].width, content, in: own)
          leaves.append(
            Leaf(node: node, center: center, isAction: isAction && index != header.index))
        }
      case .icon:
        leaves.append(Leaf(node: node, center: own.x + own.width / 2, isAction: false))
      case .image, .pageControl, .list, .carousel, .pager, .placeholder: return nil
      }
      if leaves.count > Self.mostLeaves { return nil }
      let end = max(index + 1, Int(node.record.subtreeEnd))
      if end > index + 1 { open.append((end, own, isAction && index != header.index)) }
      index += 1
    }
    return leaves.isEmpty ? nil : leaves
  }

  private func center(of width: Double, _ content: NodeContent, in frame: Rect) -> Double {
    let half = min(width, frame.width) / 2
    return switch side(content.textAlign) {
    case .left: frame.x + half
    case .center: frame.x + frame.width / 2
    case .right: frame.maxX - half
    }
  }

  /// Returns a rule. Leaves in the leading half are its title; the others are at the trailing edge.
  private mutating func rule(of leaves: [Leaf], frame: Rect) -> HeaderRule {
    let middle = frame.x + frame.width / 2 + 0.01
    let sorted = leaves.enumerated().sorted {
      ($0.element.center, $0.offset) < ($1.element.center, $1.offset)
    }.map { $0.element }
    let title = sorted.filter { ($0.center > middle) == isRightToLeft }
    let other = sorted.filter { ($0.center > middle) != isRightToLeft }
    return HeaderRule(
      title: line(title, gap: 2, hasArrow: false), other: line(other, gap: 1, hasArrow: true),
      isMirrored: isRightToLeft)
  }

  private mutating func line(_ leaves: [Leaf], gap: Int, hasArrow: Bool) -> [Glyph] {
    var line: [Glyph] = []
    for leaf in leaves {
      let part = leaf.node.kind == .icon ? symbol(of: leaf.node) : lines(of: leaf.node)?.first ?? []
      guard !part.isEmpty else { continue }
      if !line.isEmpty { line += glyphs.glyphs(of: String(repeating: " ", count: gap)) }
      line += part
    }
    guard hasArrow, leaves.contains(where: { $0.isAction }), let text = leaves.last?.node.text,
      let last = text.last, last.isLetter || last.isNumber
    else { return line }
    // An arrow marks text that can be tapped.
    return isRightToLeft
      ? glyphs.glyphs(of: "\(glyphs.drawing.backward) ") + line
      : line + glyphs.glyphs(of: " \(glyphs.drawing.forward)")
  }
}
