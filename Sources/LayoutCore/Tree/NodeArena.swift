/// The nodes of one section in document order (pre-order), flat and position independent: the unit
/// of invalidation, caching and threading.
///
/// A subtree is the records from its root up to `subtreeEnd`; there are no child arrays and no parent
/// pointers. Styles are interned, texts are byte ranges.
package struct NodeArena: Sendable {
  package struct Record: Sendable {
    package var kind: NodeKind
    /// Index into `styles`.
    package var style: UInt32
    /// Index into `contents`; `UInt32.max`: none.
    package var content: UInt32
    /// One past the last descendant.
    package var subtreeEnd: UInt32
    /// Result: border box relative to the parent's border box, in points, unrounded.
    package var x, y, width, height: Float
  }

  /// What a collection's items take, with its padding; larger than its frame where it scrolls.
  package struct ContentSize: Sendable, Hashable {
    package var node: Int
    package var size: Size
  }

  package internal(set) var records: [Record] = []
  package internal(set) var styles: [Style] = []
  package internal(set) var contents: [NodeContent] = []
  package internal(set) var text: [UInt8] = []

  /// Result: of the collections, and of the root where the rows scroll, by node index.
  package internal(set) var contentSizes: [ContentSize] = []
  /// Result: nodes at the deepest level that layout goes to, whose subtrees have zero frames.
  package internal(set) var tooDeepNodes: [Int] = []

  var styleIndices: [Style: UInt32] = [:]
  var open: [Int32] = []

  package init() {}

  package var count: Int { records.count }
  /// Number of nodes that are begun and not yet ended.
  package var depth: Int { open.count }

  /// Copies a text into the arena.
  package mutating func addText(_ bytes: some Collection<UInt8>) -> TextRange {
    guard !bytes.isEmpty else { return .empty }
    let start = UInt32(text.count)
    text.append(contentsOf: bytes)
    return TextRange(start: start, count: UInt32(bytes.count))
  }

  /// Adds a node below the open one; it becomes the open one. The kind of a collection decides the
  /// style's `display`, unless that is `none`.
  @discardableResult
  package mutating func begin(
    _ kind: NodeKind, style: Style = Style(), content: NodeContent? = nil
  ) -> Int {
    let index = records.count
    var style = style
    if style.display != .none {
      switch kind {
      case .list: style.display = .list
      case .carousel: style.display = .carousel
      case .pager: style.display = .pager
      default: break
      }
    }
    var contentIndex = UInt32.max
    if let content {
      contentIndex = UInt32(contents.count)
      contents.append(content)
    }
    records.append(
      Record(
        kind: kind, style: intern(style), content: contentIndex, subtreeEnd: UInt32(index + 1),
        x: 0, y: 0, width: 0, height: 0))
    open.append(Int32(index))
    return index
  }

  /// Closes the open node.
  package mutating func end() {
    guard let index = open.popLast() else { return }
    records[Int(index)].subtreeEnd = UInt32(records.count)
  }

  private mutating func intern(_ style: Style) -> UInt32 {
    if let index = styleIndices[style] { return index }
    let index = UInt32(styles.count)
    styles.append(style)
    styleIndices[style] = index
    return index
  }

  package func content(of node: Int) -> NodeContent? {
    let index = records[node].content
    return index == .max ? nil : contents[Int(index)]
  }

  /// Size of a collection's content, with its padding; `nil` for any other node and before layout.
  /// Complexity: O(log collections).
  package func contentSize(of node: Int) -> Size? {
    var low = 0
    var high = contentSizes.count
    while low < high {
      let middle = (low + high) / 2
      if contentSizes[middle].node < node { low = middle + 1 } else { high = middle }
    }
    guard low < contentSizes.count, contentSizes[low].node == node else { return nil }
    return contentSizes[low].size
  }

  package func string(_ range: TextRange) -> String {
    range.count == 0
      ? ""
      : String(decoding: text[Int(range.start)..<Int(range.start + range.count)], as: UTF8.self)
  }
}
