import SectionEngine

/// The differences between two pages, split into causes and consequences.
///
/// Sections and nodes are paired by identity (`Pairing`, `ChildPairing`). A node is not listed if
/// changes of its siblings or parent explain its position. Sections that moved only because
/// sections above changed are runs in `pushes`. Line indices refer to the lines of `old` and `new`.
package struct PageDiff: Sendable {
  package struct Kinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let added = Kinds(rawValue: 1)
    package static let removed = Kinds(rawValue: 2)
    /// The node or section moved by itself: in the order, or relative to its neighbours.
    package static let moved = Kinds(rawValue: 4)
    package static let resized = Kinds(rawValue: 8)
    package static let restyled = Kinds(rawValue: 16)
    package static let text = Kinds(rawValue: 32)
    package static let action = Kinds(rawValue: 64)
    /// The item is on screen now. Its old position is unknown.
    package static let entered = Kinds(rawValue: 128)
    /// The item was on screen before. Its new position is unknown.
    package static let left = Kinds(rawValue: 256)

    /// "new" for an item only on the new page, "gone" for one only on the old page; else `nil`.
    var word: String? {
      if !isDisjoint(with: [.added, .entered]) { return "new" }
      return isDisjoint(with: [.removed, .left]) ? nil : "gone"
    }
  }

  /// The change of an attribute. A value is `nil` if the line omits the attribute.
  package struct ValueChange: Sendable, Hashable {
    package var key: String
    package var old: String?
    package var new: String?
  }

  /// A change of a node in a section.
  package struct Node: Sendable {
    package var kinds: Kinds
    /// The line index on each page; -1 if the page does not have the node.
    package var old: Int
    package var new: Int
    /// The names below the nearest listed ancestor, or below the section, down to the node.
    package var path: [String]
    /// The number of listed ancestors in the section.
    package var depth: Int
    /// The text of an unlisted ancestor, such as the item; empty if the node itself has a text.
    package var context: String
    /// The changes of attributes, flags and codes, except those of text and action.
    package var values: [ValueChange] = []
    /// The positions among the siblings, starting at 1; `nil` if the order did not change.
    package var places: (old: Int, new: Int)?
    /// The unlisted siblings with the same change: their number and name, such as "card". They are
    /// siblings of the node, or of an ancestor that is not listed itself.
    package var alike: (count: Int, name: String)?
    /// The first changed texts of the unlisted siblings, at most three; of removed siblings, the
    /// first text of each, at most eight. `new` is `nil` for a removed text.
    var alikeTexts: [(old: String, new: String?)] = []
  }

  /// A changed node. Siblings with the same change share one `Node`, but have one mark each.
  struct Mark: Sendable {
    var kinds: Kinds
    /// The line index on each page; -1 if the page does not have the node.
    var old: Int
    var new: Int
  }

  package struct Section: Sendable {
    package var kinds: Kinds
    /// The line index on each page; -1 if the page does not have the section.
    package var old: Int
    package var new: Int
    /// The path: "CODE", "CODE#2", "top" or "bottom".
    package var name: String
    /// The positions among the sections, starting at 1; 0 for a bar or a missing section.
    package var places: (old: Int, new: Int)
    /// Whether the section's place in the order changed.
    package var isReordered = false
    /// The gap to the section above, if it changed without another cause.
    package var gap: (old: Double, new: Double)?
    package var values: [ValueChange] = []
    package var nodes: [Node] = []
    /// All changed nodes, including the unlisted ones.
    var marks: [Mark] = []
    /// The name of an earlier section whose nodes changed in the same way; `nil` if there is none.
    package var likeSection: String?
  }

  /// A run of sections that moved by the same distance, only because sections above changed.
  package struct Push: Sendable, Hashable {
    /// The positions in the new order, starting at 1.
    package var first: Int
    package var last: Int
    /// The distance in points, positive downwards.
    package var distance: Double
    /// The index in `sections` before which the run is listed.
    package var position: Int
  }

  /// A change of a provider's version.
  package struct Provider: Sendable, Hashable {
    package var id: String
    package var old: String
    package var new: String
    /// The number of sections with this change.
    package var sections: Int
  }

  package struct Counts: Sendable, Hashable {
    package var added = 0
    package var removed = 0
    package var moved = 0
    package var resized = 0
    /// The number of sections that changed, but neither moved nor were resized.
    package var changed = 0
    /// The number of sections that only moved because sections above changed.
    package var pushed = 0
    package var unchanged = 0
  }

  package let old: Page
  package let new: Page
  /// The lines of the pages. Frames of nodes are relative to their parents.
  package let oldLines: Page.Lines
  package let newLines: Page.Lines
  /// The distance in points up to which frames are equal.
  package internal(set) var tolerance = 0.0
  /// The difference in points up to which positions of sections, and page heights, are equal.
  var placeTolerance = 0.0
  /// The changes of the layout environment, and of the name, layout and scale of the feed.
  package internal(set) var environment: [ValueChange] = []
  package internal(set) var providers: [Provider] = []
  /// The changed sections in the new order. A removed section is before the next old section that
  /// did not move.
  package internal(set) var sections: [Section] = []
  package internal(set) var pushes: [Push] = []
  package internal(set) var counts = Counts()
  /// The number of nodes that differ by rounding, because their section moved by part of a pixel.
  package internal(set) var rounded = 0
  /// The number of nodes whose width or position changed only with the page width.
  package internal(set) var following = 0

  package var isEmpty: Bool {
    environment.isEmpty && providers.isEmpty && sections.isEmpty && pushes.isEmpty && following == 0
      && abs(oldLines.size.height - newLines.size.height) <= placeTolerance
  }

  /// Returns the lines of the new page if it has the node, else of the old page; and the node's line.
  func shown(_ old: Int, _ new: Int) -> (page: Page.Lines, line: Page.Line) {
    new >= 0 ? (newLines, newLines[new]) : (oldLines, oldLines[old])
  }

  /// An entry in the list of changes.
  enum Entry {
    case push(Push)
    case section(Section)
  }

  /// The changed sections in order, with the runs of pushed sections between them.
  var entries: [Entry] {
    var entries: [Entry] = []
    var pushes = pushes[...]
    for (index, section) in sections.enumerated() {
      while let position = pushes.first?.position, position <= index {
        entries.append(.push(pushes.removeFirst()))
      }
      entries.append(.section(section))
    }
    return entries + pushes.map(Entry.push)
  }
}
