internal import FeedDocument
internal import Feeds
internal import LayoutCore
package import Page

/// Finds the items of a block that the nodes of its section show.
///
/// An item is named by the plugin, or else by the feed layout (`item`), or else it is the innermost
/// object in a list of the block. What a node shows is known from the sources of the nodes in it. For a
/// plugin that sets no sources, an item is found by the identifier that the plugin gives, or by its row
/// if the section has one row for each item.
struct ItemFinder {
  struct Found: Equatable {
    var type = ""
    var id = ""
    /// The value of the item; missing if the plugin names an item that the block does not have.
    var value: UInt32
    /// Whether the plugin gave the identifier. The parts of such an item belong to the item.
    var isNamedByPlugin = false
  }

  /// The smallest and the greatest index of the values that the nodes of a subtree show.
  private typealias Extent = (first: UInt32, last: UInt32)

  private let arena: NodeArena
  private let block: Block
  /// For each value of the block: its container, and its position in the container.
  private var parents: [UInt32]
  private var positions: [Int32]
  private let extents: [Extent?]
  /// The index in `block.items` of each item, by value.
  private let layoutItems: [UInt32: Int]
  /// The index in `block.items` of the item of each row, by node, if only the rows tell the items.
  private let rowItems: [Int: Int]

  /// O(values of the block + nodes).
  init(_ section: Section, of block: Block) {
    arena = section.arena
    self.block = block
    extents = Self.extents(in: section.arena, of: block.value)
    layoutItems = Dictionary(
      block.items.indices.map { (block.items[$0].index, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let tellsSources = extents.contains { $0 != nil }
    rowItems =
      tellsSources || section.rows.count != block.items.count
      ? [:]
      : Dictionary(
        section.rows.indices.map { (section.rows[$0].node, $0) },
        uniquingKeysWith: { first, _ in first })
    let root = block.value.index
    let count = Int(max(block.value.end, root) - root)
    parents = Array(repeating: FeedDocument.missing, count: count)
    positions = Array(repeating: 0, count: count)
    let tape = block.value.document.tape
    var open: [UInt32] = [root]
    while let container = open.popLast() {
      var child = tape.first(container)
      var position: Int32 = 0
      while child != FeedDocument.missing {
        parents[Int(child - root)] = container
        positions[Int(child - root)] = position
        if tape.kind(child) == .array || tape.kind(child) == .object { open.append(child) }
        child = tape.next(child)
        position += 1
      }
    }
  }

  /// Returns the item that a node shows, and that its ancestors show if it shows nothing itself; `nil`
  /// if the node shows several items, or none. O(depth + values on the way to the item).
  /// - Parameter path: The indices of the nodes from the root of the section to the node.
  func item(at path: [Int]) -> Found? {
    path.reduce(nil) { item(of: $1, inside: $0) }
  }

  /// Returns the item of a node whose parent has the item `outer`.
  private func item(of node: Int, inside outer: Found?) -> Found? {
    if let own = arena.attributes(of: node), own.resourceID.count > 0 {
      let (type, id) = (arena.string(own.resourceType), arena.string(own.resourceID))
      let value = value(ofItem: id, shownIn: extents[node])
      return Found(type: type, id: id, value: value, isNamedByPlugin: true)
    }
    if let outer, outer.isNamedByPlugin { return outer }
    if let extent = extents[node] { return item(around: extent) }
    return rowItems[node].map(layoutItem) ?? outer
  }

  /// Returns all items in the order of their outermost nodes. O(values + nodes x depth of the block).
  func all() -> [(node: Int, item: Found)] {
    var found: [(node: Int, item: Found)] = []
    var open: [(end: Int, item: Found?)] = []
    for node in 0..<arena.count {
      while let last = open.last, last.end <= node { open.removeLast() }
      let outer = open.last?.item
      let item = item(of: node, inside: outer)
      if let item, item != outer { found.append((node, item)) }
      open.append((arena.end(of: node), item))
    }
    return found
  }

  // MARK: Values

  /// Returns the extents of all subtrees, by their roots. A source outside of the block is none.
  private static func extents(in arena: NodeArena, of block: FeedValue) -> [Extent?] {
    var extents = [Extent?](repeating: nil, count: arena.count)
    for node in extents.indices.reversed() {
      let source = arena.content(of: node)?.source ?? 0
      if source >= block.index, source < block.end, source > 0 { extents[node] = (source, source) }
      var child = node + 1
      let end = arena.end(of: node)
      while child < end {
        if let inner = extents[child] {
          let own = extents[node] ?? inner
          extents[node] = (min(own.first, inner.first), max(own.last, inner.last))
        }
        child = arena.end(of: child)
      }
    }
    return extents
  }

  private func value(_ index: UInt32) -> FeedValue {
    FeedValue(document: block.value.document, index: index)
  }

  /// Returns the containers around a value, and first the value itself, up to the block.
  private func around(_ index: UInt32) -> some Sequence<UInt32> {
    let root = block.value.index
    return sequence(first: index) { $0 == root ? nil : parents[Int($0 - root)] }
  }

  private func isElement(_ index: UInt32) -> Bool {
    let parent = parents[Int(index - block.value.index)]
    return parent != FeedDocument.missing && value(parent).kind == .array
  }

  /// Returns the item that contains all values of an extent; `nil` if they are in several items.
  private func item(around extent: Extent) -> Found? {
    let whole = around(extent.first).drop { value($0).end <= extent.last }
    if !layoutItems.isEmpty {
      return whole.first { layoutItems[$0] != nil }.map { item(ofValue: $0) }
    }
    var element: UInt32?
    for index in whole where isElement(index) {
      if value(index).kind == .object { return item(ofValue: index) }
      element = element ?? index
    }
    return element.map { item(ofValue: $0) }
  }

  private func layoutItem(_ position: Int) -> Found {
    Found(id: block.items[position].id, value: block.items[position].index)
  }

  /// Returns the item that is a value, with the identifier that the feed gives it.
  private func item(ofValue index: UInt32) -> Found {
    if let position = layoutItems[index] { return layoutItem(position) }
    let item = value(index)
    let list = around(index).dropFirst().first { value($0).kind == .array }.map { value($0).key }
    let identifier = ItemIdentifier(ofItemsIn: list ?? "", code: block.blockCode)
    let id = identifier.keys(in: item).lazy.compactMap { item[$0].identityText }.first
    return Found(id: id ?? "", value: index)
  }

  /// Returns the value of the item that a plugin names. Searches in this order: the containers of the
  /// values that the node shows, from inside, for the identifier; the item that contains these values;
  /// the whole block for the identifier. Returns the missing value if nothing is found.
  private func value(ofItem id: String, shownIn extent: Extent?) -> UInt32 {
    if let extent {
      let whole = around(extent.first).drop { value($0).end <= extent.last }
      if let own = whole.first(where: { value($0).isIdentified(by: id) }) { return own }
      if let item = item(around: extent) { return item.value }
    }
    return block.value(ofItem: id)?.index ?? FeedDocument.missing
  }

  /// Returns the index of an item in each list around it, from the outermost list.
  private func indexPath(of index: UInt32) -> [Int] {
    guard index != FeedDocument.missing else { return [] }
    return around(index).filter(isElement).reversed().map {
      Int(positions[Int($0 - block.value.index)])
    }
  }
}

extension ItemFinder {
  /// Returns an item with its payload. O(bytes of the payload).
  func pageItem(_ found: Found) -> PageItem {
    PageItem(
      type: found.type, id: found.id, indexPath: indexPath(of: found.value),
      payload: value(found.value).json)
  }

  /// Returns the block and its items, for outputs that name them.
  func origin() -> FeedOrigin {
    let path = block.value.path
    let items = all().map { node, item in
      let own = item.value == FeedDocument.missing ? path : value(item.value).path
      let inner = own.dropFirst(path.count)
      return FeedOrigin.Item(
        node: node, type: item.type, id: item.id, indexPath: indexPath(of: item.value),
        path: String(inner.hasPrefix(".") ? inner.dropFirst() : inner))
    }
    return FeedOrigin(identity: block.identity, path: path, items: items)
  }
}

extension FeedValue {
  /// The value as JSON in UTF-8: the text of the feed, or, of a value that an update changed, JSON on
  /// one line. Empty for the missing value.
  var json: [UInt8] {
    if !exists { return [] }
    return source.map { Array($0) } ?? Array(JSONText(self).inline.utf8)
  }
}

extension Page {
  /// Adds the part of the feed that each section shows (`FeedOrigin`). O(values of the blocks + nodes).
  /// - Parameter blocks: The blocks of the sections; `nil` for a section that shows a state.
  package mutating func addOrigins(of blocks: some Sequence<Block?>) {
    for (index, block) in zip(sections.indices, blocks) {
      sections[index].origin = block.map { ItemFinder(sections[index].section, of: $0).origin() }
    }
  }
}

extension FeedPage {
  /// The page with the part of the feed that each section shows, for outputs that name items.
  package var withOrigins: Page {
    var page = laidOut
    page.addOrigins(of: placed.blockIndices.map { $0.map { blocks[$0] } })
    return page
  }
}
