internal import FeedDocument

/// Updates that are applied to the replies until their source is requested again.
struct UpdateOverlay {
  private struct Target: Hashable {
    var block: String
    var item: String?
  }

  private struct Change {
    var value: FeedValue
    /// The source whose next reply contains the update, or overrides it.
    var source: String
  }

  private var changes: [Target: Change] = [:]

  /// Adds an update. Its members replace those of earlier updates of the same target.
  mutating func add(_ update: ItemUpdate, source: String) {
    let target = Target(block: update.blockIdentity, item: update.item)
    let earlier = changes[target]?.value
    let value = earlier?.merged(with: update.change, name: "update") ?? update.change
    changes[target] = Change(value: value, source: source)
  }

  mutating func removeChanges(of source: String) {
    changes = changes.filter { $0.value.source != source }
  }

  /// Returns the feed with all updates applied; updates without a target are kept. O(values of
  /// changed blocks).
  func applied(to feed: Feed) -> Feed {
    guard !changes.isEmpty else { return feed }
    let changed = Set(changes.keys.map(\.block))
    var feed = feed
    for index in feed.blocks.indices where changed.contains(feed.blocks[index].identity) {
      apply(to: &feed.blocks[index])
    }
    return feed
  }

  private func apply(to block: inout Block) {
    var overrides: [UInt32: FeedValue] = [:]
    for item in block.items {
      let target = Target(block: block.identity, item: item.id)
      overrides[item.index] = changes[target]?.value
    }
    var whole = changes[Target(block: block.identity)]?.value
    if let single = overrides[block.value.index] {
      whole = whole.map { $0.merged(with: single, name: "update") } ?? single
    } else if !overrides.isEmpty {
      block.mergeItems(overrides)
    }
    if let whole, block.value.kind == .object {
      let single = block.items.firstIndex { $0.index == block.value.index }
      block.value = block.value.merged(with: whole, name: block.value.document.name)
      if let single { block.items[single].index = block.value.index }
    }
  }
}

extension Block {
  /// Merges changes into items, by the index of their values. The items are elements of the block's
  /// value.
  fileprivate mutating func mergeItems(_ changes: [UInt32: FeedValue]) {
    var builder = DocumentBuilder(name: value.document.name)
    var moved: [UInt32: UInt32] = [:]
    builder.beginArray()
    for element in value.children {
      moved[element.index] =
        changes[element.index].map { builder.merge(element, $0) } ?? builder.copy(element)
    }
    builder.endArray()
    value = builder.finish().root
    for index in items.indices {
      items[index].index = moved[items[index].index] ?? items[index].index
    }
  }
}
