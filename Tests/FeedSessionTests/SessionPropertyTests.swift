import FeedDocument
@testable import Feeds
import Foundation
import TestTools
import Testing

/// Sends 60 random inputs and replies to each session. Replies arrive in any order, late, twice,
/// failed, invalid, or with changed documents.
@Suite("A session under random inputs and replies") struct SessionPropertyTests {
  /// The number of sessions of each feed, which `SECTIONENGINE_SESSIONS=2500` increases.
  static let sessions =
    ProcessInfo.processInfo.environment["SECTIONENGINE_SESSIONS"].flatMap(UInt64.init) ?? 50

  @Test("the session keeps its invariants", arguments: SessionFeeds.all, 0..<sessions)
  func invariants(kind: SessionFeeds.Kind, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var layout = try layout(kind.layout)
    if Int.random(in: 0..<3, using: &random) == 0 {
      layout.join = Bool.random(using: &random) ? .all : .partial
      layout.reveal = Bool.random(using: &random) ? .each : .together
    }
    var run = RandomSession(kind: kind, layout: layout)
    for event in 0..<60 {
      try run.act(&random)
      let violation = run.violation
      #expect(violation == nil, "\(kind.name), seed \(seed), event \(event): \(run.log.suffix(5))")
      if violation != nil { return }
    }
  }
}

extension SessionPropertyTests {
  @Test("a refresh that emptied the feed and is cancelled leaves the empty state")
  func emptied() throws {
    let groups = try #require(SessionFeeds.all.first { $0.name == "groups" })
    try invariants(kind: groups, seed: 3801)
  }
}

/// A session, with its requests and the documents that were sent to it.
private struct RandomSession {
  let kind: SessionFeeds.Kind
  private var session: SessionMachine
  private var pending: [SourceRequest] = []
  private var former: [SourceRequest] = []
  /// The documents that were passed in, by source and page.
  private var given: [String: [FeedDocument]] = [:]
  private var ids: Set<SourceRequest.ID> = []
  private var time = 0.0
  /// Whether an input `show` set the content's state, which can be `failed` without any failure.
  private var isShown = false
  private(set) var log: [String] = []
  /// The first invariant that does not hold.
  private(set) var violation: String?

  init(kind: SessionFeeds.Kind, layout: FeedLayout) {
    self.kind = kind
    session = SessionMachine(layout: layout)
  }

