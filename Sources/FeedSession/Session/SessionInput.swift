package import FeedDocument

/// What a reader, or a program, does to a session.
package enum SessionInput: Sendable {
  /// Asks all sources anew: the first load, a pull, or the button of a failed state.
  case refresh
  /// The lower end came into sight.
  case loadMore
  /// Content is another, and the server has agreed: a like, a follow.
  case update(ItemUpdate)
  /// Nothing under way is wanted any more.
  case cancel
}

/// New members of one item, or of a whole block.
package struct ItemUpdate: Sendable {
  package var blockIdentity: String
  /// `nil`: the block itself.
  package var item: String?
  /// An object; its members replace those of the item, objects in it member by member.
  package var change: FeedValue

  package init(blockIdentity: String, item: String? = nil, change: FeedValue) {
    self.blockIdentity = blockIdentity
    self.item = item
    self.change = change
  }
}
