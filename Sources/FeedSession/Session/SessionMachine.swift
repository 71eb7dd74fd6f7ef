internal import Diagnostics

/// A feed over time: which sources are asked when, which replies count, what is shown, and what
/// changed.
///
///     var session = SessionMachine(layout: layout)
///     var step = session.send(.refresh, at: 0)
///     while let request = step.requests.first {
///       step = session.receive(reply(to: request), to: request.id, at: 0.1)
///     }
///     session.state.feed
///
/// A value without a clock, a thread or a connection: it says what to load, and is told what came of
/// it, in any order. Times are seconds of a clock that never goes back.
///
/// - The feed is `Feed.join` of the replies that were accepted, with the updates over it, so the order
///   in which they arrived does not matter.
/// - A source that fails keeps its former reply. Under `join: all` nothing changes until all sources
///   of a refresh have succeeded.
/// - Load more asks for one page at a time, and only an accepted page counts, so a failure leaves the
///   next one where it was. A refresh takes the place of a load of more that is under way.
/// - Pulls within a second count once, and so do those during a refresh.
package struct SessionMachine: Sendable {
  package let layout: FeedLayout
  package internal(set) var state = SessionState()

  /// By name, those with a value.
  let parameters: [String: String]
  var accepted = AcceptedReplies()
  var overlay = UpdateOverlay()
  /// `nil` where the layout has no paging.
  var position: PagingPosition?
  var refresh: Refresh?
  /// The request for more that is under way.
  var loadMore: SourceRequest?
  var lastPull: Double?
  /// The skeleton stands during the first load only.
  var hasLoaded = false
  private var requestCount = 0

  /// - Parameter parameters: values for those of the layout, by name. A source that needs one without
  ///   a value is not asked.
  package init(layout: FeedLayout, parameters: [String: String] = [:]) {
    self.layout = layout
    self.parameters = parameters
    position = layout.paging.map(PagingPosition.init)
  }

  /// Takes an input.
  package mutating func send(_ input: SessionInput, at time: Double) -> SessionStep {
    switch input {
    case .refresh: beginRefresh(at: time)
    case .loadMore: beginLoadingMore()
    case .update(let update): apply(update)
    case .cancel: cancel()
    }
  }

  /// Takes the reply to a request; one that was cancelled, or answered already, is ignored.
  package mutating func receive(
    _ reply: SourceReply, to id: SourceRequest.ID, at time: Double
  ) -> SessionStep {
    if let request = loadMore, request.id == id {
      return endLoadingMore(checked(reply, to: request), at: time)
    }
    guard let request = refresh?.pending[id] else { return .ignored(.notAwaited) }
    return continueRefresh(request, checked(reply, to: request), at: time)
  }

  /// Whether nothing is under way.
  package var isIdle: Bool { refresh == nil && loadMore == nil }

  /// Whether content is loaded that never was before: sections that have not arrived yet have a
  /// skeleton.
  package var isFirstLoad: Bool { refresh != nil && !hasLoaded }

  // MARK: Requests

  mutating func request(_ source: String, page: Int = 0, values: [String: String] = [:])
    -> SourceRequest
  {
    requestCount += 1
    return SourceRequest(id: requestCount, source: source, page: page, values: values)
  }

  func isAskable(_ source: FeedLayout.Source) -> Bool {
    layout.missingParameters(of: source, given: parameters).isEmpty
  }

  /// A reply under the name of its request, as a failure where its document is none of its source.
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

  private mutating func cancel() -> SessionStep {
    guard !isIdle else { return .ignored(.notAwaited) }
    var step = SessionStep()
    step.cancelled = cancelLoadingMore()
    if let refresh {
      step.cancelled += refresh.pending.keys.sorted()
      self.refresh = nil
      // A pull that came to nothing does not keep the next one waiting.
      lastPull = nil
      hasLoaded = true
      state.header = .idle
      if state.content == .loading { state.content = .empty }
    }
    return step
  }
}
