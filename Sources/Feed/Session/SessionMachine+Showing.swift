internal import FeedDocument

extension SessionMachine {
  /// Replaces the earlier replies of sources by their new first pages, and shows them.
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

  /// Joins the accepted replies, and records the changes since the last joined feed.
  mutating func show(_ step: inout SessionStep) {
    let joined = Feed.join(layout: layout, replies: allAccepted).feed
    let known = Set(state.feed?.diagnostics ?? [])
    step.diagnostics += joined.diagnostics.filter { !known.contains($0) }
    replaceFeed(with: overlay.applied(to: joined), &step)
  }

  mutating func replaceFeed(with feed: Feed, _ step: inout SessionStep) {
    step.changes = FeedChanges(from: state.feed, to: feed)
    state.feed = feed
    guard !feed.blocks.isEmpty else { return }
    state.content = .completed
    state.failure = nil
  }

  /// Sets the content state when a load is over. A failure that the content state shows becomes a
  /// notice only if the layout names it.
  mutating func settle(_ losses: [LostSource], _ step: inout SessionStep) {
    let shown =
      state.hasContent
      ? nil : losses.first { layout.states.failedOn.contains($0.failure.kind.name) }
    state.failure = shown
    state.content = state.hasContent ? .completed : shown == nil ? .empty : .failed
    step.notices += losses.filter { loss in
      guard shown != nil, layout.states.failedOn.contains(loss.failure.kind.name) else {
        return true
      }
      if case .envelope(.some, _) = loss.failure.kind { return true }
      return false
    }.map { SessionNotice($0) }
  }

  /// Adds the layout's notices after a refresh, except for the end of the feed, which is announced
  /// when it is reached, and the notice of new content if this is the first load.
  mutating func announce(_ step: inout SessionStep) {
    for notice in state.feed?.notices ?? [] {
      if notice.name == Feed.Notice.endOfFeed { continue }
      if notice.name == Feed.Notice.refreshed, !hasLoaded { continue }
      step.notices.append(SessionNotice(name: notice.name, text: notice.text))
    }
  }
}

extension Feed.Notice {
  /// Names of notices with a fixed time: when the feed ends, and when a later refresh succeeds.
  static let endOfFeed = "endOfFeed"
  static let refreshed = "refreshed"
}

extension FeedLayout.Freshness {
  /// Returns the lifetime in seconds: the server's value if it is a positive number, otherwise the
  /// layout's.
  fileprivate func lifetime(in document: FeedDocument) -> Double? {
    let said = path.flatMap { document.value(atPath: $0)?.double }.map { $0 * unit }
    return said.flatMap { $0 > 0 ? $0 : nil } ?? seconds
  }
}
