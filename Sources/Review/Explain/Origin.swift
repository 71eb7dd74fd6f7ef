import Support
import Feeds
import FeedDocument
import LayoutCore
import Renderers
import SectionEngine

extension NodeExplanation {
  /// A node's provider, its value in the feed, and the settings of the feed layout for it.
  package struct Origin {
    /// The id and version of the provider: "card-rail@1.2.0".
    let provider: String
    /// The reason why a provider other than that of its code drew it.
    let fallback: String?
    /// Locations of the block, and of the value that the node shows.
    private(set) var block: SourceLocation?
    private(set) var value: SourceLocation?
    let layoutName: String
    /// Settings such as "row spacing 10" that the feed layout overrides regardless of the provider.
    private(set) var settings: [String] = []
    /// The rule of the feed layout's spacing for the gap above; `nil` if there is no gap.
    private(set) var spacing: String?

    init(of place: NodePlace, on page: FeedPage) {
      let tree = page.rendered.tree
      let layout = page.layout
      let section = tree.section(place.part)
      provider = section.map { "\($0.provider.id)@\($0.provider.version)" } ?? ""
      fallback = section?.fallback?.reason
      layoutName = layout.label
      guard case .section(let index) = place.part, let section else { return }
      let drawn = page.block(ofSection: index)?.value
      block = drawn?.location
      let shown = place.node.map { LayoutNode(arena: section.arena, index: $0).content.source } ?? 0
      value = shown > 0 ? drawn.map { $0.document.location(of: shown) } : nil
      settings = layout.layoutOverrides[section.blockCode].map(Self.words) ?? []
      spacing = Self.spacing(above: index, in: tree, layout.spacing)
    }

    var lines: [String] {
      var drawn = provider.isEmpty ? [] : ["drawn by \(provider)"]
      if let fallback { drawn.append("(\(fallback))") }
      if let block { drawn.append("from \(Self.text(block))") }
      var lines = drawn.isEmpty ? [] : [drawn.joined(separator: " ")]
      if let value, value.path != block?.path { lines.append("shows \(Self.text(value))") }
      let said = settings + (spacing.map { [$0] } ?? [])
      if !said.isEmpty {
        lines.append("feed layout \(layoutName): \(said.joined(separator: ", "))")
      }
      return lines
    }

    private static func text(_ place: SourceLocation) -> String {
      "\(place.file):\(place.line):\(place.column)\(place.path.isEmpty ? "" : " \(place.path)")"
    }

    private static func spacing(
      above index: Int, in tree: LayoutTree, _ spacing: SectionSpacing
    ) -> String? {
      let section = tree.sections[index]
      guard section.gapAbove != 0 else { return nil }
      let gap = "gap above \(points(section.gapAbove)) by `spacing`"
      let above = tree.sections[..<index].last {
        $0.placement == .flow && $0.frame.height > 0
      }
      guard let above else { return "\(gap), first section" }
      guard let rule = spacing.rule(above: above.blockCode, below: section.blockCode) else {
        return "\(gap), standard"
      }
      return "\(gap), rule \(rule.above.word) above \(rule.below.word)"
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

extension NodeExplanation.Origin {
  /// Returns the settings of an override, in the order of its fields.
  fileprivate static func words(_ said: SectionLayoutOverride) -> [String] {
    var words: [String] = []
    func add(_ name: String, _ value: Double?) {
      if let value { words.append("\(name) \(points(value))") }
    }
    func add(_ name: String, _ edges: SectionLayoutOverride.Edges) {
      add("\(name)-top", edges.top)
      add("\(name)-end", edges.end)
      add("\(name)-bottom", edges.bottom)
      add("\(name)-start", edges.start)
    }
    if let layout = said.layout { words.append("layout \(layout.word)") }
    add("columns", said.columns.map(Double.init))
    add("lanes", said.lanes.map(Double.init))
    if let alignment = said.rowAlignment { words.append("row alignment \(alignment.word)") }
    if let alignment = said.itemAlignment { words.append("item alignment \(alignment.word)") }
    if let scrolling = said.orthogonalScrolling { words.append("scrolling \(scrolling.word)") }
    add("peek", said.peek)
    add("current group", said.currentGroup.map(Double.init))
    add("row spacing", said.rowSpacing)
    add("item spacing", said.itemSpacing)
    add("insets", said.insets)
    add("margins", said.margins)
    add("minimum height", said.minimumHeight)
    if let placement = said.placement { words.append("placement \(placement.word)") }
    if let extent = said.backgroundExtent { words.append("background behind \(extent.word)") }
    if let isPinned = said.isHeaderPinned { words.append("header pinned \(isPinned)") }
    if let isPinned = said.isFooterPinned { words.append("footer pinned \(isPinned)") }
    return words
  }
}
