internal import Feeds
internal import LayoutCore
internal import Page

extension FeedPage {
  /// Returns the diagnostics about members that the feed layout names and the items of the page
  /// lack. They are not part of the page's diagnostics, because their number depends on the whole
  /// feed.
  package func memberFindings(since earlier: FeedPage? = nil) -> MemberFindings {
    struct Place: Hashable {
      let document: ObjectIdentifier
      let index: UInt32
      init(_ value: FeedValue) {
        (document, index) = (ObjectIdentifier(value.document), value.index)
      }
    }
    // The items that SE1028 reports are not counted again.
    var partial: [Place: ShownValues] = [:]
    for (index, section) in laidOut.sections.enumerated()
    where section.section.diagnosticCodes.contains(DiagnosticCode.undrawnItems.rawValue) {
      guard let block = block(ofSection: index) else { continue }
      partial[Place(block.value)] = ShownValues(of: section.section, in: block.value)
    }
    let blocks = earlier.map { Array($0.scene.feed.blocks) }
    return scene.feed.memberFindings(since: blocks) { item, block in
      partial[Place(block.value)].map { !$0.isInside(item) } ?? false
    }
  }
}
