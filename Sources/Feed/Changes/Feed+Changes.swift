internal import FeedDocument
internal import LayoutCore

extension FeedChanges {
  /// The changes from one state of a feed to another. Sections are matched by the identity of their
  /// blocks, items by their own. The contents of two versions are compared by a 64-bit hash, with a
  /// new seed in each process. O(values of both feeds).
  package init(from old: Feed?, to new: Feed?) {
    self.init(from: old?.blocks ?? GrowingArray(), to: new?.blocks ?? GrowingArray())
  }

  package init(from old: some Sequence<Block>, to new: some Sequence<Block>) {
    var table = IdentityTable()
    let before = SectionedList(old, &table)
    self = SectionedDiff(from: before, to: SectionedList(new, &table)).changes
  }
}

extension SectionedList {
  init(_ blocks: some Sequence<Block>, _ table: inout IdentityTable) {
    self.init()
    for block in blocks {
      addSection(Element(identity: table.identity(of: block.identity), version: block.ownVersion))
      for item in block.items {
        let value = FeedValue(document: block.value.document, index: item.index)
        var hasher = Hasher()
        value.hashContent(into: &hasher)
        let version = UInt64(truncatingIfNeeded: hasher.finalize())
        addItem(Element(identity: table.identity(of: item.id), version: version))
      }
    }
  }
}

extension Block {
  /// A hash of everything that the section is drawn from, except its items.
  fileprivate var ownVersion: UInt64 {
    var hasher = Hasher()
    hasher.combine(blockCode)
    hasher.combine(showType)
    hasher.combine(isClosable)
    hasher.combine(heightHint)
    value.hashContent(into: &hasher, leavingOut: Set(items.map(\.index)))
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

extension FeedValue {
  /// Recurses as deep as the document, whose depth is limited.
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
    // Terminates values whose length is not part of the hash.
    hasher.combine(0xff as UInt8)
  }
}
