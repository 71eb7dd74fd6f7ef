internal import FeedDocument
internal import LayoutCore

extension FeedChanges {
  /// Computes the changes from one feed to another. Matches sections by block identity and items by
  /// item identity. Compares versions by a 64-bit content hash; its seed differs in each process.
  /// O(values of both feeds).
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
  /// The hash of the content that determines the section, without its items.
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
