public import Feeds

/// A feed that can be loaded, refreshed, paged and edited. It is laid out after every step.
///
/// ```swift
/// let feed = LiveFeed(engine) { request in try await server.reply(to: request) }
/// await feed.refresh()
/// for await update in feed.updates { show(update.page, update.changes) }
/// ```
///
/// Any task can call the methods. Each returns what the feed did with the input, without waiting for
/// replies. A refresh waits until a second has passed since the previous refresh, and a request for
/// more since the previous one; the call returns when the input runs, also if its task is
/// cancelled. At most one page is loaded at a time. An error never ends the feed. The result does not depend on the order in which replies
/// arrive.
public actor LiveFeed {
  /// One update for each input or reply that had an effect, in order. The stream ends when the feed
  /// is released. Only one task may iterate over the stream.
  public nonisolated let updates: AsyncStream<FeedUpdate>

  private var session: SessionPage
  private let load: @Sendable (SourceRequest) async throws -> [UInt8]
  private let continuation: AsyncStream<FeedUpdate>.Continuation
  private let clock: SessionClock
  private var loads: [SourceRequest.ID: Task<Void, Never>] = [:]

  /// - Parameters:
  ///   - environment: `nil` for ``Engine/standardEnvironment``.
  ///   - parameters: The values of the feed layout's parameters, by name.
  ///   - load: Returns the bytes of a reply, or throws a ``LoadFailure``. Any other error means an
  ///     interrupted transfer. The call is cancelled when the reply is no longer needed.
  public init(
    _ engine: Engine, in environment: LayoutEnvironment? = nil,
    parameters: [String: String] = [:],
    load: @escaping @Sendable (SourceRequest) async throws -> [UInt8]
  ) {
    self.init(engine, in: environment, parameters: parameters, clock: .continuous(), load: load)
  }

  package init(
    _ engine: Engine, in environment: LayoutEnvironment? = nil,
    parameters: [String: String] = [:], clock: SessionClock,
    load: @escaping @Sendable (SourceRequest) async throws -> [UInt8]
  ) {
    session = SessionPage(
      engine, in: environment ?? engine.standardEnvironment, parameters: parameters)
    self.clock = clock
    self.load = load
    (updates, continuation) = AsyncStream.makeStream()
  }

  deinit {
    for load in loads.values { load.cancel() }
    continuation.finish()
  }

  /// The current page.
  public var page: FeedPage { session.page }

  /// Whether the content is older than the feed layout or the server allows. Stale content should
  /// be refreshed.
  public var isStale: Bool { session.state.isStale(at: now) }

  /// Loads the first page of every source, as when the reader pulls to refresh.
  @discardableResult
  public func refresh() async -> InputOutcome { await sendOrDelay(.refresh) }

  /// Loads the next page, as when the reader reaches the end of the list.
  @discardableResult
  public func loadMore() async -> InputOutcome { await sendOrDelay(.loadMore) }

  /// Sets parameters of the layout, such as another keyword, and loads everything again. Removes
  /// sections that depend on changed parameters. Ignores names that the layout does not have.
  @discardableResult
  public func setParameters(_ values: [String: String]) -> InputOutcome {
    send(.parameters(values))
  }

  /// Closes a closable section until its source is loaded again.
  @discardableResult
  public func close(section identity: String) -> InputOutcome { send(.edit(.close(identity))) }

  /// Removes a section until its source is loaded again.
  @discardableResult
  public func remove(section identity: String) -> InputOutcome { send(.edit(.remove(identity))) }

  /// Moves a section to the index `target` in the new order, until its source is loaded again.
  @discardableResult
  public func move(section identity: String, to target: Int) -> InputOutcome {
    send(.edit(.move(identity, to: target)))
  }

  /// Inserts a payload as a section until the primary source is loaded again. If the layout
  /// identifies blocks by their code, replaces the payload of a section with this code in its place,
  /// until its source is loaded again. For the parameters, see ``FeedPage/insert(_:blockCode:at:)``.
  @discardableResult
  public func insert(
    _ payload: [UInt8], blockCode: String, at index: Int
  ) throws(FeedPage.InvalidPayload) -> InputOutcome {
    let parsed = FeedDocument.parse(PaddedBytes(payload), name: blockCode)
    guard let document = parsed.value else {
      throw FeedPage.InvalidPayload(diagnostics: parsed.diagnostics)
    }
    return send(.edit(.insert(document.root, code: blockCode, at: index)))
  }

  /// Changes a setting of a section, with the syntax of `--set`: `set("BANNER.page=2")` shows the
  /// third page, `set("RAIL.scroll=120")` scrolls by 120 points. Ignores invalid settings.
  @discardableResult
  public func set(_ setting: String) -> InputOutcome {
    SectionSetting(setting).map { send(.set($0)) } ?? .ignored(.invalidSetting)
  }

  /// Shows a state without content, such as *empty*, until the next load.
  @discardableResult
  public func show(_ state: ContentState) -> InputOutcome { send(.show(state)) }

  /// Lays out the page for another environment, such as after a change to dark mode or a rotation.
  /// Nothing is loaded.
  @discardableResult
  public func setEnvironment(_ environment: LayoutEnvironment) -> InputOutcome {
    send(.environment(.whole(environment)))
  }

  /// Returns what is at a point of the page: the node, its item and its action. Causes no update.
  ///
  /// - Parameter point: A point in the coordinates of the page, which is scrolled as ``scroll(to:)``
  ///   said last. For the other details, see ``FeedPage/node(at:scrolledBy:)``.
  public func tap(at point: Point) -> PageNode? { session.send(.tap(point), at: now).tapped }

  /// Cancels the loads in progress, and the inputs that wait for their time; the page does not
  /// change.
  @discardableResult
  public func cancel() -> InputOutcome { send(.cancel) }

  /// Changes one item or a whole block, after the server has accepted an action of the reader.
  ///
  /// - Parameters:
  ///   - item: The identity of the item; `nil` for the block itself.
  ///   - section: The identity of its section.
  ///   - members: A JSON object. Its members replace members of the item with the same names. For a
  ///     block, an array is the new payload.
  /// - Throws: ``FeedPage/InvalidPayload`` if `members` is not a JSON object, or an array for a block.
  @discardableResult
  public func update(
    item: String?, ofSection section: String, with members: [UInt8]
  ) throws(FeedPage.InvalidPayload) -> InputOutcome {
    let parsed = FeedDocument.parse(PaddedBytes(members), name: "update")
    guard let document = parsed.value,
      document.root.kind == .object || (item == nil && document.root.kind == .array)
    else {
      throw FeedPage.InvalidPayload(diagnostics: parsed.diagnostics)
    }
    return send(.update(ItemUpdate(blockIdentity: section, item: item, change: document.root)))
  }

  /// Sets the visible range of the page, in points from its top. ``FeedUpdate/shift`` uses it.
  public func scroll(to visible: ClosedRange<Double>) { session.visible = visible }

  private var now: Double { clock.now() }

  private func send(_ input: SessionInput) -> InputOutcome { take(session.send(input, at: now)) }

  /// Sends an input that may have to wait for its time, and waits until it runs.
  private func sendOrDelay(_ input: SessionInput) async -> InputOutcome {
    let update = session.send(input, at: now)
    guard let delayed = update.step.delayed else { return take(update) }
    await clock.sleep(delayed.due)
    return take(session.run(delayed.id, at: now))
  }

  @discardableResult
  private func take(_ update: FeedUpdate) -> InputOutcome {
    for id in update.step.cancelled { loads.removeValue(forKey: id)?.cancel() }
    if !update.step.hasNoEffect { continuation.yield(update) }
    for request in update.step.requests {
      loads[request.id] = Task { [weak self, load] in
        let outcome = await Self.outcome(of: request, load)
        let reply = SourceReply(source: request.source, page: request.page, outcome: outcome)
        await self?.receive(reply, to: request.id)
      }
    }
    return update.step.outcome
  }

  private static func outcome(
    of request: SourceRequest, _ load: (SourceRequest) async throws -> [UInt8]
  ) async -> SourceReply.Outcome {
    do {
      let bytes = PaddedBytes(try await load(request))
      return SourceReply.Outcome(FeedDocument.parse(bytes, name: request.source))
    } catch {
      return .failed(failure(of: request.source, error))
    }
  }

  private static func failure(of source: String, _ error: any Error) -> SourceFailure {
    let failure = error as? LoadFailure
    if case .status(let status)? = failure {
      let reason = Diagnostic(.httpStatus, .error, "HTTP status \(status) from source `\(source)`")
      return SourceFailure(.status(status), [reason])
    }
    var kind = SourceFailure.NetworkFailure.interrupted
    if case .network(let network)? = failure { kind = network.kind }
    let reason = Diagnostic(
      .networkFailure, .error, "no reply from source `\(source)`",
      label: failure == nil ? "\(error)" : kind.rawValue)
    return SourceFailure(.network(kind), [reason])
  }

  private func receive(_ reply: SourceReply, to request: SourceRequest.ID) {
    // A cancelled load also calls this method; its request is no longer in `loads`.
    guard loads.removeValue(forKey: request) != nil else { return }
    take(session.receive(reply, to: request, at: now))
  }
}

/// A monotonic clock. Times are in seconds.
package struct SessionClock: Sendable {
  let now: @Sendable () -> Double
  /// Suspends until a time, also if the task is cancelled.
  let sleep: @Sendable (_ until: Double) async -> Void

  package init(
    now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Double) async -> Void
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  static func continuous() -> SessionClock {
    let start = ContinuousClock.now
    return SessionClock {
      start.duration(to: .now) / .seconds(1)
    } sleep: { time in
      // The sleep of another task goes on if the task of the caller is cancelled.
      await Task {
        try? await Task.sleep(until: start.advanced(by: .seconds(time)), clock: .continuous)
      }.value
    }
  }
}

/// The reason why the bytes of a reply are not available.
public enum LoadFailure: Error, Sendable, Hashable {
  /// The server answered with an HTTP status other than 200 to 299.
  case status(Int)
  case network(Network)

  /// The reason why a transfer ended without an HTTP response.
  public enum Network: String, Sendable, CaseIterable {
    case timeout, hostNotFound, cannotConnect, offline, insecure, interrupted

    fileprivate var kind: SourceFailure.NetworkFailure {
      SourceFailure.NetworkFailure(rawValue: rawValue) ?? .interrupted
    }
  }
}
