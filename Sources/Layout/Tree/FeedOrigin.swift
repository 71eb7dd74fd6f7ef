/// The part of a feed that a section shows: its block, and the items that its nodes show.
package struct FeedOrigin: Sendable, Hashable {
  /// An item of the feed, and the nodes that show it.
  package struct Item: Sendable, Hashable {
    /// The outermost node that shows nothing but this item; its descendants show the item, too, unless
    /// they are in an item of their own.
    package var node: Int
    /// The type that the plugin gives, such as "song"; empty if it gives none.
    package var type: String
    /// The identifier; empty if the item has none.
    package var id: String
    /// The index of the item in each list of the block around it, from outside.
    package var indexPath: [Int]
    /// The JSON path from the block to the item, such as "creatives[2].resources[1]"; empty if the
    /// item is the block.
    package var path: String

    package init(node: Int, type: String, id: String, indexPath: [Int], path: String) {
      (self.node, self.type, self.id) = (node, type, id)
      (self.indexPath, self.path) = (indexPath, path)
    }
  }

  /// The identity of the block, such as "NOTICE" or "NOTICE#2".
  package var identity: String
  /// The JSON path of the block in its document.
  package var path: String
  /// The items, in the order of their nodes.
  package var items: [Item]

  package init(identity: String, path: String, items: [Item]) {
    (self.identity, self.path, self.items) = (identity, path, items)
  }
}
