/// The nodes of one section in document order (pre-order), in flat arrays that use indices
/// instead of pointers. Each arena is invalidated, cached and laid out as a whole.
///
/// A subtree is the range of records from its root up to `subtreeEnd`; there are no child arrays
/// and no parent pointers. Styles are interned, and texts are byte ranges.
package struct NodeArena: Sendable, Equatable {
  package struct Record: Sendable, Hashable {
    package var kind: NodeKind
    /// The index in `styles`.
    package var style: UInt32
    /// The index in `contents`; `UInt32.max` if there is none.
    package var content: UInt32
    /// The index after the last descendant.
    package var subtreeEnd: UInt32
  }

  /// A layout result: a border box relative to the parent's border box, in points, unrounded.
  package struct Frame: Sendable, Hashable, BitwiseCopyable {
    package var x, y, width, height: Float
    package init(x: Float, y: Float, width: Float, height: Float) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
    package static let zero = Frame(x: 0, y: 0, width: 0, height: 0)
    package var rect: Rect {
      Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }
  }

  /// The size of a collection's items and padding; larger than the frame if the content scrolls.
  package struct ContentSize: Sendable, Hashable {
    package var node: Int
    package var size: Size
  }

  package internal(set) var records: [Record] = []
  /// A layout result: the frame of each node. Frames are stored apart from the records, so layout
  /// does not copy its inputs.
  package internal(set) var frames: [Frame] = []
  package var styles: [Style] { styleTable.styles }
  package internal(set) var contents: [NodeContent] = []
  /// The texts of all nodes in UTF-8, one after the other. A `TextRange` is a range in this array.
  package internal(set) var text: [UInt8] = []
  /// The attributes of the nodes that have any, sorted by node index.
  package internal(set) var attributes: [NodeAttributes] = []
  /// The text runs of all nodes; `NodeAttributes.runs` is a range of indices in this array.
  package internal(set) var runs: [TextRun] = []

  /// A layout result: the content sizes of the collections, and of the root if the rows scroll,
  /// sorted by node index.
  package internal(set) var contentSizes: [ContentSize] = []
  /// A layout result: the roots of subtrees that are nested too deeply, whose frames are zero.
  package internal(set) var tooDeepNodes: [Int] = []

  private var styleTable = StyleTable()
  /// The nodes that are begun and not yet ended, the innermost last.
  package internal(set) var open: [Int32] = []

  package init() {}

  package var count: Int { records.count }
  /// The number of nodes that are begun and not yet ended.
  package var depth: Int { open.count }

  /// Copies UTF-8 bytes into the arena. Returns their range.
  package mutating func addText(_ bytes: some Collection<UInt8>) -> TextRange {
    guard !bytes.isEmpty else { return .empty }
    let start = UInt32(text.count)
    text.append(contentsOf: bytes)
    return TextRange(start: start, count: UInt32(bytes.count))
  }

  /// Copies contiguous bytes into the arena. This overload exists because generic calls from other
  /// modules are not specialised.
  package mutating func addText(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRange {
    guard !bytes.isEmpty else { return .empty }
    let start = UInt32(text.count)
    text.append(contentsOf: bytes)
    return TextRange(start: start, count: UInt32(bytes.count))
  }

  /// Adds a child to the open node, and makes the child the open node. For a collection, the kind
  /// overrides the style's `display`, unless `display` is `none`.
  @discardableResult
  package mutating func begin(
    _ kind: NodeKind, style: Style = Style(), content: NodeContent? = nil
  ) -> Int {
    let index = records.count
    var contentIndex = UInt32.max
    if let content {
      contentIndex = UInt32(contents.count)
      contents.append(content)
    }
    records.append(
      Record(
        kind: kind, style: styleIndex(of: style, for: kind), content: contentIndex,
        subtreeEnd: UInt32(index + 1)))
    frames.append(.zero)
    open.append(Int32(index))
    return index
  }

  /// Closes the open node.
  package mutating func end() {
    guard let index = open.popLast() else { return }
    records[Int(index)].subtreeEnd = UInt32(records.count)
  }

  /// Sets a layout result: a node's border box relative to the parent's border box, in points.
  package mutating func setFrame(_ frame: Rect, of node: Int) {
    frames[node] = Frame(
      x: Float(frame.x), y: Float(frame.y), width: Float(frame.width),
      height: Float(frame.height))
  }

  /// Sets the style of a node.
  package mutating func setStyle(_ style: Style, of node: Int) {
    records[node].style = styleIndex(of: style, for: records[node].kind)
  }

  /// Returns the index of a style of another arena, to which its kind has been applied.
  mutating func styleIndex(of style: Style) -> UInt32 { styleTable.index(of: style) }

  mutating func styleIndex(of style: Style, for kind: NodeKind) -> UInt32 {
    guard style.display != .none, let display = kind.display, display != style.display else {
      return styleTable.index(of: style)
    }
    var style = style
    style.display = display
    return styleTable.index(of: style)
  }

  /// Adds `distance` to each node's `source`, the index of a feed value. 0 (no value) stays 0.
  package mutating func moveSources(by distance: Int) {
    guard distance != 0 else { return }
    for index in contents.indices where contents[index].source != 0 {
      contents[index].source = UInt32(clamping: Int(contents[index].source) + distance)
    }
  }

  /// Whether the nodes differ at most in the values that they come from, which move in a document.
  package func isDrawn(as other: NodeArena) -> Bool {
    var (own, others) = (self, other)
    (own.contents, others.contents) = ([], [])
    guard own == others, contents.count == other.contents.count else { return false }
    return zip(contents, other.contents).allSatisfy { content, other in
      var content = content
      content.source = other.source
      return content == other
    }
  }

  /// Returns the index after the last descendant of a node.
  package func end(of node: Int) -> Int { Int(records[node].subtreeEnd) }

  package func content(of node: Int) -> NodeContent? {
    let index = records[node].content
    return index == .max ? nil : contents[Int(index)]
  }

  /// Returns the aspect ratio of an image's picture; 0 if it is unknown or the style sets a ratio.
  func pictureRatio(of node: Int) -> Float {
    let record = records[node]
    guard record.kind == .image, record.content != .max,
      !(styles[Int(record.style)].aspectRatio > 0)
    else { return 0 }
    return max(0, contents[Int(record.content)].imageAspectRatio)
  }

  /// Returns the content size of a collection, including padding, in points; `nil` for any other
  /// node and before layout. Complexity: O(log collections).
  package func contentSize(of node: Int) -> Size? {
    let index = contentSizes.partitioningIndex { $0.node >= node }
    guard index < contentSizes.count, contentSizes[index].node == node else { return nil }
    return contentSizes[index].size
  }

  package func string(_ range: TextRange) -> String {
    range.count == 0
      ? ""
      : String(decoding: text[Int(range.start)..<Int(range.start + range.count)], as: UTF8.self)
  }
}

extension NodeArena {
  /// Returns the attributes of a node, or `nil` if it has none. Complexity: O(log attributes).
  package func attributes(of node: Int) -> NodeAttributes? { attributes.of(node) }

  /// Whether the open node is the last node added. Only then can its attributes be set.
  package var canDescribeOpenNode: Bool { open.last.map { Int($0) + 1 == records.count } ?? false }

  /// Changes the attributes of the open node if it is the last node added; otherwise does nothing.
  package mutating func describeOpenNode(_ change: (inout NodeAttributes) -> Void) {
    guard canDescribeOpenNode else { return }
    let node = records.count - 1
    if attributes.last.map({ Int($0.node) }) != node { attributes.append(.init(node: node)) }
    change(&attributes[attributes.count - 1])
    if attributes.last == NodeAttributes(node: node) { attributes.removeLast() }
  }

  /// Adds a text run to the open node, which must be the last node added.
  package mutating func addRun(_ run: TextRun) {
    let index = runs.count
    describeOpenNode { $0.runs = ($0.runs.isEmpty ? index : $0.runs.lowerBound)..<index + 1 }
    runs.append(run)
  }
}
