import SectionEngine

/// The differences between two pages, split into causes and consequences.
///
/// Sections and nodes are paired by identity (`Pairing`, `ChildPairing`). A node whose
/// position follows from changes of its neighbours is not listed, nor is a section that is only
/// pushed by those above: `pushes` has runs of these. Line indices are those of the pages.
package struct PageDiff: Sendable {
  package struct Kinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let added = Kinds(rawValue: 1)
    package static let removed = Kinds(rawValue: 2)
    /// Moved by itself: to another place in the order, or to another distance.
    package static let moved = Kinds(rawValue: 4)
    package static let resized = Kinds(rawValue: 8)
    package static let restyled = Kinds(rawValue: 16)
    package static let text = Kinds(rawValue: 32)
    package static let action = Kinds(rawValue: 64)
    /// Is on screen now; its old position is unknown.
    package static let entered = Kinds(rawValue: 128)
    /// Was on screen; its new position is unknown.
    package static let left = Kinds(rawValue: 256)

    /// "new" if only the new page shows it, "gone" if only the old one does; `nil` if both do.
    var word: String? {
      if !isDisjoint(with: [.added, .entered]) { return "new" }
      return isDisjoint(with: [.removed, .left]) ? nil : "gone"
    }
  }

  /// A value by its key; `nil` if the line omits it.
  package struct ValueChange: Sendable, Hashable {
    package var key: String
    package var old: String?
    package var new: String?
  }

  /// A change of a node below a section.
  package struct Node: Sendable {
    package var kinds: Kinds
    /// Line in the old page, and in the new one; -1 if there is none.
    package var old: Int
    package var new: Int
    /// Names from the section, or from the change above it, to the node.
    package var path: [String]
    /// 0 directly below the section; greater below another change.
    package var depth: Int
    /// Text of the item on the path; empty if the node has its own.
    package var context: String
    /// Changes of attributes, flags and codes, without text and action.
    package var values: [ValueChange] = []
    /// Positions among the siblings, from 1, if the order changed.
    package var places: (old: Int, new: Int)?
    /// Number and name of unlisted siblings, of the node or one on its path, that changed alike.
    package var alike: (count: Int, name: String)?
    /// The first texts that changed in them.
    var alikeTexts: [(old: String, new: String)] = []
  }

  /// A changed node; of siblings that changed alike, each.
  struct Mark: Sendable {
    var kinds: Kinds
    /// Line in the old page, and in the new one; -1 if there is none.
    var old: Int
    var new: Int
  }

  package struct Section: Sendable {
    package var kinds: Kinds
    package var old: Int
    package var new: Int
    /// The path: the code, "CODE#2", "top" or "bottom".
    package var name: String
    /// Positions among the sections, from 1; 0 if a page does not have it, and for bars.
    package var places: (old: Int, new: Int)
    /// Whether its place in the order changed.
    package var isReordered = false
    /// Distance to the section above, if it changed without any other cause.
    package var gap: (old: Double, new: Double)?
    package var values: [ValueChange] = []
    package var nodes: [Node] = []
    /// All changed nodes, those that are not listed as well.
    var marks: [Mark] = []
    /// Name of an earlier section whose nodes changed in the same way.
    package var likeSection: String?
  }

  /// Consecutive sections that moved only because of those above.
  package struct Push: Sendable, Hashable {
    /// Positions in the new order, from 1.
    package var first: Int
    package var last: Int
    package var distance: Double
    /// Index in `sections` of the entry that the run precedes.
    package var position: Int
  }

  /// A provider whose version changed.
  package struct Provider: Sendable, Hashable {
    package var id: String
    package var old: String
    package var new: String
    package var sections: Int
  }

  package struct Counts: Sendable, Hashable {
    package var added = 0
    package var removed = 0
    package var moved = 0
    package var resized = 0
    /// Sections that changed, but neither moved nor were resized.
    package var changed = 0
    /// Sections that only moved because sections above them changed.
    package var pushed = 0
    package var unchanged = 0
  }

  package let old: FlatPage
  package let new: FlatPage
  /// The distance in points up to which frames are equal.
  package internal(set) var tolerance = 0.0
  /// Changes of the layout environment, and of the feed's name, layout and scale.
  package internal(set) var environment: [ValueChange] = []
  package internal(set) var providers: [Provider] = []
  /// The changed sections in the new order. A removed section is at its old position.
  package internal(set) var sections: [Section] = []
  package internal(set) var pushes: [Push] = []
  package internal(set) var counts = Counts()
  /// The number of nodes that differ by one pixel because their section moved by a fraction of one.
  package internal(set) var rounded = 0
  /// The number of nodes whose width or position only follows the page's width.
  package internal(set) var following = 0

  package var isEmpty: Bool {
    environment.isEmpty && providers.isEmpty && sections.isEmpty && pushes.isEmpty && following == 0
      && abs(old.feed.size.height - new.feed.size.height) <= tolerance
  }

  /// Returns the page that has a node, the new one if both have it, and its line there.
  func shown(_ old: Int, _ new: Int) -> (page: FlatPage, line: FlatPage.Line) {
    new >= 0 ? (self.new, self.new.lines[new]) : (self.old, self.old.lines[old])
  }

  /// A line of the list of changes.
  enum Entry {
    case push(Push)
    case section(Section)
  }

  /// The changed sections, and the runs of pushed sections between them.
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
