/// A row or item of a section.
public struct ItemPath: Sendable, Hashable {
  /// Index of the section on the page.
  public var section: Int
  /// Index of the item in the section.
  public var item: Int

  /// A position of an item.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

/// What turns one list of sections into another. Old positions are those before every change, new ones
/// those after all of them.
///
/// A list view takes them as one batch. What only shifts, because something before it came, went or
/// moved, is not listed. An element can both move and be updated. The items of a section that is
/// deleted go with it and those of one that is inserted come with it, except for those that move: an
/// item may leave a section that is deleted and enter one that is new.
public struct FeedChanges: Sendable, Hashable {
  /// Something that was there before and is now.
  public struct Move<Position: Sendable & Hashable>: Sendable, Hashable {
    /// Before.
    public var from: Position
    /// After.
    public var to: Position

    /// From one position to another.
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// Old indices of sections that are gone, ascending.
  public var deletedSections: [Int] = []
  /// New indices of sections that were not there, ascending.
  public var insertedSections: [Int] = []
  /// Sections that stand elsewhere in relation to the others, ascending by new index; as few as
  /// possible.
  public var movedSections: [Move<Int>] = []
  /// Sections whose own content is another, ascending by new index; what their items did is listed
  /// below.
  public var updatedSections: [Move<Int>] = []
  /// Old positions of items that are gone, in sections that stay, ascending.
  public var deletedItems: [ItemPath] = []
  /// New positions of items that were not there, in sections that were, ascending.
  public var insertedItems: [ItemPath] = []
  /// Items that stand elsewhere in relation to the others of their section, as few as possible, or in
  /// another section; ascending by new position.
  public var movedItems: [Move<ItemPath>] = []
  /// Items whose content is another, ascending by new position.
  public var updatedItems: [Move<ItemPath>] = []

  /// No change.
  public init() {}

  /// Whether nothing is another.
  public var isEmpty: Bool { self == FeedChanges() }
}
