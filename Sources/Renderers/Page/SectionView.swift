import LayoutCore

/// A section as machine formats show it: frames on the pixel grid, names that are unique among
/// siblings, and the items that are on screen. It is made once per section, so that dump and JSON
/// agree by construction.
package struct SectionView {
  package let section: PlacedSection
  package let grid: PixelGrid
  /// In feed coordinates.
  package let frame: Rect
  /// In the coordinates that the options select.
  package let frames: [Rect]
  /// In the parents' coordinates.
  package let localFrames: [Rect]
  package let siblingIndices: [Int32]
  package let visibilities: [Visibility]
  let demandingRows: [Int: Section.Row]
  /// Whether the root has its section's frame and no content. Dumps and paths omit it.
  package let isRootImplicit: Bool

  private let isRightToLeft: Bool

  package init(_ section: PlacedSection, environment: LayoutEnvironment, options: RenderOptions) {
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

  /// Compares exact frames, because rounding depends on the section's position.
  private static func isImplicit(_ root: LayoutNode, of section: PlacedSection) -> Bool {
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

  /// Returns whether children are items, which those of a root that holds the parts are not.
  func isCollection(_ node: LayoutNode) -> Bool {
    node.kind.isCollection && (node.index > 0 || !section.isRootOfParts)
  }

  /// Returns a node's name, unique among its siblings, such as "card[3]".
  package func id(of index: Int) -> String {
    let name = section.arena.name(of: index)
    let number = siblingIndices[index]
    return number < 0 ? name : "\(name)[\(number)]"
  }

  package func node(_ index: Int) -> LayoutNode { LayoutNode(arena: section.arena, index: index) }

  package func end(of node: Int) -> Int { Int(section.arena.records[node].subtreeEnd) }

  func collection(_ node: LayoutNode) -> CollectionMetrics? {
    guard isCollection(node) else { return nil }
    return CollectionMetrics(
      node, frames: localFrames, grid: grid, isRightToLeft: isRightToLeft)
  }

  /// Heights of the rows, rounded alone, so that they do not depend on positions.
  var rowHeights: [Double] { section.rowHeights.map { $0.isFinite ? grid.snap($0) : $0 } }
}

extension Section.Row {
  fileprivate var isDemanding: Bool {
    columnSpan > 1 || rowSpan > 1 || isFullBleed || isStretched
  }
}

extension Section {
  /// Whether the root only holds the section's parts, and is not itself the only row.
  var isRootOfParts: Bool { rows.first?.node != 0 }
}
