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
/// changes, new positions to the list after all of them.
///
/// A list view applies them as one batch. An element that only shifts, because something before it
/// came, went or moved, is not listed. An element can both move and be updated. The items of a
/// deleted section go with it and those of an inserted section come with it, except for those that
/// move: an item may leave a deleted section and enter an inserted one.
public struct FeedChanges: Sendable, Hashable {
  /// An element that is in both lists.
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

  /// Old indices of sections that are gone, ascending.
  public var deletedSections: [Int] = []
  /// New indices of sections that were not there before, ascending.
  public var insertedSections: [Int] = []
  /// Sections that change their place relative to the others, ascending by new index; as few as
  /// possible.
  public var movedSections: [Move<Int>] = []
  /// Sections whose own content changed, ascending by new index. Changes of their items are listed
  /// below.
  public var updatedSections: [Move<Int>] = []
  /// Old positions of items that are gone, in sections that stay, ascending.
  public var deletedItems: [ItemPath] = []
  /// New positions of items that were not there before, in sections that were, ascending.
  public var insertedItems: [ItemPath] = []
  /// Items that change their section, or their place relative to the others of their section (as
  /// few as possible); ascending by new position.
  public var movedItems: [Move<ItemPath>] = []
  /// Items whose content changed, ascending by new position.
  public var updatedItems: [Move<ItemPath>] = []

  /// Creates an empty set of changes.
  public init() {}

  /// Whether nothing changed.
  public var isEmpty: Bool { self == FeedChanges() }
}
