import SectionEngine

extension NodeExplanation {
  /// The provider of a node, its value in the feed, and the feed layout's settings for it.
  package struct Origin {
    /// The id and version of the provider, such as "card-rail@1.2.0".
    let provider: String
    /// Whether the place is a section, and its provider sets row heights.
    private var setsHeights = false
    /// The reason for a fallback; `nil` if the provider of the block code rendered the section.
    let fallback: String?
    /// Diagnostics of providers that declined the block, as text.
    private var problems: [String] = []
    /// The location of the block; `value` is the location of the value that the node shows.
    private(set) var block: SourceLocation?
    private(set) var value: SourceLocation?
    /// The location of the value; the location of the block if there is no value.
    package var location: SourceLocation? { value ?? block }
    /// Whether the node itself shows no value. `value` is then the value that an ancestor shows.
    private(set) var isBesideValue = false
    let layoutName: String
    /// Overrides in the feed layout, such as "row spacing 10". They apply to every provider.
    private(set) var settings: [String] = []
    /// The spacing rule of the feed layout that sets the gap above; `nil` without a gap.
    private(set) var spacing: String?
    /// The location of the feed layout's settings for the section. The provider reads them.
    private var sectionSettings: SourceLocation?

    init(of place: NodePlace, on page: FeedPage) {
      let laidOut = page.laidOut
      let layout = page.layout
      let section = laidOut.section(place.part)
      provider = section?.provider.identity ?? ""
      fallback = section?.fallback?.reason
      layoutName = layout.label
      guard case .section(let index) = place.part, let section else { return }
      let drawn = page.block(ofSection: index)?.value
      block = drawn?.location
      if place.node == nil {
        problems = page.laidOut.diagnostics.filter {
          $0.code == .providerDeclined && $0.location?.path == block?.path
        }.prefix(4).map(\.inShort)
        setsHeights = section.rows.contains { $0.height != nil }
        let settings = layout.sections[section.blockCode]
        sectionSettings = settings.exists ? settings.location : nil
      }
      var node = place.node
      while let drawn, let index = node, value == nil {
        value = Self.value(shownBy: index, of: section, in: drawn.document)
        isBesideValue = index != place.node
        node = (0..<index).last { section.arena.records[$0].subtreeEnd > Int32(index) }
      }
      settings = layout.layoutOverrides[section.blockCode].map(Self.words) ?? []
      spacing = Self.spacing(above: index, in: laidOut, layout.spacing)
    }

    var lines: [String] {
      var drawn = provider.isEmpty ? [] : ["drawn by \(provider)"]
      if let fallback { drawn.append("(\(fallback))") }
      if let block { drawn.append("from \(Self.text(block))") }
      let heights = setsHeights ? "; it sets the height of its rows" : ""
      var lines = drawn.isEmpty ? [] : [drawn.joined(separator: " ") + heights]
      lines += problems
      if let value, value.path != block?.path {
        lines.append("\(isBesideValue ? "its neighbours show" : "shows") \(Self.text(value))")
      }
      let said = settings + (spacing.map { [$0] } ?? [])
      if !said.isEmpty {
        lines.append("feed layout \(layoutName): \(said.joined(separator: ", "))")
      }
      if let sectionSettings {
        lines.append("settings for its provider: \(Self.text(sectionSettings))")
      }
      return lines
    }

    /// Returns the location of the smallest value that contains everything that a subtree shows.
    private static func value(
      shownBy node: Int, of section: PlacedSection, in document: FeedDocument
    ) -> SourceLocation? {
      let nodes = node..<Int(section.arena.records[node].subtreeEnd)
      let shown = nodes.map { LayoutNode(arena: section.arena, index: $0).content.source }
      if let own = shown.first, own > 0 { return document.location(of: own) }
      let paths = shown.filter { $0 > 0 }.map { Array(document.path(of: $0).utf8) }
      guard var common = paths.first else { return nil }
      for path in paths { common = zip(common, path).prefix { $0 == $1 }.map(\.0) }
      while !common.isEmpty {
        let isWhole = paths.allSatisfy {
          $0.count == common.count || $0[common.count] == UInt8(ascii: ".")
            || $0[common.count] == UInt8(ascii: "[")
        }
        let path = String(decoding: common, as: UTF8.self)
        if isWhole, let value = document.value(atPath: path) { return value.location }
        common.removeLast()
      }
      return nil
    }

    private static func text(_ place: SourceLocation) -> String {
      "\(place.file):\(place.line):\(place.column)\(place.path.isEmpty ? "" : " \(place.path)")"
    }

    private static func spacing(
      above index: Int, in page: Page, _ spacing: SectionSpacing
    ) -> String? {
      let section = page.sections[index]
      guard section.gapAbove != 0 else { return nil }
      let gap = "gap above \(points(section.gapAbove)) by `spacing`"
      let above = page.sections[..<index].last {
        $0.placement == .flow && $0.frame.height > 0
      }
      guard let above else { return "\(gap), first section" }
      guard let rule = spacing.rule(above: above.blockCode, below: section.blockCode) else {
        return "\(gap), standard"
      }
      return "\(gap), rule \(rule.above.word) above \(rule.below.word)"
    }

    /// Returns the settings of an override as text, in field order.
    private static func words(_ said: SectionLayoutOverride) -> [String] {
      func edges(
        _ name: String, _ edges: SectionLayoutOverride.Edges
      ) -> [(name: String, word: String?)] {
        [("top", edges.top), ("end", edges.end), ("bottom", edges.bottom), ("start", edges.start)]
          .map { ("\(name)-\($0)", $1.map(points)) }
      }
      let scrolling: [(name: String, word: String?)] = [
        ("layout", said.layout?.word), ("columns", said.columns.map { "\($0)" }),
        ("lanes", said.lanes.map { "\($0)" }), ("row alignment", said.rowAlignment?.word),
        ("item alignment", said.itemAlignment?.word), ("scrolling", said.orthogonalScrolling?.word),
        ("peek", said.peek.map(points)), ("current group", said.currentGroup.map { "\($0)" }),
        ("row spacing", said.rowSpacing.map(points)),
        ("item spacing", said.itemSpacing.map(points)),
      ]
      let place: [(name: String, word: String?)] = [
        ("minimum height", said.minimumHeight.map(points)), ("placement", said.placement?.word),
        ("background behind", said.backgroundExtent?.word),
        ("header pinned", said.isHeaderPinned.map { "\($0)" }),
        ("footer pinned", said.isFooterPinned.map { "\($0)" }),
      ]
      return (scrolling + edges("insets", said.insets) + edges("margins", said.margins) + place)
        .compactMap { name, word in word.map { "\(name) \($0)" } }
    }
  }
}

extension SectionSpacing.Selector {
  fileprivate var word: String {
    switch self {
    case .any: "any"
    case .group(let name): "group \(name)"
    case .code(let code): code
    }
  }
}
