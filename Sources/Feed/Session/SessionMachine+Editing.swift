internal import FeedDocument

extension SessionMachine {
  /// Applies a change to the list of sections. The change overrides the replies.
  mutating func apply(_ edit: SectionEdit) -> SessionStep {
    guard state.feed != nil else { return .ignored(.notLoaded) }
    let source: String
    switch edit {
    case .close(let identity), .remove(let identity), .move(let identity, _):
      guard let block = state.feed?.blocks.first(where: { $0.identity == identity })
      else { return .ignored(.unknownSection) }
      if case .close = edit, !block.isClosable { return .ignored(.notClosable) }
      source = block.sourceName
    case .insert(let value, let code, _):
      guard value.kind != .missing else { return .ignored(.unchanged) }
      if layout.identity != .occurrence,
        let block = state.feed?.blocks.first(where: { $0.blockCode == code })
      {
        return show(.replace(block.identity, value), source: block.sourceName)
      }
      source = layout.primarySource?.name ?? ""
    }
    return show(.edit(edit), source: source)
  }

  /// Applies an update of an item or a block. The update overrides the replies.
  mutating func apply(_ update: ItemUpdate) -> SessionStep {
    guard state.feed != nil else { return .ignored(.notLoaded) }
    guard let block = state.feed?.blocks.first(where: { $0.identity == update.blockIdentity })
    else { return .ignored(.unknownSection) }
    guard block.has(update.item) else { return .ignored(.unknownItem) }
    if update.item == nil, update.change.kind == .array {
      return show(.replace(block.identity, update.change), source: block.sourceName)
    }
    guard update.change.kind == .object else { return .ignored(.unchanged) }
    guard update.item != nil || block.value.kind == .object else { return .ignored(.notAnObject) }
    if block.isGivenByInput { return show(.update(update), source: block.sourceName) }
    var changed = overlay
    changed.add(update, source: source(of: update, in: block))
    return show(changed)
  }

  /// Shows the feed with one more change, which lasts until the next reply of the source.
  private mutating func show(_ change: UpdateOverlay.Change, source: String) -> SessionStep {
    var changed = overlay
    changed.add(change, source: source)
    return show(changed)
  }

  /// Returns the source whose next reply ends the update: the one whose reply has the item.
  private func source(of update: ItemUpdate, in block: Block) -> String {
    let item = joined.blocks.first { $0.identity == update.blockIdentity }.flatMap { block in
      update.item.flatMap(block.value(ofItem:))
    }
    guard let item else { return block.sourceName }
    // An object with resolved references is no copy, but the values in it are.
    for index in item.index..<max(item.end, item.index + 1) {
      let value = FeedValue(document: item.document, index: index)
      if let giver = source(ofReply: value.original.document) { return giver }
    }
    return block.sourceName
  }

  /// Returns the name of the source that a document is a reply of; `nil` if it is none. O(pages).
  private func source(ofReply document: FeedDocument) -> String? {
    layout.sources.first { source in
      accepted[source.name, default: []].contains { reply in
        if case .document(let own, _) = reply.outcome { own === document } else { false }
      }
    }?.name
  }

  /// Sets parameters, removes content that depends on them, and begins a refresh.
  mutating func setParameters(_ values: [String: String], at time: Double) -> SessionStep {
    let known = layout.parameters.map(\.name)
    guard values.keys.allSatisfy(known.contains) else { return .ignored(.unknownParameter) }
    let old = layout.parameterValues(parameters)
    let new = layout.parameterValues(parameters.merging(values) { $1 })
    let changed = Set(values.keys.filter { old[$0] != new[$0] })
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
    (joined, extending) = (Feed(layout: layout), nil)
    position = layout.paging.map(PagingPosition.init)
    step.changes = FeedChanges(from: state.feed, to: nil)
    unchangedBlocks = 0
    state = SessionState()
    state.content = content
    hasLoaded = content != .loading
    (lastPull, lastLoadMore) = (nil, nil)
    step.replaced += removeDelayed()
    return step
  }

  mutating func set(_ change: EnvironmentChange) -> SessionStep {
    let former = environment
    change.apply(to: &environment)
    if environment == former { return .ignored(.unchanged) }
    unchangedBlocks = 0
    return SessionStep()
  }

  mutating func set(_ setting: SectionSetting) -> SessionStep {
    guard let feed = state.feed else { return .ignored(.notLoaded) }
    guard feed.blocks.contains(where: { $0.blockCode == setting.section }) else {
      return .ignored(.unknownSection)
    }
    let changed = layout.setting([setting])
    var step = SessionStep()
    step.diagnostics = changed.diagnostics
    guard let value = changed.value else {
      step.outcome = .ignored(.invalidSetting)
      return step
    }
    layout = value
    join()
    state.feed = overlay.applied(to: joined)
    unchangedBlocks = 0
    step.changes.updatedSections = feed.blocks.indices.filter {
      feed.blocks[$0].blockCode == setting.section
    }.map { .init(from: $0, to: $0) }
    return step
  }
}
