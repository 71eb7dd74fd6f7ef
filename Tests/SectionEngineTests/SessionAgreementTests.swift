import FeedDocument
import Feeds
import Foundation
import LayoutCore
import Support
import TestTools
import Testing

@testable import Program
@testable import SectionEngine

/// Drives a `LiveFeed` and the program's session with the same random script and the same replies.
@Suite("LiveFeed and the session of the program", .serialized) struct SessionAgreementTests {
  /// The number of scripts, which `SECTIONENGINE_SESSIONS=10000` increases.
  static let scripts =
    ProcessInfo.processInfo.environment["SECTIONENGINE_SESSIONS"].flatMap(UInt64.init) ?? 40

  private static let layout = """
    {"name": "shop", "version": 1, "join": "JOIN", "reveal": "REVEAL",
     "parameters": {"word": "tea"},
     "sources": {
       "blocks": {"primary": true, "request": {"url": "blocks/{page}"}, "envelope": ENVELOPE,
         "items": "$.items", "element": {"code": "code", "closable": "closable"}},
       "list": {"request": {"url": "list", "query": {"q": "{word}"}}, "envelope": ENVELOPE,
         "items": "$.items", "whenEmpty": "hide",
         "block": {"code": "LIST", "item": "id", "combine": "append"}}},
     "paging": {"source": "blocks", "by": "page", "end": [[{"path": "$.end", "equals": 1}]]},
     "notices": {"refreshed": "$.news"},
     "states": {"loading": {"sections": [{"code": "A", "height": 60}]},
       "failed": {"title": "Nothing came", "on": ["network", "status"]},
       "notices": {"network": "No network", "status": "The server is down"},
       "footer": {"no-more-data": "That is all"}}}
    """.replacingOccurrences(
      of: "ENVELOPE",
      with: """
        {"success": {"path": "$.code", "equals": 0}, "message": "$.message",
         "failures": {"301": "login-required"}}
        """)

  static func engine(_ random: inout SplitMix64) throws -> Engine {
    let join = Bool.random(using: &random) ? "all" : "partial"
    let reveal = Bool.random(using: &random) ? "each" : "together"
    let text = layout.replacingOccurrences(of: "JOIN", with: join)
      .replacingOccurrences(of: "REVEAL", with: reveal)
    return try Engine(layout: Array(text.utf8), providers: RowsRunner.providers())
  }

  @Test("both show the same after every step", .timeLimit(.minutes(60)), arguments: 0..<scripts)
  func agreement(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let acts = (0..<12).map { $0 == 0 ? ScriptedAct(.refresh, 0) : ScriptedAct(&random) }
    let server = RandomServer(seed: seed)
    let engine = try Self.engine(&random)
    var run = SessionRun(
      SessionPage(engine, in: engine.standardEnvironment), loader: server, arrivals: [])
    var steps: [SessionRun.Step] = []
    run.run(try SessionScript(acts.map(\.script).joined(separator: ";"))) { steps.append($0) }

    let clock = ManualClock()
    let gate = Gate()
    var feed: LiveFeed? = LiveFeed(engine, clock: clock.clock) { request in
      await gate.wait(for: request)
      return try server.bytes(for: request)
    }
    var updates = try #require(feed?.updates).makeAsyncIterator()
    var time = 0.0
    var sent: [Task<ScriptedAct.Answer, any Error>] = []
    var times: [Double] = []
    for step in steps {
      if step.part == .arrival {
        await gate.open { $0.label == step.arrived[0] }
      } else if let feed {
        // An input that waits was sent before inputs whose steps precede its own.
        while sent.count < step.number {
          let act = acts[sent.count]
          time += act.pause
          times.append(time)
          clock.advance(to: time)
          sent.append(await clock.start { try await act.answer(of: feed) })
        }
        if case .delayed(let seconds) = step.update.step.outcome {
          clock.advance(to: times[step.number - 1] + seconds)
        }
      }
      if !step.update.step.hasNoEffect {
        let update = try #require(await updates.next(isolation: nil))
        let difference = Self.difference(step.update, update)
        #expect(difference == nil, "seed \(seed), \(step.input) \(step.arrived)")
        if difference != nil { return }
      }
    }
    clock.advance(by: 1)
    for (index, task) in sent.enumerated() {
      let step = steps.first { $0.part != .arrival && $0.number == index + 1 }
      let answer = step.map {
        ScriptedAct.Answer(outcome: $0.update.step.outcome, tapped: $0.update.tapped)
      }
      #expect(try await task.value == answer, "seed \(seed), \(acts[index].script)")
    }
    #expect(sent.count == acts.count)
    feed = nil
    #expect(await updates.next(isolation: nil) == nil)
  }

  /// Returns the name of the first part in which the updates differ, or `nil` if they are equal.
  static func difference(_ program: FeedUpdate, _ live: FeedUpdate) -> String? {
    let parts: [(String, Bool)] = [
      ("page", program.page.bytes(as: "dump") == live.page.bytes(as: "dump")),
      (
        "diagnostics of the page",
        comparable(program.page.diagnostics) == comparable(live.page.diagnostics)
      ),
      ("changes", program.changes == live.changes), ("shift", program.shift == live.shift),
      ("content", program.content == live.content), ("failure", program.failure == live.failure),
      ("header", program.header == live.header), ("footer", program.footer == live.footer),
      ("notices", program.notices == live.notices),
      ("codes", program.notices.map(\.code) == live.notices.map(\.code)),
      ("diagnostics", comparable(program.diagnostics) == comparable(live.diagnostics)),
    ]
    return parts.first { !$0.1 }?.0
  }

  /// Removes two differences between the program and `LiveFeed`: the messages of failed transfers,
  /// which name the URL only in the program, and the file names in locations of inserted and updated
  /// values.
  private static func comparable(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.map { diagnostic in
      if [.httpStatus, .networkFailure].contains(diagnostic.code) {
        return Diagnostic(diagnostic.code, diagnostic.severity, "")
      }
      var diagnostic = diagnostic
      if ["--script", "update"].contains(diagnostic.location?.file)
        || ScriptedAct.sections.contains(diagnostic.location?.file ?? "")
      {
        diagnostic.location?.file = "input"
      }
      return diagnostic
    }
  }
}
