internal import LayoutCore

extension SessionMachine {
  /// Replaces all earlier replies of the sources by new first pages, and shows them.
  mutating func accept(_ replies: [SourceReply], at time: Double, _ step: inout SessionStep) {
    guard !replies.isEmpty else { return }
    for reply in replies {
      accepted[reply.source] = [reply]
      overlay.removeChanges(of: reply.source)
      guard reply.source == layout.primarySource?.name,
        case .document(let document, _) = reply.outcome
      else { continue }
      state.loadTime = time
      state.lifetime = layout.freshness?.lifetime(in: document)
    }
    show(&step)
    guard let paging = layout.paging,
      let first = replies.first(where: { $0.source == paging.source })
    else { return }
    position = PagingPosition(paging)
    advance(over: first, &step)
    updateFooter(&step)
  }

  /// Joins the accepted replies, and adds the changes since the last feed to the step.
  mutating func show(_ step: inout SessionStep) {
    let known = Set(state.feed?.diagnostics ?? [])
    join()
    step.diagnostics += joined.diagnostics.filter { !known.contains($0) }
    let feed = overlay.applied(to: joined)
    step.changes = FeedChanges(from: state.feed, to: feed)
    unchangedBlocks = 0
    state.feed = feed
    guard !feed.blocks.isEmpty else { return }
    state.content = state.loaded
    state.failure = nil
  }

  mutating func join() {
    (joined, extending) = Feed.joinExtensibly(layout: layout, replies: allAccepted)
  }

  /// Appends a page; returns the number of its sections or items that no earlier page has, or `nil` if
  /// a full join is needed.
  mutating func extend(by reply: SourceReply, _ step: inout SessionStep) -> Int? {
    guard var feed = state.feed, var extending else { return nil }
    // Clearing the property lets the local value change without a copy.
    self.extending = nil
    guard let added = extending.extend(&joined, by: reply) else { return nil }
    self.extending = extending
    step.diagnostics += added.diagnostics
    if overlay.hasEdits {
      // An edit could also affect what the page added.
      feed = overlay.applied(to: joined)
      step.changes = FeedChanges(from: state.feed, to: feed)
      unchangedBlocks = 0
    } else {
      show(added.growth, in: &feed, &step)
    }
    state.feed = feed
    return added.growth.count
  }

  private mutating func show(
    _ growth: FeedExtending.Growth, in feed: inout Feed, _ step: inout SessionStep
  ) {
    let former = feed
    feed.diagnostics = joined.diagnostics
    feed.notices = joined.notices
    switch growth {
    case .sections(let range):
      feed.blocks.append(contentsOf: joined.blocks[range].map(overlay.applied))
      step.changes.insertedSections = Array(range)
    case .elements(let block, let range, _):
      feed.blocks[block] = overlay.applied(to: joined.blocks[block])
      unchangedBlocks = block
      if feed.blocks[block].items.count == range.upperBound {
        step.changes.insertedItems = range.map { ItemPath(section: block, item: $0) }
      } else {
        step.changes = FeedChanges(from: former, to: feed)
      }
    }
  }

  /// Sets the content state after a load. Adds notices for failures that the state does not show,
  /// and for failures that have a name in the layout.
  mutating func settle(_ losses: [LostSource], _ step: inout SessionStep) {
    let layout = translatedLayout
    let shown =
      state.hasContent
      ? nil : losses.first { layout.states.failedOn.contains($0.failure.kind.name) }
    state.failure = shown
    state.content = shown == nil ? state.loaded : .failed
    step.notices += losses.filter { loss in
      if case .envelope(.some, _, _) = loss.failure.kind { return true }
      return shown == nil || !layout.states.failedOn.contains(loss.failure.kind.name)
    }.map { SessionNotice($0, in: layout) }
  }

  /// Adds the server's notices after a refresh, except for the notice at the end of the feed, which
  /// `updateFooter` adds. After the first load, the notice `refreshed` is also omitted.
  mutating func announce(_ step: inout SessionStep) {
    for notice in state.feed?.notices ?? [] {
      if notice.name == FeedLayout.NoticePath.endOfFeed { continue }
      if notice.name == FeedLayout.NoticePath.refreshed, !hasLoaded { continue }
      step.notices.append(notice)
    }
  }

  /// Shows the joined replies with these updates and edits. Ignored if the feed stays the same.
  mutating func show(_ changed: UpdateOverlay) -> SessionStep {
    guard let feed = state.feed else { return .ignored(.notLoaded) }
    let updated = changed.applied(to: joined)
    var step = SessionStep()
    step.changes = FeedChanges(from: feed, to: updated)
    guard !step.changes.isEmpty else { return .ignored(.unchanged) }
    overlay = changed
    unchangedBlocks = 0
    state.feed = updated
    state.content = state.loaded
    state.failure = nil
    return step
  }
}
