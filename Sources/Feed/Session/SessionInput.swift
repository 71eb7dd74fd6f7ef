package import FeedDocument

package enum SessionInput: Sendable {
  /// Requests all sources again: the first load, a pull, or the button of a failed state.
  case refresh
  case loadMore
  /// Changes content after the server has accepted it: a like, a follow.
  case update(ItemUpdate)
  case edit(SectionEdit)
  /// Gives parameters new values, and loads everything again, without sections that depend on them.
  case parameters([String: String])
  /// Changes a setting of a section, such as the page that it shows.
  case set(SectionSetting)
  /// Shows a state without content until the next load.
  case show(ContentState)
  case cancel
}

/// A change of the list of sections, which holds until the section's source is read again.
package enum SectionEdit: Sendable {
  /// Removes a section that the reader may close.
  case close(String)
  case remove(String)
  /// Moves a section so that it has an index afterwards.
  case move(String, to: Int)
  /// Inserts a payload as a section of a code.
  case insert(FeedValue, code: String, at: Int)
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
