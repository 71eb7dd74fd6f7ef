extension SessionMachine {
  /// Applies a change to the list of sections. The change overrides the replies.
  mutating func apply(_ edit: SectionEdit) -> SessionStep {
    let source: String
    switch edit {
    case .close(let identity), .remove(let identity), .move(let identity, _):
      guard let block = state.feed?.blocks.first(where: { $0.identity == identity })
      else { return .ignored(.unknownSection) }
      if case .close = edit, !block.isClosable { return .ignored(.notClosable) }
      source = block.sourceName
    case .insert(let value, _, _):
      guard value.kind != .missing else { return .ignored(.unchanged) }
      source = layout.primarySource?.name ?? ""
    }
    var changed = overlay
    changed.add(edit, source: source)
    return show(changed)
  }

  /// Sets parameters, removes content that depends on them, and begins a refresh.
  mutating func setParameters(_ values: [String: String], at time: Double) -> SessionStep {
    let known = layout.parameters.map(\.name)
    guard values.keys.allSatisfy(known.contains) else { return .ignored(.unknownParameter) }
    let old = layout.parameterValues(parameters)
    let changed = Set(values.filter { old[$0.key] != $0.value }.keys)
    guard !changed.isEmpty else { return .ignored(.unchanged) }
    var step = isIdle ? SessionStep() : cancel()
    parameters.merge(values) { $1 }
    for source in layout.sources where !changed.isDisjoint(with: layout.parameters(of: source)) {
      accepted[source.name] = nil
      overlay.removeChanges(of: source.name)
      if source.name == layout.paging?.source {
        position = layout.paging.map(PagingPosition.init)
        state.footer = .idle
      }
    }
    show(&step)
    (lastPull, lastLoadMore) = (nil, nil)
    let load = beginRefresh(at: time)
    step.requests = load.requests
    step.replaced += load.replaced
    step.notices += load.notices
    step.diagnostics += load.diagnostics
    return step
  }

  /// Removes all content and shows a state without content.
  mutating func show(_ content: ContentState) -> SessionStep {
    guard content != .completed else { return .ignored(.unchanged) }
    var step = isIdle ? SessionStep() : cancel()
    accepted = [:]
    overlay = UpdateOverlay()
    extending = nil
    position = layout.paging.map(PagingPosition.init)
    step.changes = FeedChanges(from: state.feed, to: nil)
    isFeedReplaced = true
    state = SessionState()
    state.content = content
    hasLoaded = content != .loading
    (lastPull, lastLoadMore) = (nil, nil)
    step.replaced += removeDelayed()
    return step
  }

  mutating func set(_ setting: SectionSetting) -> SessionStep {
    guard let feed = state.feed, feed.blocks.contains(where: { $0.blockCode == setting.section })
    else { return .ignored(.unknownSection) }
    let changed = layout.setting([setting])
    var step = SessionStep()
    step.diagnostics = changed.diagnostics
    guard let value = changed.value else {
      step.outcome = .ignored(.invalidSetting)
      return step
    }
    layout = value
    state.feed = overlay.applied(to: Feed.join(layout: layout, replies: allAccepted).feed)
    (extending, isFeedReplaced) = (nil, true)
    step.changes.updatedSections = feed.blocks.indices.filter {
      feed.blocks[$0].blockCode == setting.section
    }.map { .init(from: $0, to: $0) }
    return step
  }
}
