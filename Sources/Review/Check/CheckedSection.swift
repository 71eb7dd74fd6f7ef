import SectionEngine

/// A section prepared for rules: flat arrays by node index. Frames are relative to the section and
/// not rounded, because rounding could turn 43.99 points into 44.
struct CheckedSection: Sendable {
  let index: Int
  let section: PlacedSection
  let block: Block?
  let measurer: any TextMeasurer
  let isRightToLeft: Bool

  let frames: [Rect]
  /// The parent index of each node; -1 for the root.
  private(set) var parents: [Int32] = []
  /// Whether the node or an ancestor is hidden or not laid out.
  private(set) var isHidden: [Bool] = []
  /// Whether the node itself shows content: a nonempty text, an image or a symbol.
  private(set) var shows: [Bool] = []
  /// The bounds of everything that the node and its descendants paint; `nil` if they paint nothing.
  private(set) var ink: [Rect?] = []
  /// For each node, the innermost node with an action that is the node or an ancestor; -1 for none.
  private(set) var targets: [Int32] = []
  private(set) var overlaps: [SiblingOverlap] = []
  /// The overlaps by the index of their upper node, in ascending order of the lower node.
  private(set) var overlapsByUpper: [Int: [SiblingOverlap]] = [:]
  private let siblingIndices: [Int32]
  private let isRootImplicit: Bool
  private let name: String

  /// - Parameter isExamined: Whether rules examine the nodes, or use only their frames.
  init(
    _ index: Int, named name: String, of page: Page, block: Block?, isExamined: Bool = true
  ) {
    let section = page.sections[index]
    self.index = index
    self.name = name
    self.section = section
    self.block = block
    measurer = page.measurer
    isRightToLeft = page.environment.direction == .rtl
    frames = PixelGrid.exact.frames(of: section, in: .absolute)
    let view = SnappedSection(section, environment: page.environment, options: RenderOptions())
    (siblingIndices, isRootImplicit) = (view.siblingIndices, view.isRootImplicit)
    guard isExamined else { return }
    descend()
    collectInk()
    overlaps = SiblingOverlap.all(in: section, ink: ink)
    overlapsByUpper = Dictionary(grouping: overlaps, by: \.upper)
  }

  var arena: NodeArena { section.arena }
  var count: Int { section.arena.count }
  var nodes: Range<Int> { 0..<section.arena.count }
  var provider: String { section.provider.identity }

  func node(_ index: Int) -> LayoutNode { LayoutNode(arena: section.arena, index: index) }
  func subtree(_ node: Int) -> Range<Int> { node..<Int(section.arena.records[node].subtreeEnd) }

  /// Returns the path of a node, or of the section if `node` is `nil`. O(depth).
  func path(of node: Int?) -> String {
    let nodes = node.map { [$0] + ancestors(of: $0) } ?? []
    let names = nodes.filter { $0 > 0 || !isRootImplicit }.map(id)
    return ([name] + names.reversed()).joined(separator: "/")
  }

  /// Returns the ancestors of a node, starting with the parent. O(depth).
  func ancestors(of node: Int) -> [Int] {
    sequence(first: Int(parents[node])) { Int(parents[$0]) }.prefix { $0 >= 0 }
  }

  /// Returns the number in the node's path, such as 3 in "card[3]"; `nil` if it has no number.
  func number(of node: Int) -> Int? { siblingIndices[node] < 0 ? nil : Int(siblingIndices[node]) }

  private func id(of index: Int) -> String {
    node(index).name + (number(of: index).map { "[\($0)]" } ?? "")
  }

  func hasSameAction(_ a: Int, _ b: Int) -> Bool {
    guard a >= 0, b >= 0 else { return false }
    return a == b
      || (node(a).actionTarget == node(b).actionTarget && node(a).actionType == node(b).actionType)
  }

  /// Returns the nearest ancestor that is a tap target, if its action is that of the node.
  func sameTarget(around node: Int) -> Int? {
    let parent = Int(parents[node])
    guard parent >= 0, hasSameAction(Int(targets[parent]), node) else { return nil }
    return Int(targets[parent])
  }

