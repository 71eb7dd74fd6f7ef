package import LayoutCore
package import Support

/// A page, which every renderer and every review reads: its sections with their frames, the bars
/// around them, the inputs of the layout, and the diagnostics of creating it.
package struct Page: Sendable {
  /// The bars above and below the content. Each bar has its own coordinate system.
  package struct Chrome: Sendable {
    /// The bar above the content, such as a navigation bar.
    package var top: PlacedSection?
    /// The bar below the content, such as a tab bar.
    package var bottom: PlacedSection?
    package init(top: PlacedSection? = nil, bottom: PlacedSection? = nil) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// The name of the feed, such as "netease-home".
  package var feedID: String
  /// The human-readable title of the feed layout, such as "发现".
  package var title: String
  /// The name and version of the feed layout, such as "netease-home@1", or "inferred" without one.
  package var layoutName: String
  package var environment: LayoutEnvironment
  /// The values of the appearance tokens, by token: "text" has "#000000" in the light appearance.
  package var tokens: [String: String]
  package var sections: GrowingArray<PlacedSection>
  /// The sections before `sections` that the page no longer has, because they were written.
  package var released = Released()
  package var chrome: Chrome
  /// The free space below the last section, from the feed layout's spacing policy.
  package var gapBelow: Double
  /// The scrolled viewport; `nil` means the whole page.
  package var viewport: Viewport?
  /// The text measurer with which the frames were computed.
  package var measurer: any TextMeasurer
  /// The diagnostics about documents, blocks and layout, in that order.
  package var diagnostics: [Diagnostic]
  /// The lines of a page that was read from a file, and of a projection (`projected(_:)`); `nil` for
  /// any other page. A page that was read has no sections.
  package var lines: Lines?

  /// Whether the engine laid out sections or bars, from which pictures are drawn.
  package var isLaidOut: Bool { !sections.isEmpty || chrome.top != nil || chrome.bottom != nil }

  package init(
    feedID: String, title: String, layoutName: String, environment: LayoutEnvironment,
    tokens: [String: String] = [:], sections: some Sequence<PlacedSection>,
    chrome: Chrome = Chrome(), gapBelow: Double = 0, measurer: any TextMeasurer,
    diagnostics: [Diagnostic] = []
  ) {
    self.feedID = feedID
    self.title = title
    self.layoutName = layoutName
    self.environment = environment
    self.tokens = tokens
    self.sections = sections as? GrowingArray ?? GrowingArray(sections)
    self.chrome = chrome
    self.gapBelow = gapBelow
    self.measurer = measurer
    self.diagnostics = diagnostics
  }

  /// The exact height of the sections in the flow and the gaps around them, in points. Complexity:
  /// O(k), where k is the number of sections after the last one in the flow.
  package var height: Double {
    let last = sections.last { $0.section.placement == .flow }
    return (last?.frame.maxY ?? released.bottom).map { $0 + gapBelow } ?? 0
  }

  /// The number of all sections, including those that are released.
  package var sectionCount: Int { released.count + sections.count }

  /// Whether a node has attributes that revision 1 of the JSON schema does not have.
  package var usesContent: Bool {
    released.usesContent || sections.contains { !$0.arena.attributes.isEmpty }
  }
}

extension Page {
  /// The facts about sections that a page no longer has.
  package struct Released: Sendable {
    package fileprivate(set) var count = 0
    /// The bottom edge of the last section in the flow, in points; `nil` without one.
    fileprivate var bottom: Double?
    fileprivate var usesContent = false

  }

  /// Removes the sections, except for the facts in `released`. O(sections).
  package mutating func release() {
    for section in sections {
      released.count += 1
      if section.section.placement == .flow { released.bottom = section.frame.maxY }
      if !section.arena.attributes.isEmpty { released.usesContent = true }
    }
    sections = []
  }
}
