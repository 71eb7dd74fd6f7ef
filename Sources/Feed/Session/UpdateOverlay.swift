internal import FeedDocument
internal import LayoutCore

/// Updates and edits of the replies. Each one applies until its source is read again.
struct UpdateOverlay {
  /// A change that applies after the updates of blocks from sources, in the order of the inputs.
  enum Change {
    case edit(SectionEdit)
    /// Replaces the payload of a block.
    case replace(String, FeedValue)
    /// Updates a block whose payload comes from an input.
    case update(ItemUpdate)
  }

  fileprivate struct Target: Hashable {
    var block: String
    var item: String?
  }

  /// For each target in a block from a source: the new members, and the source whose next reply ends
  /// the update.
  private var changes: [Target: (value: FeedValue, source: String)] = [:]
  /// The other changes in their order, each with the source whose next reply ends it.
  private var edits: [(change: Change, source: String)] = []

  var hasEdits: Bool { !edits.isEmpty }

  mutating func add(_ change: Change, source: String) { edits.append((change, source)) }

  /// Adds an update. Its members override those of earlier updates of the same target.
  mutating func add(_ update: ItemUpdate, source: String) {
    let target = Target(block: update.blockIdentity, item: update.item)
    let earlier = changes[target]?.value
    let value = earlier?.merged(with: update.change, name: "update") ?? update.change
    changes[target] = (value, source)
  }

  mutating func removeChanges(of source: String) {
    changes = changes.filter { $0.value.source != source }
    edits.removeAll { $0.source == source }
  }

  /// Returns the feed with all updates and edits. O(values of changed blocks + blocks x edits).
  func applied(to feed: Feed) -> Feed {
    guard !changes.isEmpty || !edits.isEmpty else { return feed }
    let changed = Set(changes.keys.map(\.block))
    var feed = feed
    for index in feed.blocks.indices where changed.contains(feed.blocks[index].identity) {
      feed.blocks[index] = applied(to: feed.blocks[index])
    }
    for (change, _) in edits { change.apply(to: &feed) }
    return feed
  }

  /// Returns a block of a source with its updates. O(values of the block), if it has any.
  func applied(to block: Block) -> Block {
    let own = changes.filter { $0.key.block == block.identity }
    guard !own.isEmpty else { return block }
    var block = block
    Self.apply(own.mapValues(\.value), to: &block)
    return block
  }

  /// Merges new members into the block and its items. Targets in other blocks have no effect.
  fileprivate static func apply(_ changes: [Target: FeedValue], to block: inout Block) {
    var overrides: [UInt32: FeedValue] = [:]
    for (target, change) in changes where target.block == block.identity {
      guard let item = target.item, let value = block.value(ofItem: item) else { continue }
      overrides[value.index] = change
    }
    var whole = changes[Target(block: block.identity)]
    if let single = overrides.removeValue(forKey: block.value.index) {
      whole = whole.map { $0.merged(with: single, name: "update") } ?? single
    }
    if !overrides.isEmpty { block.mergeValues(overrides) }
    if let whole, block.value.kind == .object {
      let single = block.items.firstIndex { $0.index == block.value.index }
      block.value = block.value.merged(with: whole, name: block.value.document.name)
      if let single { block.items[single].index = block.value.index }
    }
  }
}

extension UpdateOverlay.Change {
  fileprivate func apply(to feed: inout Feed) {
    func change(_ identity: String, _ change: (inout Block) -> Void) {
      let index = feed.blocks.indices.first { feed.blocks[$0].identity == identity }
      if let index { change(&feed.blocks[index]) }
    }
    switch self {
    case .edit(let edit): edit.apply(to: &feed)
    case .replace(let identity, let value):
      let layout = feed.layout
      change(identity) { block in
        let former = block
        block = Block(value, code: former.blockCode, of: layout, beside: [])
        (block.identity, block.sourceName) = (former.identity, former.sourceName)
      }
    case .update(let update):
      change(update.blockIdentity) { block in
        let target = UpdateOverlay.Target(block: update.blockIdentity, item: update.item)
        UpdateOverlay.apply([target: update.change], to: &block)
      }
    }
  }
}

