internal import Support

extension SessionMachine {
  struct Refresh: Sendable {
    var pending: [SourceRequest.ID: SourceRequest] = [:]
    /// Sources that wait for the replies of their dependencies, in the order of the layout.
    var waiting: [FeedLayout.Source] = []
    /// Successful replies that are not shown until the refresh ends.
    var staged: [SourceReply] = []
    var losses: [LostSource] = []
  }

  /// The minimum time between two pulls, and between two requests for more, in seconds.
  static let inputInterval = 1.0

  /// Begins a refresh, joins one that loads or waits, or waits for a second after the previous one.
  mutating func pull(at time: Double) -> SessionStep {
    if refresh != nil { return .joined }
    return delay(.refresh, after: lastPull, at: time) ?? beginRefresh(at: time)
  }

  mutating func beginRefresh(at time: Double) -> SessionStep {
    lastPull = time
    var step = SessionStep()
    step.replaced = removeDelayed()
    step.cancelled = cancelLoadingMore()
    if !state.hasContent {
      // A retry without content shows the skeleton again.
      hasLoaded = false
      state.content = .loading
      state.failure = nil
    }
    if hasLoaded { state.header = .refreshing }
    let sources = layout.sources.filter(isAskable)
    if sources.isEmpty { step.diagnostics = [nothingToAsk()] }
    refresh = Refresh(waiting: sources)
    step.requests = askNext()
    endRefreshWhenAnswered(at: time, &step)
    return step
  }

  mutating func continueRefresh(
    _ request: SourceRequest, _ reply: SourceReply, at time: Double
  ) -> SessionStep {
    var step = SessionStep()
    refresh?.pending[request.id] = nil
    switch reply.outcome {
    case .failed(let failure):
      step.diagnostics = failure.diagnostics
      refresh?.losses.append(
        LostSource(source: request.source, page: request.page, failure: failure))
    case .document:
      if layout.join == .all || layout.reveal == .together {
        refresh?.staged.append(reply)
      } else {
        accept([reply], at: time, &step)
      }
    }
    step.requests = askNext()
    endRefreshWhenAnswered(at: time, &step)
    return step
  }

  /// Returns requests for the waiting sources whose dependencies have replied or failed; for all
  /// waiting sources if no request is pending and cyclic dependencies block all of them.
  private mutating func askNext() -> [SourceRequest] {
    guard var refresh else { return [] }
    let open = Set(refresh.pending.values.map(\.source) + refresh.waiting.map(\.name))
    var ready = refresh.waiting.filter { open.isDisjoint(with: $0.dependencies) }
    if ready.isEmpty, refresh.pending.isEmpty { ready = refresh.waiting }
    let names = Set(ready.map(\.name))
    refresh.waiting.removeAll { names.contains($0.name) }
    let requests = ready.map { source in
      request(source.name, values: layout.firstValues(of: source))
    }
    for request in requests { refresh.pending[request.id] = request }
    self.refresh = refresh
    return requests
  }

  private mutating func endRefreshWhenAnswered(at time: Double, _ step: inout SessionStep) {
    guard let refresh, refresh.pending.isEmpty, refresh.waiting.isEmpty else { return }
    self.refresh = nil
    if layout.join == .partial || refresh.losses.isEmpty {
      accept(refresh.staged, at: time, &step)
    }
    state.header = .idle
    let losses = layout.sources.flatMap { source in
      refresh.losses.filter { $0.source == source.name }
    }
    settle(losses, &step)
    let isPrimaryNew = !refresh.losses.contains { $0.source == layout.primarySource?.name }
    if isPrimaryNew, layout.join == .partial || losses.isEmpty { announce(&step) }
    hasLoaded = true
  }

  private func nothingToAsk() -> Diagnostic {
    let missing = layout.sources.flatMap { layout.missingParameters(of: $0, given: parameters) }
    let names = layout.parameters.map(\.name).filter(Set(missing).contains)
    return Diagnostic(
      .missingParameter, .warning, "no source of `\(layout.name)` can be requested",
      notes: names.map { "`\($0)` has no value" },
      helps: names.map { "give it one: `--parameter \($0)=VALUE`" })
  }
}
