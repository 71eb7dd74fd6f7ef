/// A row or item of a section.
public struct ItemPath: Sendable, Hashable {
  /// Index of the section on the page.
  public var section: Int
  /// Index of the item in the section.
  public var item: Int

  /// Creates the position of an item.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

/// The changes from one list of sections to another. Old positions refer to the list before all
/// changes, new positions to the list after all changes.
///
/// A list view applies all of them as one batch. An element that only shifts, because an element
/// before it was inserted, deleted or moved, is not listed. An element can both move and be
/// updated. The items of a deleted or inserted section are not listed, except for items that move
/// out of a deleted section or into an inserted section.
public struct FeedChanges: Sendable, Hashable {
  /// The positions of an element that is in both lists.
  public struct Move<Position: Sendable & Hashable>: Sendable, Hashable {
    /// The old position.
    public var from: Position
    /// The new position.
    public var to: Position

    /// Creates a move from one position to another.
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// Old indices of deleted sections, ascending.
  public var deletedSections: [Int] = []
  /// New indices of inserted sections, ascending.
  public var insertedSections: [Int] = []
  /// Sections that change their order relative to other sections, ascending by new index. Their
  /// number is minimal.
  public var movedSections: [Move<Int>] = []
  /// Sections whose own content changed, ascending by new index. Changes of items are listed in the
  /// properties for items.
  public var updatedSections: [Move<Int>] = []
  /// Old positions of deleted items in sections that are in both lists, ascending.
  public var deletedItems: [ItemPath] = []
  /// New positions of inserted items in sections that are in both lists, ascending.
  public var insertedItems: [ItemPath] = []
  /// Items that change their section, or their order relative to other items of their section,
  /// ascending by new position. The number of moves within a section is minimal.
  public var movedItems: [Move<ItemPath>] = []
  /// Items whose content changed, ascending by new position.
  public var updatedItems: [Move<ItemPath>] = []

  /// Creates an empty set of changes.
  public init() {}

  /// Whether nothing changed.
  public var isEmpty: Bool { self == FeedChanges() }
}
