import LayoutCore

/// A section as every machine format shows it: frames on the pixel grid, names that are unique
/// among siblings, and which items are on screen.
///
/// Made once per section in time linear in its nodes, so that dump and JSON agree by construction.
package struct SectionView {
  package let section: LayoutSection
  package let grid: PixelGrid
  /// In feed coordinates.
  package let frame: Rect
  /// By node index, in the coordinates that the options ask for.
  package let frames: [Rect]
  /// By node index, in the parent's coordinates.
  package let localFrames: [Rect]
  /// By node index; -1 where the name alone is unique among the siblings.
  package let siblingIndices: [Int32]
  /// By node index, of an item in the visible box of its collection.
  package let visibilities: [Visibility]
  /// Rows that ask something of the section's layout, by node index.
  let demandingRows: [Int: LayoutSection.Row]
  /// The root says nothing that its section does not: it has the section's frame, and no content.
  /// Dumps leave it out; paths never name it.
  package let isRootImplicit: Bool

  private let isRightToLeft: Bool

  package init(_ section: LayoutSection, environment: LayoutEnvironment, options: RenderOptions) {
    self.section = section
    grid = options.grid(of: environment)
    frame = grid.frame(of: section)
    localFrames = grid.frames(of: section, in: .parent)
    frames =
      options.frames == .parent ? localFrames : grid.frames(of: section, in: options.frames)
    isRightToLeft = environment.direction == .rtl
    siblingIndices = Self.siblingIndices(of: section)
    visibilities = Self.visibilities(
      of: section, frames: localFrames, isRightToLeft: isRightToLeft)
    demandingRows = Dictionary(
      section.rows.filter(\.isDemanding).map { ($0.node, $0) }, uniquingKeysWith: { $1 })
    isRootImplicit = section.root.map { Self.isImplicit($0, of: section) } ?? false
  }

  /// Compares exact frames: rounding depends on where the section stands on the page.
  private static func isImplicit(_ root: LayoutNode, of section: LayoutSection) -> Bool {
    guard root.kind == .box || (root.kind == .list && section.isRootOfParts) else { return false }
    var content = root.content
    content.source = 0
    content.name = .empty
    let frame = root.frame
    // Frames of nodes are stored as Float, those of sections as Double.
    func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= max(0.01, abs(b) * 1e-6) }
    return content == NodeContent() && isSame(frame.x, 0) && isSame(frame.y, 0)
      && isSame(frame.width, section.frame.width) && isSame(frame.height, section.frame.height)
  }

  package func node(_ index: Int) -> LayoutNode { LayoutNode(arena: section.arena, index: index) }

  package func end(of node: Int) -> Int { Int(section.arena.records[node].subtreeEnd) }

  /// `nil` for a node that is no collection.
  func collection(_ node: LayoutNode) -> CollectionMetrics? {
    guard node.index > 0 || !section.isRootOfParts else { return nil }
    return CollectionMetrics(
      node, frames: localFrames, grid: grid, isRightToLeft: isRightToLeft)
  }

  /// Heights of the rows, each rounded to whole pixels by itself, so that rows of one height show
  /// one height wherever they stand.
  var rowHeights: [Double] { section.rowHeights.map { $0.isFinite ? grid.snap($0) : $0 } }
}

extension LayoutSection.Row {
  fileprivate var isDemanding: Bool {
    columnSpan > 1 || rowSpan > 1 || isFullBleed || isStretched
  }
}

extension LayoutSection {
  /// The root only holds the section's parts; where the section is one bare row, it is that row.
  var isRootOfParts: Bool { rows.first?.node != 0 }
}

extension NodeArena {
  /// Whether a collection places the node; one that is positioned stands on top of the items.
  func isItem(_ node: Int) -> Bool {
    let style = Int(records[node].style)
    return styles[style].position != .absolute && styles[style].display != .none
  }

  /// The node's own word, else its kind's.
  func name(of node: Int) -> String {
    let content = records[node].content
    guard content != .max, contents[Int(content)].name.count > 0 else {
      return records[node].kind.word
    }
    return string(contents[Int(content)].name)
  }
}
