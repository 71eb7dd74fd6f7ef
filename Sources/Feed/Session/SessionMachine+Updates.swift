internal import FeedDocument

extension SessionMachine {
  /// Applies an update on top of the replies. Ignored if no shown block or item has its identity,
  /// if the change is not an object, and if it changes nothing.
  mutating func apply(_ update: ItemUpdate) -> SessionStep {
    guard let feed = state.feed,
      let block = feed.blocks.first(where: { $0.identity == update.blockIdentity })
    else { return .ignored(.unknownSection) }
    guard block.has(update.item) else { return .ignored(.unknownItem) }
    guard update.change.kind == .object else { return .ignored(.unchanged) }
    var changed = overlay
    changed.add(update, source: source(of: update, in: block))
    let updated = changed.applied(to: Feed.join(layout: layout, replies: allAccepted).feed)
    var step = SessionStep()
    step.changes = FeedChanges(from: feed, to: updated)
    guard !step.changes.isEmpty else { return .ignored(.unchanged) }
    overlay = changed
    state.feed = updated
    return step
  }

  /// Returns the source whose next reply overrides the update: of several sources of the block, the
  /// first that contains the item.
  private func source(of update: ItemUpdate, in block: Block) -> String {
    guard update.item != nil else { return block.sourceName }
    let giver = layout.sources.first { source in
      let own = Feed.join(layout: layout, replies: accepted[source.name] ?? []).feed
      return own.blocks.contains { $0.identity == update.blockIdentity && $0.has(update.item) }
    }
    return giver?.name ?? block.sourceName
  }
}

extension Block {
  fileprivate func has(_ item: String?) -> Bool {
    item == nil || items.contains { $0.id == item }
  }
}
