import LayoutCore
import Renderers

/// What is another between two pages: the causes, and what merely followed them.
///
/// Sections and nodes are paired by identity (`SectionPairing`, `ChildPairing`). A node that stands where its
/// changed neighbours put it is not listed, nor is a section that is pushed by those above: `pushes` has these as
/// runs. Indices of lines are those of the tables.
package struct PageDiff: Sendable {
  package struct Kinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let added = Kinds(rawValue: 1)
    package static let removed = Kinds(rawValue: 2)
    /// Stands elsewhere by itself: in another order, or at another distance.
    package static let moved = Kinds(rawValue: 4)
    package static let resized = Kinds(rawValue: 8)
    package static let restyled = Kinds(rawValue: 16)
    package static let text = Kinds(rawValue: 32)
    package static let action = Kinds(rawValue: 64)
    /// Is on screen now; where it was before is not known.
    package static let entered = Kinds(rawValue: 128)
    /// Was on screen; where it is now is not known.
    package static let left = Kinds(rawValue: 256)
  }

  /// A value by its key; `nil` where it is left out.
  package struct ValueChange: Sendable, Hashable {
    package var key: String
    package var old: String?
    package var new: String?
  }

  /// A change of a node below a section.
  package struct Node: Sendable {
    package var kinds: Kinds
    /// Line in the old table, and in the new one; -1 where there is none.
    package var old: Int
    package var new: Int
    /// Names from the section, or from the change that it stands below, to the node.
    package var path: [String]
    /// 0 below the section; more below another change.
    package var depth: Int
    /// Text of the item that the path leads through; empty where the node has its own.
    package var context: String
    /// Attributes, flags and codes; neither text nor action.
    package var values: [ValueChange] = []
    /// Places among the siblings, from 1, where the order is another.
    package var places: (old: Int, new: Int)?
    /// Siblings of it, or of a node that its path leads through, that changed in the same way and are not listed:
    /// how many, and their name.
    package var alike: (count: Int, name: String)?
  }

  package struct Section: Sendable {
    package var kinds: Kinds
    package var old: Int
    package var new: Int
    /// Path: the code, "CODE#2", "top" or "bottom".
    package var name: String
    /// Among the sections, from 1; 0 where there is none, and for bars.
    package var places: (old: Int, new: Int)
    /// Stands in another order.
    package var isReordered = false
    /// Distance to what is above, where it is another without any other cause.
    package var gap: (old: Double, new: Double)?
    package var values: [ValueChange] = []
    package var nodes: [Node] = []
    /// Name of the section before it whose nodes changed in the same way.
    package var likeSection: String?
  }

  /// Sections that are where those above put them.
  package struct Push: Sendable, Hashable {
    /// Places in the new order, from 1.
    package var first: Int
    package var last: Int
    package var distance: Double
    /// Entry of `sections` before which the first of them stands.
    package var position: Int
  }

  /// The same provider in another version.
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
    /// Changed, but neither moved nor resized.
    package var changed = 0
    /// Only pushed.
    package var pushed = 0
    package var unchanged = 0
  }

  package let old: DumpTable
  package let new: DumpTable
  /// Points up to which frames are the same.
  package internal(set) var tolerance = 0.0
  /// What both were laid out for, and the name, layout and scale of the feed.
  package internal(set) var environment: [ValueChange] = []
  package internal(set) var providers: [Provider] = []
  /// In the new order; what was removed stands where it was.
  package internal(set) var sections: [Section] = []
  package internal(set) var pushes: [Push] = []
  package internal(set) var counts = Counts()
  /// Nodes that differ by a pixel because their section moved by a part of one.
  package internal(set) var rounded = 0
  /// Nodes that only became as much wider or narrower, or moved as far, as the page.
  package internal(set) var following = 0

  /// Nothing is to be said of the two.
  package var isEmpty: Bool {
    environment.isEmpty && providers.isEmpty && sections.isEmpty && pushes.isEmpty && following == 0
      && abs(old.feed.size.height - new.feed.size.height) <= tolerance
  }
}
