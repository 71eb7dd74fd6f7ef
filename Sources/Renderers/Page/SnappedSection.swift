import LayoutCore

/// A section prepared for machine formats, so that dump and JSON agree: frames on the pixel grid,
/// names that are unique among siblings, and the visibility of items.
package struct SnappedSection {
  package let section: PlacedSection
  package let grid: PixelGrid
  /// The section frame in feed coordinates.
  package let frame: Rect
  /// The node frames in the coordinate space that the options select.
  package let frames: [Rect]
  /// The node frames in the coordinates of each node's parent.
  package let localFrames: [Rect]
  /// For each node: the number after its name, as in "card[3]"; -1 if there is none.
  package let siblingIndices: [Int32]
  package let visibilities: [Visibility]
  let demandingRows: [Int: Section.Row]
  /// Whether the root has its section's frame and no content. Dumps and paths omit such a root.
  package let isRootImplicit: Bool

  let isRightToLeft: Bool

  package init(_ section: PlacedSection, environment: LayoutEnvironment, options: RenderOptions) {
    self.section = section
    grid = environment.grid
    frame = grid.frame(of: section)
    localFrames = grid.frames(of: section, in: .parent)
    frames = options.frames == .parent ? localFrames : grid.frames(of: section, in: options.frames)
    isRightToLeft = environment.direction == .rtl
    siblingIndices = Self.siblingIndices(of: section)
    visibilities = Self.visibilities(of: section, frames: localFrames, isRightToLeft: isRightToLeft)
    // A property of the section that is read through `PlacedSection` is read by a key path, which is
    // slow.
    demandingRows = Dictionary(
      section.section.rows.filter(\.isDemanding).map { ($0.node, $0) }, uniquingKeysWith: { $1 })
    isRootImplicit = section.section.root.map { Self.isImplicit($0, of: section) } ?? false
  }

  /// Returns `isRootImplicit`. Compares unrounded frames, because rounding depends on the position.
  private static func isImplicit(_ root: LayoutNode, of section: PlacedSection) -> Bool {
    guard root.kind == .box || (root.kind == .list && section.isRootOfParts) else { return false }
    var content = root.content
    content.source = 0
    content.name = .empty
    let frame = root.frame
    // Node frames are stored as Float, section frames as Double.
    func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= max(0.01, abs(b) * 1e-6) }
    return content == NodeContent() && isSame(frame.x, 0) && isSame(frame.y, 0)
      && isSame(frame.width, section.frame.width) && isSame(frame.height, section.frame.height)
  }

  /// Returns whether a node's children are items; false for a root of header, rows and footer.
  func isCollection(_ node: LayoutNode) -> Bool {
    node.kind.isCollection && (node.index > 0 || !section.isRootOfParts)
  }

  /// Returns the node's name with its number, such as "card[3]". It is unique among siblings.
  package func id(of index: Int) -> String {
    let name = section.arena.name(of: index)
    let number = siblingIndices[index]
    return number < 0 ? name : "\(name)[\(number)]"
  }

  package func node(_ index: Int) -> LayoutNode { LayoutNode(arena: section.arena, index: index) }

  /// Returns the index after the last descendant of a node.
  package func end(of node: Int) -> Int { section.arena.end(of: node) }

  func collection(_ node: LayoutNode) -> CollectionMetrics? {
    guard isCollection(node) else { return nil }
    return CollectionMetrics(node, frames: localFrames, grid: grid, isRightToLeft: isRightToLeft)
  }

  /// The row heights in points. Each height is rounded by itself, whatever the position of the row.
  var rowHeights: [Double] { section.rowHeights.map { $0.isFinite ? grid.snap($0) : $0 } }

  /// Numbers the items of collections, and siblings that share a name; -1 means no number.
  static func siblingIndices(of section: PlacedSection) -> [Int32] {
    let arena = section.arena
    let isRootOfParts = section.section.isRootOfParts
    var result = [Int32](repeating: -1, count: arena.count)
    var seen: [String: (first: Int, count: Int32)] = [:]
    for parent in 0..<arena.count {
      let end = Int(arena.records[parent].subtreeEnd)
      guard parent + 1 < end else { continue }
      let isCollection =
        arena.records[parent].kind.isCollection && (parent > 0 || !isRootOfParts)
      // A single child of a node other than a collection needs no number.
      if !isCollection, Int(arena.records[parent + 1].subtreeEnd) == end { continue }

      let children = arena.children(of: parent)
      var items: Int32 = 0
      if isCollection {
        for child in children where arena.isItem(child) {
          result[child] = items
          items += 1
        }
      }
      // Children that share a name and are not items get the numbers after those of the items.
      seen.removeAll(keepingCapacity: true)
      for child in children where result[child] < 0 {
        let name = arena.name(of: child)
        if let known = seen[name] {
          result[known.first] = items
          result[child] = items + known.count
          seen[name] = (known.first, known.count + 1)
        } else {
          seen[name] = (child, 1)
        }
      }
    }
    return result
  }

  /// Returns the visibility of every node, by index. A node that is not an item is visible.
  ///
  /// All items of a list are visible, because a list grows instead of scrolling.
  static func visibilities(
    of section: PlacedSection, frames: [Rect], isRightToLeft: Bool
  ) -> [Visibility] {
    let arena = section.arena
    var result = [Visibility](repeating: .visible, count: arena.count)
    for parent in 0..<arena.count {
      let kind = arena.records[parent].kind
      guard kind == .carousel || kind == .pager else { continue }
      var box = Rect(x: 0, y: 0, width: frames[parent].width, height: frames[parent].height)
      box.x = LayoutNode(arena: arena, index: parent).contentOrigin(isRightToLeft: isRightToLeft) {
        frames[$0]
      }
      for child in arena.children(of: parent) where arena.isItem(child) {
        result[child] = visibility(of: frames[child], in: box)
      }
    }
    // The section's box clips rows that scroll horizontally.
    let section = section.section
    if section.scrollsAlongX, section.isRootOfParts, arena.count > 0 {
      let box = Rect(x: 0, y: 0, width: frames[0].width, height: frames[0].height)
      for row in section.rows where frames.indices.contains(row.node) {
        result[row.node] = visibility(of: frames[row.node], in: box)
      }
    }
    return result
  }

  /// Returns the visibility of an item. Tolerates 0.01 points, because frames are stored as Float.
  private static func visibility(of item: Rect, in box: Rect) -> Visibility {
    let slack = 0.01
    func isOutside(_ low: Double, _ high: Double, _ start: Double, _ end: Double) -> Bool {
      // An item with an extent of 0 is inside the box even if it lies on the edge.
      high < start - slack || low > end + slack
        || (high - low > slack && (high < start + slack || low > end - slack))
    }
    if isOutside(item.x, item.maxX, box.x, box.maxX)
      || isOutside(item.y, item.maxY, box.y, box.maxY)
    {
      return .offscreen
    }
    let isInside =
      item.x >= box.x - slack && item.maxX <= box.maxX + slack && item.y >= box.y - slack
      && item.maxY <= box.maxY + slack
    return isInside ? .visible : .clipped
  }
}

extension Section.Row {
  fileprivate var isDemanding: Bool {
    columnSpan > 1 || rowSpan > 1 || isFullBleed || isStretched
  }
}

extension Section {
  /// Whether the root is the parent of header, rows and footer, and not itself the only row.
  var isRootOfParts: Bool { rows.first?.node != 0 }
}

package enum Visibility: String, Sendable {
  case visible, clipped, offscreen
}
