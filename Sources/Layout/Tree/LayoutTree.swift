/// A laid out page: its sections, the bars around them, and the inputs of the layout.
package struct LayoutTree: Sendable {
  /// The bars around the content, each in its own coordinates.
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
  /// The title of the feed layout for people, such as "发现".
  package var title: String
  /// The feed layout, such as "netease-home@1", or "inferred" if there is none.
  package var layoutName: String
  package var environment: LayoutEnvironment
  /// The appearance tokens by name, resolved for the environment's appearance: "text" -> "#000000".
  package var tokens: [String: String]
  package var sections: GrowingArray<PlacedSection>
  package var chrome: Chrome
  /// The free space below the last section, from the feed layout's spacing policy.
  package var gapBelow: Double
  /// The scrolled viewport; `nil` means the whole page.
  package var viewport: Viewport?
  /// The measurer that the frames were computed with.
  package var measurer: any TextMeasurer

  package init(
    feedID: String, title: String, layoutName: String, environment: LayoutEnvironment,
    tokens: [String: String] = [:], sections: some Sequence<PlacedSection>,
    chrome: Chrome = Chrome(),
    gapBelow: Double = 0, measurer: any TextMeasurer
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
  }

  /// The exact height of all sections of the flow and the gaps around them. Complexity: O(1) unless
  /// overlays are last.
  package var height: Double {
    sections.last { $0.placement == .flow }.map { $0.frame.maxY + gapBelow } ?? 0
  }
}
