extension SessionMachine {
  /// Requests the next page, joins a request that loads or waits, or waits for a second after the
  /// previous one. The input is ignored during a refresh or if there is no next page.
  mutating func loadMore(at time: Double, isDue: Bool = false) -> SessionStep {
    guard refresh == nil else { return .ignored(.busy) }
    guard loadMore == nil else { return .joined }
    guard let position, let paging = layout.paging,
      let source = layout.source(named: paging.source), isAskable(source)
    else { return .ignored(.notPaged) }
    guard state.feed != nil else { return .ignored(.notLoaded) }
    guard !position.hasEnded else { return .ignored(.hasEnded) }
    if !isDue, let step = delay(.loadMore, after: lastLoadMore, at: time) { return step }
    let request = request(paging.source, page: position.pages, values: position.values)
    loadMore = request
    lastLoadMore = time
    state.footer = .refreshing
    var step = SessionStep()
    step.requests = [request]
    return step
  }

  mutating func endLoadingMore(_ reply: SourceReply, at time: Double) -> SessionStep {
    var step = SessionStep()
    loadMore = nil
    switch reply.outcome {
    case .failed(let failure):
      step.diagnostics = failure.diagnostics
      updateFooter(&step)
      settle([LostSource(source: reply.source, page: reply.page, failure: failure)], &step)
    case .document:
      if reply.page == 0 {
        // No refresh has loaded the first page, so this reply contains it.
        accept([reply], at: time, &step)
      } else {
        accepted[reply.source, default: []].append(reply)
        let added = extend(by: reply, &step)
        if added == nil { show(&step) }
        advance(over: reply, added: added, &step)
        updateFooter(&step)
      }
      settle([], &step)
    }
    return step
  }

  mutating func cancelLoadingMore() -> [SourceRequest.ID] {
    guard let request = loadMore else { return [] }
    loadMore = nil
    lastLoadMore = nil
    var step = SessionStep()
    updateFooter(&step)
    return [request.id]
  }

  /// Advances the paging position past a page that is accepted and shown.
  /// - Parameter added: The number of items that the page added; `nil` to count all items.
  mutating func advance(over reply: SourceReply, added: Int? = nil, _ step: inout SessionStep) {
    guard var position, let source = layout.source(named: reply.source),
      case .document(let document, _) = reply.outcome
    else { return }
    let held = added.map { position.held + $0 } ?? itemCount(of: source)
    var hasNews = held > position.held
    // Blocks and items with identities are new only if no earlier reply contains them.
    if reply.page > 0, !countsItems(of: source) {
      hasNews = !step.changes.insertedSections.isEmpty || !step.changes.insertedItems.isEmpty
    }
    step.diagnostics += position.advance(over: document, held: held, isEmpty: !hasNews)
    self.position = position
  }

  /// Whether new items are detected by their number alone, because they have no identity.
  private func countsItems(of source: FeedLayout.Source) -> Bool {
    source.shape.block.map { $0.combination == .append && $0.itemIdentity == nil } ?? false
  }

  /// Returns the number of blocks of a source. A block that is a list counts once for each item.
  private func itemCount(of source: FeedLayout.Source) -> Int {
    let blocks = Feed.join(layout: layout, replies: accepted[source.name] ?? []).feed.blocks
      .filter { !source.isExtraBlock($0.blockCode) }
    guard let shape = source.shape.block,
      shape.combination == .append || shape.itemIdentity != nil
    else { return blocks.count }
    return blocks.reduce(0) { $0 + ($1.value.kind == .array ? $1.value.count : 1) }
  }

  /// Sets the footer's state. Adds a notice if a feed with content has just reached its end.
  mutating func updateFooter(_ step: inout SessionStep) {
    let former = state.footer
    state.footer =
      loadMore != nil ? .refreshing : position?.hasEnded == true ? .noMoreData : .idle
    guard state.footer == .noMoreData, former != .noMoreData, state.loaded == .completed else {
      return
    }
    let said = state.feed?.notices.first { $0.name == FeedLayout.NoticePath.endOfFeed }?.text
    step.notices.append(
      SessionNotice(
        name: SessionNotice.endOfFeed,
        text: said ?? translatedLayout.states.footer[.noMoreData] ?? ""))
  }
}
