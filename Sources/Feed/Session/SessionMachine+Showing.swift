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
    let joined: Feed
    (joined, extending) = Feed.joinExtensibly(layout: layout, replies: allAccepted)
    let known = Set(state.feed?.diagnostics ?? [])
    step.diagnostics += joined.diagnostics.filter { !known.contains($0) }
    let feed = overlay.applied(to: joined)
    step.changes = FeedChanges(from: state.feed, to: feed)
    isFeedReplaced = true
    state.feed = feed
    guard !feed.blocks.isEmpty else { return }
    state.content = state.loaded
    state.failure = nil
  }

  /// Appends a page; returns the number of its sections, or `nil` if a full join is needed.
  mutating func extend(by reply: SourceReply, _ step: inout SessionStep) -> Int? {
    // An edit could also affect the new sections, so all replies are joined again.
    guard var feed = state.feed, var extending, !overlay.hasEdits else { return nil }
    // Clearing the properties lets the local values change without a copy.
    (state.feed, self.extending) = (nil, nil)
    let count = feed.blocks.count
    guard let added = extending.extend(&feed, by: reply) else {
      state.feed = feed
      return nil
    }
    let page = overlay.applied(to: Feed(layout: layout, blocks: GrowingArray(added.blocks))).blocks
    feed.blocks.append(contentsOf: page)
    (state.feed, self.extending) = (feed, extending)
    step.diagnostics += added.diagnostics
    step.changes.insertedSections = Array(count..<feed.blocks.count)
    return page.count
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

  /// Shows the accepted replies with these updates and edits. Ignored if the feed stays the same.
  mutating func show(_ changed: UpdateOverlay) -> SessionStep {
    guard let feed = state.feed else { return .ignored(.notLoaded) }
    let updated = changed.applied(to: Feed.join(layout: layout, replies: allAccepted).feed)
    var step = SessionStep()
    step.changes = FeedChanges(from: feed, to: updated)
    guard !step.changes.isEmpty else { return .ignored(.unchanged) }
    overlay = changed
    isFeedReplaced = true
    state.feed = updated
    state.content = state.loaded
    state.failure = nil
    return step
  }
}
