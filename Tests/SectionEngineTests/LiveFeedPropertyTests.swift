import Feeds
import Support
import Synchronization
import TestTools
import Testing

@testable import Program
@testable import SectionEngine

/// Sends random inputs and replies to a `LiveFeed` and to a session. Replies take random times, so
/// inputs arrive during loads and while other inputs wait.
@Suite("LiveFeed under random inputs and replies", .serialized, .timeLimit(.minutes(60)))
struct LiveFeedPropertyTests {
  @Test("every input has the result of the session", arguments: 0..<SessionAgreementTests.scripts)
  func agreement(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = RandomServer(seed: seed)
    let engine = try SessionAgreementTests.engine(&random)
    let (clock, gate) = (ManualClock(), Gate())
    let feed = LiveFeed(engine, clock: clock.clock) { request in
      await gate.wait(for: request)
      return try server.bytes(for: request)
    }
    var updates = feed.updates.makeAsyncIterator()
    var session = SessionPage(engine, in: engine.standardEnvironment)
    var pending: [SourceRequest] = []
    var sent: [(act: ScriptedAct, outcome: InputOutcome, task: Task<InputOutcome, any Error>)] = []
    /// The indices in `sent` of inputs that wait.
    var waiting: [DelayedInput.ID: Int] = [:]

    for event in 0..<40 {
      let next = clock.time + (Double.random(in: 0..<0.8, using: &random) * 64).rounded() / 64
      let update: FeedUpdate
      if let delayed = session.delayed.first, delayed.due <= next {
        update = session.run(delayed.id, at: delayed.due)
        clock.advance(to: delayed.due)
        let found = waiting.removeValue(forKey: delayed.id)
        let index = try #require(found)
        sent[index].outcome = update.step.outcome
      } else if !pending.isEmpty, Bool.random(using: &random) {
        clock.advance(to: next)
        let request = pending.remove(at: Int.random(in: pending.indices, using: &random))
        let outcome = server.outcome(request)
        update = session.receive(
          SourceReply(source: request.source, page: request.page, outcome: outcome),
          to: request.id, at: next)
        await gate.open { $0 == request }
      } else {
        clock.advance(to: next)
        let act = event == 0 ? ScriptedAct(.refresh, 0) : ScriptedAct(&random)
        let input = try #require(SessionScript(act.script).steps.first?.input)
        update = session.send(input, at: next)
        let task = await clock.start { try await act.send(to: feed) }
        if let delayed = update.step.delayed { waiting[delayed.id] = sent.count }
        sent.append((act, update.step.outcome, task))
      }
      for id in update.step.replaced {
        let index = waiting.removeValue(forKey: id)
        sent[try #require(index)].outcome = .ignored(.cancelled)
      }
      pending.removeAll { update.step.cancelled.contains($0.id) }
      pending += update.step.requests
      if update.step.hasNoEffect { continue }
      let live = try #require(await updates.next(isolation: nil))
      let difference = SessionAgreementTests.difference(update, live)
      #expect(difference == nil, "seed \(seed), event \(event)")
      if difference != nil { break }
    }
    // No input waits for more than a second.
    clock.advance(by: 1)
    for id in session.delayed.map(\.id) {
      sent[try #require(waiting[id])].outcome = session.run(id, at: clock.time).step.outcome
    }
    for (act, outcome, task) in sent {
      #expect(try await task.value == outcome, "seed \(seed), \(act.script)")
    }
    gate.openAll()
  }

  @Test("an input that waits runs although the task of its caller is cancelled")
  func cancelledTask() async throws {
    var random = SplitMix64(seed: 1)
    let engine = try SessionAgreementTests.engine(&random)
    let clock = ManualClock()
    let asked = Mutex(0)
    let feed = LiveFeed(engine, clock: clock.clock) { _ in
      asked.withLock { $0 += 1 }
      return Array(#"{"code": 0, "items": []}"#.utf8)
    }
    #expect(await feed.refresh() == .done)
    for await update in feed.updates where update.content == .empty { break }
    let waiting = await clock.start { await feed.refresh() }
    #expect(await feed.refresh() == .joined)
    waiting.cancel()
    clock.advance(by: 1)
    #expect(try await waiting.value == .delayed(seconds: 1))
    while asked.withLock({ $0 }) < 4 { await Task.yield() }
  }
}