extension SectionEdit {
  fileprivate func apply(to feed: inout Feed) {
    var blocks = Array(feed.blocks)
    func index(_ identity: String) -> Int? { blocks.firstIndex { $0.identity == identity } }
    switch self {
    case .close(let identity), .remove(let identity):
      if let index = index(identity) { blocks.remove(at: index) }
    case .move(let identity, let target):
      guard let index = index(identity) else { return }
      let block = blocks.remove(at: index)
      blocks.insert(block, at: min(max(target, 0), blocks.count))
    case .insert(let value, let code, let target):
      let block = Block(
        value, code: code, of: feed.layout, beside: Set(blocks.map(\.identity)))
      blocks.insert(block, at: min(max(target, 0), blocks.count))
    }
    feed.blocks = GrowingArray(blocks)
  }
}

extension Block {
  /// Returns the value of the item in `items` or, if `items` is empty, the first object in the
  /// payload with this identifier, such as a card or a menu entry. O(values).
  package func value(ofItem id: String) -> FeedValue? {
    if let item = items.first(where: { $0.id == id }) {
      return FeedValue(document: value.document, index: item.index)
    }
    return items.isEmpty ? value.object(withID: id) : nil
  }

  /// Merges changes into values of the payload. The keys are the indices of the values.
  fileprivate mutating func mergeValues(_ changes: [UInt32: FeedValue]) {
    var builder = DocumentBuilder(name: value.document.name)
    /// The distance by which the values from an index on move, in ascending order of the indices.
    var shifts: [(start: UInt32, distance: Int64)] = []
    func move(_ value: FeedValue, to index: UInt32) {
      let distance = Int64(index) - Int64(value.index)
      if shifts.last?.distance != distance { shifts.append((value.index, distance)) }
    }
    let targets = changes.keys.sorted()
    /// Whether a value changes, or one inside it. O(log(changes)).
    func isTouched(_ value: FeedValue) -> Bool {
      let next = targets.partitioningIndex { $0 >= value.index }
      return next < targets.count && targets[next] < max(value.end, value.index + 1)
    }
    /// Copies the elements between the changed ones together, because a list can have many.
    func mergeElements(of array: FeedValue) {
      var run: (first: FeedValue, last: FeedValue, count: Int)?
      func endRun() {
        guard let ended = run.take() else { return }
        let copy = builder.copyElements(
          ended.first.index, through: ended.last.index, count: ended.count, of: array.document)
        move(ended.first, to: copy)
      }
      for element in array.children {
        if isTouched(element) {
          endRun()
          merge(element)
        } else {
          run = (run?.first ?? element, element, (run?.count ?? 0) + 1)
        }
      }
      endRun()
    }
    func merge(_ value: FeedValue) {
      if let change = changes[value.index] {
        move(value, to: builder.merge(value, change))
      } else if isTouched(value) {
        move(value, to: value.kind == .object ? builder.beginObject() : builder.beginArray())
        if value.kind == .object {
          for child in value.children {
            builder.key(child.key)
            merge(child)
          }
          builder.endObject()
        } else {
          mergeElements(of: value)
          builder.endArray()
        }
      } else {
        move(value, to: builder.copy(value))
      }
    }
    merge(value)
    value = builder.finish().root
    for index in items.indices {
      let next = shifts.partitioningIndex { $0.start > items[index].index }
      guard next > 0 else { continue }
      items[index].index = UInt32(Int64(items[index].index) + shifts[next - 1].distance)
    }
  }
}

extension FeedValue {
  /// Whether the value is an object with this identifier as `id`, or under a key that ends in "id".
  /// O(members).
  package func isIdentified(by id: String) -> Bool {
    kind == .object && children.contains { $0.key.isNameOfID && $0.identityText == id }
  }

  /// Returns the first object with this identifier as `id`, or under a key that ends in "id".
  fileprivate func object(withID id: String) -> FeedValue? {
    if isIdentified(by: id) { return self }
    for child in children {
      if let found = child.object(withID: id) { return found }
    }
    return nil
  }
}

extension String {
  fileprivate var isNameOfID: Bool {
    self == "id" || hasSuffix("Id") || hasSuffix("ID") || hasSuffix("_id")
  }
}
