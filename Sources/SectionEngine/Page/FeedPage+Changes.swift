public import FeedSession

extension FeedPage {
  /// What turns another page into this one, by the identities of blocks and items: index paths for a
  /// list view. Indices of sections are those of blocks; a skeleton or a message is none.
  /// Complexity: O(blocks + items).
  public func changes(since other: FeedPage) -> FeedChanges {
    FeedChanges(from: other.blocks, to: blocks)
  }

  /// How far what the reader saw on another page stands from there on this one.
  ///
  /// - Parameter visible: The part of the other page that the screen showed, in points from its top.
  public func shift(since other: FeedPage, visible: ClosedRange<Double>) -> LayoutShift {
    StandingParts(other.built, blocks: other.blocks).shift(
      to: StandingParts(built, blocks: blocks), visibleFrom: visible.lowerBound,
      to: visible.upperBound)
  }
}
