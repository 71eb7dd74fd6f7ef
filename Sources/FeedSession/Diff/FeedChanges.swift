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
  /// Sections that stand elsewhere in relation to the others, by new index.
  public var movedSections: [Move<Int>] = []
  /// Sections whose own content is another, by new index; what their items did is listed below.
  public var updatedSections: [Move<Int>] = []
  /// Old positions of items that are gone, of sections that stay.
  public var deletedItems: [ItemPath] = []
  /// New positions of items that were not there, in sections that were.
  public var insertedItems: [ItemPath] = []
  /// Items that stand elsewhere in relation to the others, or in another section.
  public var movedItems: [Move<ItemPath>] = []
  /// Items whose content is another.
  public var updatedItems: [Move<ItemPath>] = []

  /// No change.
  public init() {}

  /// Whether nothing is another.
  public var isEmpty: Bool { self == FeedChanges() }
}
