import LayoutCore
import Page

/// Adds the boxes of a section to a wireframe: background, content, pinned header and footer.
struct WireframeSectionBuilder {
  let view: SnappedSection
  let options: RenderOptions
  let measurer: any TextMeasurer
  let isRightToLeft: Bool
  /// The index of the section in the wireframe; `origin` is in feed coordinates.
  let section: Int
  let origin: Point
  let frames: [Rect]
  let paths: [String]
  var levels: [Level] = []
  var style = ByteWriter()
  var attributes = AttributeValues()

  /// An open box, or the section.
  struct Level {
    var end: Int
    /// The index of the box; -1 for the section.
    var box = -1
    var shift = 0.0
    var clip = -1
    var isOffscreen = false
    var isCollection = false
  }

  mutating func add(to wireframe: inout Wireframe) {
    let first = wireframe.boxes.count
    let count = view.section.arena.count
    attributes = view.attributeValues()
    var base = Level(end: count)
    // The section's box clips rows that scroll horizontally.
    if !options.all, view.section.scrollsAlongX, view.section.isRootOfParts, count > 0 {
      base.clip = wireframe.addClip(frames[0].moved(by: origin.x, origin.y), within: -1)
    }
    levels = [base]
    if !view.isRootImplicit, count > 0 { add(0..<1, to: &wireframe) }
    let roots = levels
    for range in rangesBelowRoot {
      levels = roots
      add(range, to: &wireframe)
    }
    wireframe.sections[section].boxes = first..<wireframe.boxes.count
    let rows = Set(view.section.rows.map(\.node))
    wireframe.sections[section].rowBoxes = wireframe.sections[section].boxes
      .filter { rows.contains(wireframe.boxes[$0].node) }
      .sorted { wireframe.boxes[$0].node < wireframe.boxes[$1].node }
  }

  /// The ranges of nodes below the root, in drawing order.
  private var rangesBelowRoot: [Range<Int>] {
    let section = view.section
    guard section.arena.count > 1 else { return [] }
    let pinned = [section.header, section.footer].compactMap {
      $0?.isPinned == true ? $0?.node : nil
    }
    guard section.isRootOfParts, section.background != nil || !pinned.isEmpty else {
      return [1..<section.arena.count]
    }
    var ranges: [[Range<Int>]] = [[], [], []]
    for child in section.arena.children(of: 0) {
      let level = child == section.background ? 0 : pinned.contains(child) ? 2 : 1
      ranges[level].append(child..<view.end(of: child))
    }
    return ranges.flatMap { $0 }
  }

  private mutating func add(_ range: Range<Int>, to wireframe: inout Wireframe) {
    var node = range.lowerBound
    while node < range.upperBound {
      while levels.count > 1, let level = levels.last, level.end <= node { levels.removeLast() }
      guard let parent = levels.last else { return }
      // For `--depth`, sections are level 1. `levels` includes the section.
      if let depth = options.depth, levels.count + 1 > max(1, depth) {
        node = parent.end
      } else if !options.all, view.visibilities[node] == .offscreen {
        node = view.end(of: node)
      } else {
        add(node, in: parent, to: &wireframe)
        node += 1
      }
    }
  }

  private mutating func add(_ index: Int, in parent: Level, to wireframe: inout Wireframe) {
    let node = view.node(index)
    let content = node.content
    var box = Wireframe.Box(
      section: section, parent: parent.box, level: levels.count - 1, node: index, kind: node.kind,
      path: paths[index], frame: frames[index].moved(by: origin.x, origin.y))
    box.shift = parent.shift
    box.clip = parent.clip
    box.radius = Double(content.cornerRadius)
    box.role = content.role
    box.count = Int(content.count)
    box.current = Int(content.current)
    if content.label.count > 0 { box.label = node.label }
    if content.badge.count > 0 { box.badge = node.badge }
    if content.actionTarget.count > 0 { box.action = node.actionTarget }
    if content.color.count > 0 { box.color = node.color }
    if content.background.count > 0 { box.background = node.background }
    let opacity = parent.box < 0 ? 1 : wireframe.boxes[parent.box].decoration?.opacity ?? 1
    box.decoration = Wireframe.Decoration(of: node, within: opacity)
    let text = view.runningText(of: index, in: node.arena, measurer)
    box.text = self.text(of: node, text)
    style.removeAll()
    view.readAttributes(
      of: index, in: node.arena, text: text, element: nil, showsLines: false, into: &attributes)
    style.write(attributes, .span ... .scale)
    box.style = style.words

    box.isClipped = view.visibilities[index] == .clipped
    box.isOffscreen = view.visibilities[index] == .offscreen || parent.isOffscreen
    box.isItem = parent.isCollection && view.section.arena.isItem(index)
    wireframe.boxes.append(box)
    push(node, box, in: parent, to: &wireframe)
  }

  private mutating func push(
    _ node: LayoutNode, _ box: Wireframe.Box, in parent: Level, to wireframe: inout Wireframe
  ) {
    let end = view.end(of: node.index)
    guard end > node.index + 1 || node.index == 0 else { return }
    let isCollection = view.isCollection(node)
    var level = Level(
      end: end, box: wireframe.boxes.count - 1, shift: parent.shift, clip: parent.clip,
      isOffscreen: box.isOffscreen, isCollection: isCollection)
    if isCollection {
      level.shift -= node.contentOrigin(isRightToLeft: isRightToLeft) { view.localFrames[$0] }
    }
    let scrolls = isCollection && node.kind != .list
    if !options.all, scrolls || node.style.overflow != .visible {
      level.clip = wireframe.addClip(box.drawnFrame, within: parent.clip)
    }
    levels.append(level)
  }

  /// Returns the node's text with its lines; for an icon, the symbol.
  private func text(of node: LayoutNode, _ text: FittedText?) -> Wireframe.Text? {
    let content = node.content
    guard content.text.count > 0 else { return nil }
    let string = node.text
    var lines: [Wireframe.Text.Line]
    if let text {
      lines = text.lines.map { line in
        .init(text: node.shownText(of: line), width: line.width, source: line)
      }
      if let styled = text.styled { lines.add(styled, of: node, isRightToLeft: isRightToLeft) }
    } else {
      lines = [.init(text: string, width: node.frame.width)]
    }
    return Wireframe.Text(
      string: string, size: Double(content.font.size), weight: Int(content.font.weight),
      align: content.textAlign, lines: lines, lineLimit: Int(content.maxLines),
      isTruncated: text?.isTruncated ?? false, lineHeight: measurer.lineHeight(content.font),
      ascent: measurer.ascent(content.font), insets: node.style.pointInsets)
  }
}