  /// Whether the generic provider draws the section, from paths in the feed layout or by inference.
  var isGeneric: Bool { section.provider.id == "generic" }

  /// The owner of faults of box sizes: the layout if it sets the height of a generic section.
  var ownerOfSizes: Finding.Owner {
    isGeneric && block?.settings["generic"]["height"].exists == true ? .layout : .section
  }

  /// Returns the identity of the item that contains the node, or else of the block; "" if the feed
  /// has neither.
  func anchor(of node: Int?) -> String {
    for index in node.map({ [$0] + ancestors(of: $0) }) ?? [] {
      if let own = arena.attributes(of: index), own.resourceID.count > 0 {
        return "item \(arena.string(own.resourceType)):\(arena.string(own.resourceID))"
      }
    }
    return block?.value["id"].identityText.map { "block \($0)" } ?? ""
  }

  /// Returns a digest of the item that contains the node, and of the beginning of the section, in 8
  /// digits each. Items are numbered nodes; one without words is extended to the next one around.
  func contentDigest(of node: Int?) -> String {
    let items = node.map { [$0] + ancestors(of: $0) }?.filter { number(of: $0) != nil } ?? []
    let item = items.lazy.map { self.words(in: self.subtree($0)) }.first { !$0.isEmpty }
    let start = words(in: nodes, atMost: 1)
    return String(stableHash(of: item ?? words(in: nodes)).suffix(8))
      + stableHash(of: start).suffix(8)
  }

  /// The number of words in a digest. More words cost time for each finding, and hardly tell more
  /// items apart.
  private static let digestedWords = 12

  /// Returns the first texts, labels and targets of nodes that have any.
  private func words(in nodes: Range<Int>, atMost limit: Int = digestedWords) -> [String] {
    nodes.lazy.prefix(1_000).flatMap { index -> [String] in
      let node = self.node(index)
      return [node.text, node.label, node.actionTarget].filter { !$0.isEmpty }
    }.prefix(limit).map { $0 }
  }

  /// Returns the last name of the node's path, such as "card[3]".
  func shortName(of node: Int) -> String {
    shown(node > 0 ? id(of: node) : path(of: node))
  }

  /// Returns the location of a node's content in the feed: the node's own value; for a tap target or
  /// a button without a value, the first value in its subtree; else the value of the nearest ancestor
  /// with a value; else the block code. `nil` if the section has no block.
  /// - Parameter byte: The offset in the node's text at which the marked part begins.
  func location(of node: Int?, from byte: Int? = nil) -> SourceLocation? {
    guard let block else { return nil }
    var inner = node
    if let node, targets[node] == Int32(node) || self.node(node).isButton, source(of: node) == 0 {
      inner = subtree(node).first { source(of: $0) != 0 } ?? node
    }
    for current in inner.map({ [$0] + ancestors(of: $0) }) ?? [] {
      let source = source(of: current)
      let value = FeedValue(document: block.value.document, index: source)
      if source != 0, value.exists {
        // An offset can be located only if the text equals the value.
        guard let byte, current == node, value.string == self.node(current).text else {
          return value.location
        }
        return value.document.location(of: source, from: byte)
      }
    }
    return (block.codeValue.exists ? block.codeValue : block.value).location
  }

  /// Returns the location of the first value that a node or its descendants show; `nil` for none.
  func contentLocation(in node: Int) -> SourceLocation? { firstValue(in: node)?.location }

  private func firstValue(in node: Int) -> FeedValue? {
    guard let block, let first = subtree(node).first(where: { source(of: $0) != 0 }) else {
      return nil
    }
    let value = FeedValue(document: block.value.document, index: source(of: first))
    return value.exists ? value : nil
  }

  /// Returns the item of the feed from which a node is drawn: around the first value in its subtree,
  /// the element of the innermost list, or else the block. A node without a value is known by the
  /// target of its tap. `nil` if it is no object.
  func item(of node: Int) -> FeedValue? {
    if let value = firstValue(in: node) { return item(around: value) }
    let targets = subtree(node).lazy.map { self.node($0).actionTarget }
    return targets.first { !$0.isEmpty }.flatMap { value(of: $0, near: node) }.flatMap(
      item(around:))
  }

