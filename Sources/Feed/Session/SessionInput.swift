package import FeedDocument

package enum SessionInput: Sendable {
  /// Requests all sources again: the first load, a pull, or the button of a failed state.
  case refresh
  case loadMore
  /// Changes content after the server has accepted it: a like, a follow.
  case update(ItemUpdate)
  case cancel
}

/// New members of one item, or of a whole block.
package struct ItemUpdate: Sendable {
  package var blockIdentity: String
  /// `nil` for the block itself.
  package var item: String?
  /// An object whose members replace those of the item; nested objects are merged.
  package var change: FeedValue

  package init(blockIdentity: String, item: String? = nil, change: FeedValue) {
    self.blockIdentity = blockIdentity
    self.item = item
    self.change = change
  }
}
