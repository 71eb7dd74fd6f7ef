import Support
import LayoutCore
import Page

/// Adds the boxes of a laid out section to a wireframe: background, content, pinned header and footer.
struct WireframeSectionBuilder {
  let view: SnappedSection
  let options: RenderOptions
  let measurer: any TextMeasurer
  let isRightToLeft: Bool
  /// The frames of the nodes in section coordinates.
  let frames: [Rect]
  let paths: [String]
  var builder: WireframeBuilder
  var style = ByteWriter()
  var attributes = AttributeValues()

  mutating func add(to wireframe: inout Wireframe) {
    let first = wireframe.boxes.count
    let count = view.section.arena.count
    attributes = view.attributeValues()
    if !view.isRootImplicit, count > 0 { add(0..<1, to: &wireframe) }
    let roots = builder.levels
    for range in rangesBelowRoot {
      builder.levels = roots
      add(range, to: &wireframe)
    }
    let section = builder.section
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
      let parent = builder.parent(of: node)
      // For `--depth`, sections are level 1. The levels include the section.
      if let depth = options.depth, builder.levels.count + 1 > max(1, depth) {
        node = parent.end
      } else if !options.all, view.visibilities[node] == .offscreen {
        node = view.end(of: node)
      } else {
        add(node, in: parent, to: &wireframe)
        node += 1
      }
    }
  }

  private mutating func add(
    _ index: Int, in parent: WireframeBuilder.Level, to wireframe: inout Wireframe
  ) {
    let node = view.node(index)
    let text = view.runningText(of: index, in: node.arena, measurer)
    view.readAttributes(
      of: index, in: node.arena, text: text, element: nil, showsLines: false, into: &attributes)
    style.removeAll()
    style.write(attributes, .span ... .scale)
    var drawn = WireframeBuilder.Node(
      index: index, end: view.end(of: index), kind: node.kind, path: paths[index],
      frame: frames[index], text: self.text(of: node, text), style: style.words,
      isCollection: view.isCollection(node), isFree: !view.section.arena.isItem(index),
      isClipped: view.visibilities[index] == .clipped,
      isOffscreen: view.visibilities[index] == .offscreen)
    if drawn.isCollection {
      drawn.scroll = node.contentOrigin(isRightToLeft: isRightToLeft) { view.localFrames[$0] }
    }
    let scrolls = drawn.isCollection && node.kind != .list
    drawn.clips = !options.all && (scrolls || node.style.overflow != .visible)
    builder.add(drawn, attributes, in: parent, to: &wireframe)
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
