public import Feeds

extension FeedPage {
  /// Returns the changes from another page to this one, by the identities of blocks and items, as
  /// index paths for a list view. Section indices count blocks only, not skeletons or messages.
  /// Complexity: O(blocks + items).
  public func changes(since other: FeedPage) -> FeedChanges {
    FeedChanges(from: other.blocks, to: blocks)
  }

  /// Returns how far the content that was visible on another page moved on this one.
  ///
  /// - Parameter visible: The part of the other page that the screen showed, in points from its top.
  public func shift(since other: FeedPage, visible: ClosedRange<Double>) -> LayoutShift {
    PositionedParts(other).shift(
      to: PositionedParts(self), visibleFrom: visible.lowerBound, to: visible.upperBound)
  }
}
