/// A laid out page: the single value that every renderer reads.
package struct LayoutTree: Sendable {
  /// What stands around the content, each in its own coordinates.
  package struct Chrome: Sendable {
    /// Above the content: a navigation bar.
    package var top: LayoutSection?
    /// Below it: a tab bar.
    package var bottom: LayoutSection?
    package init(top: LayoutSection? = nil, bottom: LayoutSection? = nil) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// "netease-home".
  package var feedID: String
  /// "发现": of the feed layout, for people.
  package var title: String
  /// "netease-home@1"; "inferred" when there is none.
  package var layoutName: String
  package var environment: LayoutEnvironment
  /// Appearance tokens by name, resolved for the environment's appearance: "text" -> "#000000".
  package var tokens: [String: String]
  package var sections: [LayoutSection]
  package var chrome: Chrome
  /// Free space below the last section, of the feed layout's spacing policy.
  package var gapBelow: Double
  /// Where the page is scrolled to; `nil`: the whole page.
  package var viewport: Viewport?
  /// The measurer that the frames were computed with.
  package var measurer: any TextMeasurer

  package init(
    feedID: String, title: String, layoutName: String, environment: LayoutEnvironment,
    tokens: [String: String] = [:], sections: [LayoutSection], chrome: Chrome = Chrome(),
    gapBelow: Double = 0, measurer: any TextMeasurer
  ) {
    self.feedID = feedID
    self.title = title
    self.layoutName = layoutName
    self.environment = environment
    self.tokens = tokens
    self.sections = sections
    self.chrome = chrome
    self.gapBelow = gapBelow
    self.measurer = measurer
  }

  /// Height of all sections that take height with the gaps around them, exact. Complexity: O(1)
  /// without overlays at the end.
  package var height: Double {
    sections.last { $0.placement == .flow }.map { $0.frame.maxY + gapBelow } ?? 0
  }
}