  mutating func act(_ random: inout SplitMix64) throws {
    let before = session
    let next = time + Double.random(in: 0...1.5, using: &random)
    let delayed = session.delayed.min { $0.due < $1.due }
    let isDue = delayed.map { $0.due <= next } == true
    time = isDue ? delayed?.due ?? next : next
    let step: SessionStep
    switch isDue ? 20 : Int.random(in: 0..<20, using: &random) {
    case 20:
      step = session.run(try #require(delayed?.id), at: time)
      log.append("run \(step.outcome)")
      if step.outcome.name != "delayed" { violation = "an input waits in vain" }
    case 0...2: step = send("refresh", .refresh)
    case 3...5: step = send("loadMore", .loadMore)
    case 6: step = send("update", .update(try update(&random)))
    case 7 where Int.random(in: 0..<3, using: &random) == 0: step = send("cancel", .cancel)
    case 16: step = send("edit", .edit(try edit(&random)))
    case 17 where Int.random(in: 0..<3, using: &random) == 0:
      let state = ContentState.allCases.randomElement(using: &random) ?? .empty
      step = send("state \(state)", .show(state))
      isShown = isShown || !step.hasNoEffect
    case 18: step = send("set", .set(try setting(&random)))
    case 19 where Int.random(in: 0..<2, using: &random) == 0:
      step = send("parameter", .parameters(["type": "\(Int.random(in: 1...3, using: &random))"]))
    case 8 where !former.isEmpty:
      guard let request = former.randomElement(using: &random) else { return }
      step = try answer(request, "late", &random)
      if !step.hasNoEffect { violation = "a late reply counts" }
    default:
      guard let request = pending.randomElement(using: &random) else { return }
      step = try answer(request, "answer", &random)
      pending.removeAll { $0.id == request.id }
      former.append(request)
    }
    former += pending.filter { step.cancelled.contains($0.id) }
    if !Set(step.cancelled).isSubset(of: pending.map(\.id)) {
      violation = "cancels what is not asked"
    }
    pending.removeAll { step.cancelled.contains($0.id) }
    pending += step.requests
    if !step.requests.allSatisfy({ ids.insert($0.id).inserted }) { violation = "an id is repeated" }
    check(step, before)
  }

  private mutating func send(_ name: String, _ input: SessionInput) -> SessionStep {
    log.append(name)
    return session.send(input, at: time)
  }

  private func edit(_ random: inout SplitMix64) throws -> SectionEdit {
    let block = session.state.feed?.blocks.randomElement(using: &random)?.identity ?? "NONE"
    let index = Int.random(in: 0..<5, using: &random)
    return switch index {
    case 0: .close(block)
    case 1: .remove(block)
    case 2: .move(block, to: Int.random(in: 0..<5, using: &random))
    default:
      .insert(
        try document(#"{"id": \#(index)}"#).root,
        code: Bool.random(using: &random)
          ? "NEW" : session.state.feed?.blocks.randomElement(using: &random)?.blockCode ?? "NEW",
        at: Int.random(in: 0..<4, using: &random))
    }
  }

  private func setting(_ random: inout SplitMix64) throws -> SectionSetting {
    let code = session.state.feed?.blocks.randomElement(using: &random)?.blockCode ?? "NONE"
    let change = ["title=x", "page=2", "page=many"].randomElement(using: &random) ?? ""
    return try #require(SectionSetting("\(code).\(change)"))
  }

  private func update(_ random: inout SplitMix64) throws -> ItemUpdate {
    let block = session.state.feed?.blocks.randomElement(using: &random)
    let changes = [
      #"{"liked": true}"#, #"{"liked": false, "n": 3}"#, "7", #"[{"id": 3}, {"id": 4}]"#,
    ]
    let change = changes.randomElement(using: &random)
    return ItemUpdate(
      blockIdentity: block?.identity ?? "NONE",
      item: Bool.random(using: &random) ? block?.items.randomElement(using: &random)?.id : nil,
      change: try document(change ?? "{}").root)
  }

  private mutating func answer(
    _ request: SourceRequest, _ name: String, _ random: inout SplitMix64
  ) throws -> SessionStep {
    log.append("\(name) \(request.source) \(request.page)")
    var server = kind.server
    switch Int.random(in: 0..<12, using: &random) {
    case 0: server.failures = [request.source: .network]
    case 1: server.failures = [request.source: .status]
    case 2: server.failures = [request.source: .envelope(kind.refusal)]
    case 3: server.failures = [request.source: .payload]
    default: break
    }
    var outcome = try server.outcome(of: request)
    if case .document(let document, _) = outcome {
      var text = kind.server.document(request)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        text =
          ["{}", "[]", "null", "0", "\"\"", "{\"code\": 0}"].randomElement(using: &random) ?? ""
      case 1: text = text.replacing("1", with: "2")
      case 2: text = text.replacing("{\"id\"", with: "null, {}, {\"id\"")
      case 3: text = text.replacing("null", with: "\"x\"").replacing("id", with: "no")
      default: break
      }
      let changed = FeedDocument.parse(PaddedBytes(text.utf8), name: document.name).value
      outcome = .document(changed ?? document, [])
      given["\(request.source) \(request.page)", default: []].append(changed ?? document)
    }
    let reply = SourceReply(source: request.source, page: request.page, outcome: outcome)
    return session.receive(reply, to: request.id, at: time)
  }

  // MARK: Invariants

  private mutating func check(_ step: SessionStep, _ before: SessionMachine) {
    let (state, old) = (session.state, before.state)
    let blocks = state.feed?.blocks ?? []
    let pages = pending.filter { $0.page > 0 }
    if state.content != before.state.content, state.content != .failed { isShown = false }
    let laws: [(String, Bool)] = [
      ("one load of more at a time", pages.count <= 1),
      ("no load of more beside a refresh", session.refresh == nil || session.loadMore == nil),
      ("what is pending is what the session waits for", isWaitingForPending),
      ("an input waits at most a second", session.delayed.allSatisfy { $0.due <= time + 1 }),
      (
        "one input of each kind waits",
        Set(session.delayed.map(\.kind)).count == session.delayed.count
      ),
      ("idle means idle states", pending.isEmpty == session.isIdle),
      (
        "the header refreshes during a refresh only",
        state.header == .idle || session.refresh != nil
      ),
      (
        "the footer refreshes during a load of more",
        (state.footer == .refreshing) == (session.loadMore != nil)
      ),
      (
        "loading is the first load",
        session.isIdle && session.hasLoaded ? state.content != .loading : true
      ),
      (
        "completed means content",
        !session.isIdle || !session.hasLoaded || (state.content == .completed) == !blocks.isEmpty
      ),
      ("content is shown", blocks.isEmpty || state.content == .completed),
      (
        "a failed state says why",
        isShown || (state.content == .failed) == (state.failure != nil)
      ),
      ("changes lead from the old feed to the new one", areChangesRight(step, before)),
      ("blocks are unique", Set(blocks.map(\.identity)).count == blocks.count),
      ("items are unique", blocks.allSatisfy { Set($0.items.map(\.id)).count == $0.items.count }),
      ("the feed is the join of the accepted replies", isJoined),
      ("accepted replies are those that were given", areAcceptedGiven),
      ("pages have no gap", session.layout.sources.allSatisfy(hasNoGap)),
      (
        "ignored means untouched",
        !step.hasNoEffect
          || (step.requests.isEmpty && step.cancelled.isEmpty && step.changes.isEmpty
            && step.notices.isEmpty && step.replaced.isEmpty && state.content == old.content
            && state.header == old.header
            && state.footer == old.footer)
      ),
      (
        "a failure loses nothing",
        step.diagnostics.isEmpty || !blocks.isEmpty || old.feed?.blocks.isEmpty != false
          || !step.changes.isEmpty
      ),
    ]
    violation = violation ?? laws.first { !$0.1 }?.0
    if let violation { log.append(violation) }
  }

  private var isWaitingForPending: Bool {
    let waited =
      (session.refresh.map { Array($0.pending.keys) } ?? [])
      + (session.loadMore.map { [$0.id] } ?? [])
    return Set(waited) == Set(pending.map(\.id))
  }

  private func areChangesRight(_ step: SessionStep, _ before: SessionMachine) -> Bool {
    var table = IdentityTable()
    let old = SectionedList(before.state.feed?.blocks ?? [], &table)
    let new = SectionedList(session.state.feed?.blocks ?? [], &table)
    return old.applying(step.changes, contentOf: new) == new
  }

  private var isJoined: Bool {
    guard let feed = session.state.feed else { return session.allAccepted.isEmpty }
    let (joined, lost) = Feed.join(layout: session.layout, replies: session.allAccepted)
    let shown = session.overlay.applied(to: joined)
    return lost.isEmpty && FeedChanges(from: feed, to: shown).isEmpty
      && feed.blocks.map(\.identity) == shown.blocks.map(\.identity)
      && feed.diagnostics == shown.diagnostics && feed.notices == shown.notices
  }

  private var areAcceptedGiven: Bool {
    session.allAccepted.allSatisfy { reply in
      guard case .document(let document, _) = reply.outcome else { return false }
      return given["\(reply.source) \(reply.page)"]?.contains { $0 === document } == true
    }
  }

  private func hasNoGap(_ source: FeedLayout.Source) -> Bool {
    let pages = (session.accepted[source.name] ?? []).map(\.page)
    return pages == Array(0..<pages.count)
  }
}
