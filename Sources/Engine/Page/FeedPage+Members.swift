internal import Feeds

extension FeedPage {
  /// Returns the diagnostics about members that the feed layout names and the items of the page
  /// lack. They are not part of the page's diagnostics, because their number depends on the whole
  /// feed.
  package func memberFindings(since earlier: FeedPage? = nil) -> MemberFindings {
    var partial = PartialItems()
    for (index, section) in laidOut.sections.enumerated() {
      partial.add(section, of: block(ofSection: index))
    }
    return partial.memberFindings(
      of: scene.feed, since: earlier.map { Array($0.scene.feed.blocks) })
  }
}
