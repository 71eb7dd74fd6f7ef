internal import FeedDocument
internal import Feeds
internal import LayoutCore
internal import Page

/// The blocks of which SE1028 reports that items are left out, with the items that are shown.
struct PartialItems {
  private struct Place: Hashable {
    let document: ObjectIdentifier
    let index: UInt32
    init(_ value: FeedValue) {
      (document, index) = (ObjectIdentifier(value.document), value.index)
    }
  }

  private var shown: [Place: ShownValues] = [:]

  /// Adds a section if items of its block are left out. O(diagnostics of the section) for another
  /// section.
  mutating func add(_ section: PlacedSection, of block: Block?) {
    guard let block,
      section.section.diagnosticCodes.contains(DiagnosticCode.undrawnItems.rawValue)
    else { return }
    shown[Place(block.value)] = ShownValues(of: section.section, in: block.value)
  }

  /// Returns the findings about the members of the items, except for the items that SE1028 reports.
  func memberFindings(of feed: Feed, since earlier: [Block]? = nil) -> MemberFindings {
    feed.memberFindings(since: earlier) { item, block in
      shown[Place(block.value)].map { !$0.isInside(item) } ?? false
    }
  }
}
