import LayoutCore

/// Step 1 of text rendering: walks the nodes of a section in document order and converts those on
/// screen to drawables, with frames in section coordinates.
///
/// | node | drawable |
/// |---|---|
/// | text, badge, button | the lines that the layout's measurer computed |
/// | image | a box; a symbol if the image is small or beside text in a row |
/// | icon, page control | a symbol; dots |
/// | header of text and buttons | a rule |
/// | rounded container of one line | a pill |
/// | carousel, pager | its visible items, and a note with their number |
/// | any other container | none; its children are visited |
struct SectionFlattener {
  let section: PlacedSection
  let arena: NodeArena
  let texts: TextCounts
  let scale: PageScale
  let measurer: any TextMeasurer
  let isRightToLeft: Bool
  /// The visible range of the section along y, in section coordinates.
  let window: ClosedRange<Double>
  var glyphs: Glyphs

  var drawables: [Drawable] = []
  var containers: [Int] = []
  /// The frames of images that became symbols. An icon on top of such an image is omitted.
  var smallImages: [Rect] = []
  var levels: [Level] = []

  struct Level {
    var node: Int
    var end: Int
    /// The frame. For a pager, moved so that the current page is inside the pager.
    var frame: Rect
    var clip: ClipRect
    var isCollection: Bool
    var isInItem: Bool
  }

  mutating func flatten() {
    let root = Level(
      node: -1, end: arena.count,
      frame: Rect(x: section.frame.x, y: 0, width: scale.width, height: section.frame.height),
      clip: ClipRect(
        minX: 0, maxX: scale.width, minY: window.lowerBound, maxY: window.upperBound),
      isCollection: false, isInItem: false)
    levels = [root]
    var index = 0
    while index < arena.count {
      while levels.count > 1, let level = levels.last, index >= level.end { levels.removeLast() }
      let parent = levels.last ?? root
      index = visit(LayoutNode(arena: arena, index: index), in: parent)
    }
  }

  /// Visits a node. Returns the next node to visit: the first child, or the node after the subtree.
  private mutating func visit(_ node: LayoutNode, in parent: Level) -> Int {
    let end = max(Int(node.record.subtreeEnd), node.index + 1)
    let frame = node.frame.moved(by: parent.frame.x, parent.frame.y)
    var parent = parent
    if parent.node == 0 { coverByPinnedParts(node.index, &parent.clip) }
    guard node.index != section.background, node.style.display != .none, frame.isFinite else {
      return end
    }
    if parent.isCollection, !parent.clip.intersects(frame) { return end }

    if let header = headerRule(of: node, frame: frame, in: parent) {
      drawables.append(header)
      return end
    }
    let isLeaf = end == node.index + 1
    switch node.kind {
    case .spacer: break
    case .text, .badge: addText(of: node, frame: frame, in: parent)
    case .icon: addIcon(node, frame: frame, in: parent)
    case .button:
      if isLeaf || texts.count(in: node.index + 1..<end) == 0 {
        addButton(node, frame: frame, in: parent)
      } else {
        addContainer(node, frame: frame, in: parent)
      }
    case .image: addImage(node, frame: frame, in: parent)
    case .pageControl: addDots(of: node, frame: frame, in: parent)
    case .placeholder: addPlaceholder(node, frame: frame, in: parent)
    case .box, .list, .carousel, .pager: addContainer(node, frame: frame, in: parent)
    }
    if !isLeaf { push(node, frame: frame, end: end, in: parent) }
    return node.index + 1
  }

  /// Clips nodes that are scrolled under a pinned header or footer.
  private func coverByPinnedParts(_ node: Int, _ clip: inout ClipRect) {
    guard section.isRootOfParts, clip.minY > -.infinity || clip.maxY < .infinity else { return }
    if let header = section.header, header.isPinned, header.node != node {
      clip.minY = max(clip.minY, LayoutNode(arena: arena, index: header.node).frame.maxY)
    }
    if let footer = section.footer, footer.isPinned, footer.node != node {
      clip.maxY = min(clip.maxY, LayoutNode(arena: arena, index: footer.node).frame.y)
    }
  }

  private mutating func push(_ node: LayoutNode, frame: Rect, end: Int, in parent: Level) {
    var clip = parent.clip
    // In a section that scrolls horizontally, the rows are the items.
    let isScrollingRoot = node.index == 0 && section.scrollsAlongX && !section.rows.isEmpty
    if node.kind == .carousel || node.kind == .pager || isScrollingRoot {
      clip.minX = max(clip.minX, frame.x)
      clip.maxX = min(clip.maxX, frame.maxX)
      addNote(of: node, frame: frame, clip: clip)
    } else if node.style.overflow != .visible {
      clip = clip.clipped(to: frame)
    }
    let shift = node.contentOrigin(isRightToLeft: isRightToLeft)
    // A single row is not an item of a collection, so a header in it is the header of the section.
    let isRootOfOneRow = node.index == 0 && section.rows.count == 1 && section.isRootOfParts
    levels.append(
      Level(
        node: node.index, end: end, frame: frame.moved(by: -shift), clip: clip,
        isCollection: (node.kind.isCollection && !isRootOfOneRow) || isScrollingRoot,
        isInItem: parent.isInItem || parent.isCollection))
  }

  /// Adds a drawable unless it is off screen, and finds the box or pill that contains it.
  mutating func add(_ drawable: Drawable) {
    let frame = drawable.frame
    guard frame.width > 0, frame.height > 0, drawable.clip.intersects(frame) else { return }
    var drawable = drawable
    drawable.keepVisibleLines()
    if drawable.container == nil { drawable.container = container(of: drawable.frame) }
    drawables.append(drawable)
  }

  /// Returns the last of the 16 most recent boxes and pills that is at least as high as a frame and
  /// contains its center.
  func container(of frame: Rect) -> Int? {
    containers.suffix(16).last { index in
      let box = drawables[index].frame
      return frame.height <= box.height + 1 && box.holdsCenter(of: frame)
    }
  }
}

/// The number of nodes with text before each node, for O(1) queries about subtrees.
struct TextCounts {
  private var before: [Int32] = [0]
  private(set) var hasPageControl = false

  init(_ arena: NodeArena) {
    before.reserveCapacity(arena.count + 1)
    var count: Int32 = 0
    for (index, record) in arena.records.enumerated() {
      let isText = record.kind == .text || record.kind == .button
      if isText, let content = arena.content(of: index), content.text.count > 0 { count += 1 }
      if record.kind == .pageControl { hasPageControl = true }
      before.append(count)
    }
  }

  func count(in nodes: Range<Int>) -> Int {
    Int(before[nodes.upperBound] - before[nodes.lowerBound])
  }
}

extension Rect {
  var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
