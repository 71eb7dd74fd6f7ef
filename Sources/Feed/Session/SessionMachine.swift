package import LayoutCore
internal import Support

/// The state machine of a feed. It decides when sources are requested, which replies are used, what
/// is shown, and what changed.
///
/// A value without a clock, a thread or a connection: it returns requests, and receives their
/// replies in any order. Times are in seconds of a monotonic clock.
///
/// - The feed is `Feed.join` of the accepted replies with updates applied, so it does not depend on
///   the order in which the replies arrive.
/// - A source that fails keeps its last reply. With `join: all`, nothing changes until all
///   sources of a refresh have succeeded.
/// - Loading more requests one page at a time. A page that fails is requested again the next time.
///   A refresh cancels the loading of more.
/// - A pull within a second after the previous one waits until the second is over, and so does a
///   request for more. An input of the same kind that follows meanwhile, or during the load, joins.
package struct SessionMachine: Sendable {
  package internal(set) var layout: FeedLayout
  package internal(set) var state = SessionState()
  /// The environment of the page. Its locale is that of the layout's texts in notices.
  package internal(set) var environment: LayoutEnvironment

  /// The values of parameters by name. A parameter without a value has no entry.
  package internal(set) var parameters: [String: String]
  /// The successful replies of each source: page 0 and the pages after it, without gaps.
  var accepted: [String: [SourceReply]] = [:]
  /// The joined replies, without updates and edits.
  var joined: Feed
  var overlay = UpdateOverlay()
  /// The value that appends the next page to `joined`; `nil` if all replies must be joined again.
  var extending: FeedExtending?
  /// The position in the paged source; `nil` if the layout has no paging.
  var position: PagingPosition?
  var refresh: Refresh?
  var loadMore: SourceRequest?
  /// The time of the last request for more.
  var lastLoadMore: Double?
  /// The time of the last refresh.
  var lastPull: Double?
  /// The inputs that wait for their time: at most one of each kind.
  package private(set) var delayed: [DelayedInput] = []
  /// Whether a load has ended. The skeleton is shown only before that.
  var hasLoaded = false
  /// The number of blocks at the start of the feed that the current step does not change.
  var unchangedBlocks = 0
  private var requestCount = 0
  private var delayCount = 0

  /// - Parameter parameters: Values of the layout's parameters, by name. A source is requested only
  ///   if the parameters in its request have values.
  package init(
    layout: FeedLayout, parameters: [String: String] = [:],
    in environment: LayoutEnvironment = LayoutEnvironment(locale: "")
  ) {
    self.layout = layout
    joined = Feed(layout: layout)
    self.environment = environment
    self.parameters = parameters
    position = layout.paging.map(PagingPosition.init)
  }

  package mutating func send(_ input: SessionInput, at time: Double) -> SessionStep {
    counting { machine in
      switch input {
      case .refresh: machine.pull(at: time)
      case .loadMore: machine.loadMore(at: time)
      case .update(let update): machine.apply(update)
      case .edit(let edit): machine.apply(edit)
      case .parameters(let values): machine.setParameters(values, at: time)
      case .show(let content): machine.show(content)
      case .set(let setting): machine.set(setting)
      case .environment(let change): machine.set(change)
      // The page answers; the session does not change.
      case .tap: .question
      case .cancel: machine.cancel()
      }
    }
  }

  /// Runs an input that waited for its time. Ignored if another input has replaced it.
  package mutating func run(_ id: DelayedInput.ID, at time: Double) -> SessionStep {
    counting { machine in
      guard let index = machine.delayed.firstIndex(where: { $0.id == id }) else {
        return .ignored(.cancelled)
      }
      let input = machine.delayed.remove(at: index)
      var step =
        switch input.kind {
        case .refresh: machine.beginRefresh(at: time)
        case .loadMore: machine.loadMore(at: time, isDue: true)
        }
      if step.outcome == .done { step.outcome = input.outcome }
      return step
    }
  }

  mutating func removeDelayed() -> [DelayedInput.ID] {
    defer { delayed = [] }
    return delayed.map(\.id)
  }

  /// Returns the step of an input that must wait, or that joins one that waits; `nil` if it can run.
  mutating func delay(
    _ kind: DelayedInput.Kind, after last: Double?, at time: Double
  ) -> SessionStep? {
    if delayed.contains(where: { $0.kind == kind }) { return .joined }
    guard let last, time - last < Self.inputInterval else { return nil }
    delayCount += 1
    let input = DelayedInput(
      id: delayCount, kind: kind, sent: time, due: last + Self.inputInterval)
    delayed.append(input)
    var step = SessionStep()
    (step.outcome, step.delayed) = (input.outcome, input)
    return step
  }

  /// Handles the reply to a request. Ignored if the request was cancelled or already answered.
  package mutating func receive(
    _ reply: SourceReply, to id: SourceRequest.ID, at time: Double
  ) -> SessionStep {
    counting { machine in
      if let request = machine.loadMore, request.id == id {
        return machine.endLoadingMore(machine.checked(reply, to: request), at: time)
      }
      guard let request = machine.refresh?.pending[id] else { return .ignored(.notAwaited) }
      return machine.continueRefresh(request, machine.checked(reply, to: request), at: time)
    }
  }

  /// Runs a step, and records how many blocks at the start of the feed it left unchanged.
  private mutating func counting(
    _ step: (inout SessionMachine) -> SessionStep
  ) -> SessionStep {
    unchangedBlocks = state.feed?.blocks.count ?? 0
    var step = step(&self)
    step.unchangedBlocks = unchangedBlocks
    return step
  }

  var translatedLayout: FeedLayout { layout.translated(for: environment.locale) }

  var allAccepted: [SourceReply] { accepted.values.flatMap { $0 } }

  package var isIdle: Bool { refresh == nil && loadMore == nil }

  /// Whether the first load is in progress. Sections that have not arrived have a skeleton.
  package var isFirstLoad: Bool { refresh != nil && !hasLoaded }

  mutating func request(_ source: String, page: Int = 0, values: [String: String] = [:])
    -> SourceRequest
  {
    requestCount += 1
    return SourceRequest(
      id: requestCount, source: source, page: page, values: values, parameters: parameters)
  }

  func isAskable(_ source: FeedLayout.Source) -> Bool {
    layout.missingParameters(of: source, given: parameters).isEmpty
  }

  /// Returns the reply with the request's source and page. An unusable document is a failure.
  private func checked(_ reply: SourceReply, to request: SourceRequest) -> SourceReply {
    var reply = reply
    reply.source = request.source
    reply.page = request.page
    if case .document = reply.outcome,
      let loss = Feed.join(layout: layout, replies: [reply]).lost.first
    {
      reply.outcome = .failed(loss.failure)
    }
    return reply
  }

  mutating func cancel() -> SessionStep {
    guard !isIdle || !delayed.isEmpty else { return .ignored(.notAwaited) }
    var step = SessionStep()
    step.replaced = removeDelayed()
    step.cancelled = cancelLoadingMore()
    if let refresh {
      step.cancelled += refresh.pending.keys.sorted()
      self.refresh = nil
      // A cancelled pull does not delay the next pull.
      lastPull = nil
      hasLoaded = true
      state.header = .idle
      // The replies that arrived before the cancellation may have left the feed without blocks.
      let isEmptied = state.content == .completed && !state.hasContent
      if state.content == .loading || isEmptied { state.content = .empty }
    }
    return step
  }
}

/// The state that a session shows.
package struct SessionState: Sendable {
  package internal(set) var content = ContentState.loading
  package internal(set) var header = HeaderState.idle
  package internal(set) var footer = FooterState.idle
  /// The feed; `nil` until a source has replied. Without blocks, `content` is shown instead.
  package internal(set) var feed: Feed?
  /// The failure that the content state *failed* shows; otherwise `nil`.
  package internal(set) var failure: LostSource?
  /// The time when the primary source was last read, in seconds of the session's clock.
  package internal(set) var loadTime: Double?
  /// The age up to which the content is fresh, in seconds; `nil` for no limit.
  package internal(set) var lifetime: Double?

  /// Whether the content is older than its lifetime; false if either is unknown.
  package func isStale(at time: Double) -> Bool {
    guard let loadTime, let lifetime else { return false }
    return time - loadTime > lifetime
  }

  var hasContent: Bool { feed?.blocks.isEmpty == false }
  /// The content state after a load without a failure that is shown.
  var loaded: ContentState { feed?.isEmpty == false ? .completed : .empty }
}
