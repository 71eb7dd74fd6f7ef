internal import FeedDocument
internal import LayoutCore

extension FeedChanges {
  /// Computes the changes from one feed to another. Matches sections by block identity and items by
  /// item identity. Compares versions by a 64-bit content hash; its seed differs in each process.
  /// O(values of both feeds).
  package init(from old: Feed?, to new: Feed?) {
    self.init(from: old?.blocks ?? GrowingArray(), to: new?.blocks ?? GrowingArray())
  }

  package init(from old: some Collection<Block>, to new: some Collection<Block>) {
    if let updates = Self.updates(from: old, to: new) {
      self = updates
      return
    }
    var table = IdentityTable()
    let before = SectionedList(old, beside: new, &table)
    self = SectionedDiff(from: before, to: SectionedList(new, beside: old, &table)).changes
  }
}

extension FeedChanges {
  /// Returns the changes if both lists have the same sections with the same items in the same order;
  /// otherwise `nil`. Faster than a diff, because nothing is paired.
  private static func updates(
    from old: some Collection<Block>, to new: some Collection<Block>
  ) -> FeedChanges? {
    guard old.count == new.count else { return nil }
    for (block, other) in zip(old, new) {
      guard block.identity == other.identity, block.items.count == other.items.count,
        zip(block.items, other.items).allSatisfy({ $0.id == $1.id })
      else { return nil }
    }
    var changes = FeedChanges()
    for (section, (block, other)) in zip(old, new).enumerated() {
      if block.isDrawnAs(other), block.heightHint == other.heightHint { continue }
      if block.ownVersion != other.ownVersion {
        changes.updatedSections.append(Move(from: section, to: section))
      }
      for (item, (value, otherValue)) in zip(block.items, other.items).enumerated()
      where !block.value(of: value).isEqual(to: other.value(of: otherValue)) {
        let path = ItemPath(section: section, item: item)
        changes.updatedItems.append(Move(from: path, to: path))
      }
    }
    return changes
  }
}

extension SectionedList {
  /// - Parameter others: The blocks of the other list. Items that are alike in both lists, in blocks
  ///   with one identity and at the same position, get the version 0, because comparing two values is
  ///   faster than hashing each.
  init(
    _ blocks: some Collection<Block>,
    beside others: some Collection<Block> = EmptyCollection<Block>(),
    _ table: inout IdentityTable
  ) {
    self.init()
    let others = Dictionary(
      others.lazy.filter { !$0.items.isEmpty }.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
    for block in blocks {
      addSection(Element(identity: table.identity(of: block.identity), version: block.ownVersion))
      let other = block.items.isEmpty ? nil : others[block.identity]
      for (position, item) in block.items.enumerated() {
        let value = block.value(of: item)
        var version: UInt64 = 0
        if !(other?.hasItem(item, at: position, alike: value) ?? false) {
          version = value.version
        }
        addItem(Element(identity: table.identity(of: item.id), version: version))
      }
    }
  }
}

extension Block {
  fileprivate func value(of item: BlockItem) -> FeedValue {
    FeedValue(document: value.document, index: item.index)
  }

  fileprivate func hasItem(_ item: BlockItem, at position: Int, alike value: FeedValue) -> Bool {
    guard position < items.count, items[position].id == item.id else { return false }
    return self.value(of: items[position]).isAlike(value)
  }
}

extension Block {
  /// The hash of the content that determines the section, without its items.
  fileprivate var ownVersion: UInt64 {
    var hasher = Hasher()
    hasher.combine(blockCode)
    hasher.combine(showType)
    hasher.combine(isClosable)
    hasher.combine(heightHint)
    hasher.combine(value.kind)
    // Where each element of a list is an item, the list itself has no other content.
    if value.kind != .array || items.count != value.count {
      value.hashContent(into: &hasher, leavingOut: Set(items.map(\.index)))
    }
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

extension FeedValue {
  /// The hash of the content.
  fileprivate var version: UInt64 {
    var hasher = Hasher()
    hashContent(into: &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// Whether the contents are equal, independent of the notation of numbers.
  fileprivate func isEqual(to other: FeedValue) -> Bool {
    isAlike(other) || version == other.version
  }

  /// Adds the content to the hash. Recurses as deep as the document, whose depth is limited.
  fileprivate func hashContent(into hasher: inout Hasher, leavingOut items: Set<UInt32> = []) {
    guard !items.contains(index) else { return }
    hasher.combine(kind)
    switch kind {
    case .missing, .null: break
    case .bool: hasher.combine(bool)
    case .number:
      if let int64 { hasher.combine(int64) } else { hasher.combine(double) }
    case .string: hasher.combine(bytes: UnsafeRawBufferPointer(utf8))
    case .array:
      for child in children { child.hashContent(into: &hasher, leavingOut: items) }
    case .object:
      for child in children {
        hasher.combine(child.key)
        child.hashContent(into: &hasher, leavingOut: items)
      }
    }
    // This byte marks the end of a value whose length is not hashed.
    hasher.combine(0xff as UInt8)
  }
}
