internal import FeedDocument
internal import LayoutCore

extension ConfigurationReader {
  /// Reads the `layout` objects of sections, by code. Unlike other settings, they have fixed keys.
  mutating func layoutOverrides(_ sections: FeedValue) -> [String: SectionLayoutOverride] {
    var overrides: [String: SectionLayoutOverride] = [:]
    for section in sections.children {
      guard let section = openObject(section), section["layout"].exists else { continue }
      overrides[section.key] = layoutOverride(section["layout"])
    }
    return overrides
  }

  private mutating func layoutOverride(_ value: FeedValue) -> SectionLayoutOverride? {
    guard
      object(
        value,
        optional: [
          "kind", "columns", "lanes", "rowAlignment", "itemAlignment", "scrolling", "peek",
          "currentGroup", "scroll", "rowSpacing", "itemSpacing", "insets", "margins",
          "minimumHeight", "placement", "background", "headerPinned", "footerPinned",
        ])
    else { return nil }
    var result = SectionLayoutOverride()
    result.layout = choice(value["kind"], among: Section.Layout.allCases, \.word)
    result.columns = integer(value["columns"], in: 1...Section.mostColumns)
    result.lanes = integer(value["lanes"], in: 1...Section.mostColumns)
    result.rowAlignment = choice(
      value["rowAlignment"],
      among: [.start, .center, .end, .spaceBetween, .spaceAround, .spaceEvenly], \.word)
    result.itemAlignment = choice(
      value["itemAlignment"], among: [.start, .center, .end, .stretch], \.word)
    result.orthogonalScrolling = choice(
      value["scrolling"], among: Section.OrthogonalScrolling.allCases, \.word)
    result.peek = points(value["peek"])
    result.currentGroup = integer(value["currentGroup"], in: 0...Self.mostRows)
    result.scroll = points(value["scroll"])
    result.rowSpacing = points(value["rowSpacing"])
    result.itemSpacing = points(value["itemSpacing"])
    result.insets = edges(value["insets"])
    result.margins = edges(value["margins"])
    result.minimumHeight = points(value["minimumHeight"])
    result.placement = choice(value["placement"], among: Section.Placement.allCases, \.word)
    result.backgroundExtent = choice(
      value["background"], among: Section.BackgroundExtent.allCases, \.word)
    result.isHeaderPinned = bool(value["headerPinned"])
    result.isFooterPinned = bool(value["footerPinned"])
    return result
  }

  /// The maximum `currentGroup`. A provider gives at most this number of rows.
  private static let mostRows = 10_000

  private mutating func edges(_ value: FeedValue) -> SectionLayoutOverride.Edges {
    guard object(value, optional: ["top", "end", "bottom", "start"]) else { return .init() }
    return .init(
      top: points(value["top"]), end: points(value["end"]), bottom: points(value["bottom"]),
      start: points(value["start"]))
  }

  private mutating func choice<Choice>(
    _ value: FeedValue, among choices: [Choice], _ word: (Choice) -> String
  ) -> Choice? {
    guard value.exists else { return nil }
    let found = self.word(value, among: choices.map(word))
    return choices.first { word($0) == found }
  }

  mutating func spacing(_ value: FeedValue) -> SectionSpacing {
    var spacing = SectionSpacing()
    guard object(value, optional: ["default", "first", "last", "groups", "between"]) else {
      return spacing
    }
    if let gap = points(value["default"]) { spacing.standard = gap }
    if let gap = points(value["first"]) { spacing.first = gap }
    if let gap = points(value["last"]) { spacing.last = gap }
    for group in members(value["groups"]) {
      checkKey(of: group, names: "group")
      spacing.groups[group.key] = Set(strings(group))
    }
    for rule in elements(value["between"])
    where object(rule, required: ["above", "below", "gap"]) {
      let above = selector(rule["above"], groups: spacing.groups)
      let below = selector(rule["below"], groups: spacing.groups)
      spacing.rules.append(.init(above: above, below: below, gap: points(rule["gap"]) ?? 0))
    }
    return spacing
  }

  /// Returns the selector for the word "*", for the name of a group, or for a block code.
  private mutating func selector(
    _ value: FeedValue, groups: [String: Set<String>]
  ) -> SectionSpacing.Selector {
    let word = string(value) ?? ""
    if word == "*" { return .any }
    return groups[word] == nil ? .code(word) : .group(word)
  }
}
