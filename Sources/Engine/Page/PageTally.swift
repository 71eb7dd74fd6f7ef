package import Feeds
package import LayoutCore
internal import Page
internal import PluginHost

/// The facts about the sections of a page that a program reports beside the page. Sections are added
/// one after the other, so the page need not be in memory.
package struct PageTally {
  package private(set) var sections = 0
  package private(set) var placeholders = 0
  /// The number of sections that a fallback drew, without placeholders.
  package private(set) var fallbacks = 0
  /// The block codes, each once, in the order of the page.
  package private(set) var blockCodes: [String] = []
  private var knownCodes: Set<String> = []
  private let feed: Feed
  private var coverage: TextCoverage
  private var partial = PartialItems()

  package init(of feed: Feed) {
    self.feed = feed
    coverage = TextCoverage(of: feed)
  }

  package init(of page: FeedPage) {
    self.init(of: page.scene.feed)
    for (index, section) in page.laidOut.sections.enumerated() {
      add(section, of: page.block(ofSection: index))
    }
  }

  /// - Parameter block: The block of the section; `nil` for a section that shows a state.
  package mutating func add(_ section: PlacedSection, of block: Block?) {
    sections += 1
    if section.fallback?.step == .placeholder {
      placeholders += 1
    } else if section.fallback != nil {
      fallbacks += 1
    }
    if knownCodes.insert(section.blockCode).inserted { blockCodes.append(section.blockCode) }
    coverage.add(section)
    partial.add(section, of: block)
  }

  /// The note about the texts of the document that the page lacks; see `TextCoverage`.
  package var textCoverage: Diagnostic? { coverage.note }

  /// The error that an inferred layout shows nothing of a document; `nil` if the page has a height, or
  /// plugins drew sections of it.
  package func blankPage(height: Double) -> Diagnostic? {
    guard feed.layout.isInferred, fallbacks > 0, fallbacks == sections, height == 0,
      let block = feed.blocks.first
    else { return nil }
    return Diagnostic(
      .nothingInferred, .error,
      "the page is 0 points high: \(counted(sections, "section")) of the inferred layout "
        + "\(sections == 1 ? "shows" : "show") nothing", at: block.value.location,
      label: "the first block",
      helps: ["name the list of blocks and the key of their codes: `--items PATH --code KEY`"])
  }

  /// The diagnostics about members of the items; see `FeedPage.memberFindings`.
  package var memberFindings: [Diagnostic] { partial.memberFindings(of: feed).diagnostics }
}