  private func item(around value: FeedValue) -> FeedValue? {
    let document = value.document
    var value = value
    while value.index != block?.value.index {
      let outer = FeedValue(document: document, index: document.parent(of: value.index))
      guard outer.exists, outer.kind != .array else { break }
      value = outer
    }
    return value.kind == .object ? value : nil
  }

  /// Returns the value in the feed that is equal to the target of a node's tap: in the item of the
  /// node, or else the only one in the block, or else the one in the item with the node's number.
  func value(of target: String, near node: Int) -> FeedValue? {
    guard let block, !target.isEmpty else { return nil }
    if let item = firstValue(in: node).flatMap(item(around:)),
      let value = item.strings(equalTo: target).first
    {
      return value
    }
    let values = block.value.strings(equalTo: target)
    guard values.count > 1 else { return values.first }
    let position = ([node] + ancestors(of: node)).lazy.compactMap { self.number(of: $0) }.first
    return values.first { item(around: $0)?.location.path.hasSuffix("[\(position ?? 0)]") == true }
  }

  func source(of node: Int) -> UInt32 { arena.content(of: node)?.source ?? 0 }

  private mutating func descend() {
    parents = Array(repeating: -1, count: count)
    isHidden = Array(repeating: false, count: count)
    shows = Array(repeating: false, count: count)
    ink = Array(repeating: nil, count: count)
    targets = Array(repeating: -1, count: count)
    // Descendants of these nodes are not laid out. A diagnostic of the page reports them.
    let tooDeep = Set(arena.tooDeepNodes)
    var open: [Int] = []
    for node in nodes {
      while let last = open.last, subtree(last).upperBound <= node { open.removeLast() }
      let parent = open.last
      open.append(node)
      parents[node] = Int32(parent ?? -1)
      let style = arena.styles[Int(arena.records[node].style)]
      isHidden[node] =
        style.display == .none || parent.map { isHidden[$0] || tooDeep.contains($0) } ?? false
      let content = arena.content(of: node)
      let hasAction = (content?.actionTarget.count ?? 0) > 0
      targets[node] = hasAction ? Int32(node) : parent.map { targets[$0] } ?? -1
      guard !isHidden[node] else { continue }
      shows[node] = arena.records[node].kind.shows(content ?? NodeContent())
      if shows[node] || (content?.background.count ?? 0) > 0, !frames[node].isEmpty {
        ink[node] = frames[node]
      }
    }
  }

  private mutating func collectInk() {
    // Children have greater indices, so a node is complete before it is added to its parent.
    for node in nodes.dropFirst().reversed() {
      let parent = Int(parents[node])
      guard parent >= 0, var part = ink[node] else { continue }
      let style = arena.styles[Int(arena.records[parent].style)]
      let kind = arena.records[parent].kind
      let scrolls = kind == .carousel || kind == .pager
      part = part.intersection(
        frames[parent], alongX: scrolls || style.overflowX != .visible,
        alongY: scrolls || style.overflowY != .visible)
      if !part.isEmpty { ink[parent] = ink[parent].map { $0.union(part) } ?? part }
    }
  }
}

extension NodeKind {
  fileprivate func shows(_ content: NodeContent) -> Bool {
    switch self {
    case .text, .button, .badge: content.text.count > 0
    case .icon, .image, .placeholder: true
    case .pageControl: content.count > 0
    case .box, .spacer, .list, .carousel, .pager: false
    }
  }
}

extension FeedValue {
  /// Returns the strings at or below the value that are equal to a text, in document order.
  fileprivate func strings(equalTo text: String) -> [FeedValue] {
    let bytes = Array(text.utf8)
    return (index..<max(index, end)).lazy.map { FeedValue(document: document, index: $0) }
      .filter { $0.kind == .string && $0.utf8.elementsEqual(bytes) }
  }
}
