import FeedDocument
import Feeds
import Foundation
import LayoutCore
import Support
import Synchronization
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

  private static func engine(_ random: inout SplitMix64) throws -> Engine {
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

    let time = Mutex(0.0)
    let gate = Gate()
    var feed: LiveFeed? = LiveFeed(engine, clock: { time.withLock { $0 } }) { request in
      await gate.wait(for: request)
      return try server.bytes(for: request)
    }
    var updates = try #require(feed?.updates).makeAsyncIterator()
    var remaining = acts[...]
    for step in steps {
      if step.part == .arrival {
        await gate.open(step.arrived[0])
      } else if let act = remaining.popFirst(), let feed {
        time.withLock { $0 += act.pause }
        try await act.send(to: feed)
      }
      if step.update.step.isIgnored { continue }
      let update = try #require(await updates.next(isolation: nil))
      let difference = Self.difference(step.update, update)
      #expect(difference == nil, "seed \(seed), \(step.input) \(step.arrived)")
      if difference != nil { return }
    }
    feed = nil
    #expect(await updates.next(isolation: nil) == nil)
  }

  /// Returns the name of the first part in which the updates differ, or `nil` if they are equal.
  private static func difference(_ program: FeedUpdate, _ live: FeedUpdate) -> String? {
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
      if ["--script", "NEW", "update"].contains(diagnostic.location?.file) {
        diagnostic.location?.file = "input"
      }
      return diagnostic
    }
  }
}

/// One input, available as a statement of a program's script and as a call of `LiveFeed`.
private struct ScriptedAct {
  enum Input {
    case refresh, loadMore
    case update(String, item: String?, String)
    case close(String)
    case remove(String)
    case move(String, Int)
    case insert(Int, String, String)
    case parameter(String, String)
    case set(String)
    case state(ContentState)
  }

  let input: Input
  /// The pause before the input, in seconds.
  let pause: Double

  init(_ input: Input, _ pause: Double) {
    self.input = input
    self.pause = pause
  }

  init(_ random: inout SplitMix64) {
    func any(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
    let section = any(["A", "B", "C", "LIST", "NEW", "NONE"])
    let index = Int.random(in: 0..<5, using: &random)
    let item = any(["1", "2", "9"])
    let input: Input =
      switch Int.random(in: 0..<15, using: &random) {
      case 0...2: .refresh
      case 3...5: .loadMore
      case 6: .update(section, item: item, #"{"height": \#(index * 9)}"#)
      case 7: .update(section, item: nil, #"{"height": \#(index * 9), "title": "a;b"}"#)
      case 8: .close(section)
      case 9: .remove(section)
      case 10: .move(section, index)
      case 11: .insert(index, "NEW", #"{"id": 7, "height": 33}"#)
      case 12: .parameter(any(["word", "word", "none"]), any(["tea", "coffee"]))
      case 13: .set("\(section).\(any(["title=x", "page=1", "page=many"]))")
      default: .state([.loading, .empty, .failed][index % 3])
      }
    self.init(input, [0, 0.25, 0.75, 2, 2].randomElement(using: &random) ?? 0)
  }

  var script: String {
    let statement =
      switch input {
      case .refresh: "refresh"
      case .loadMore: "loadMore"
      case .update(let section, let item, let change):
        "update \(section)\(item.map { "/\($0)" } ?? "") \(change)"
      case .close(let section): "close \(section)"
      case .remove(let section): "remove \(section)"
      case .move(let section, let index): "move \(section) \(index)"
      case .insert(let index, let code, let payload): "insert \(index) \(code) \(payload)"
      case .parameter(let name, let value): "parameter \(name)=\(value)"
      case .set(let setting): "set \(setting)"
      case .state(let state): "state \(state)"
      }
    return "wait \(pause);\(statement)"
  }

  func send(to feed: LiveFeed) async throws {
    switch input {
    case .refresh: await feed.refresh()
    case .loadMore: await feed.loadMore()
    case .update(let section, let item, let change):
      try await feed.update(item: item, ofSection: section, with: Array(change.utf8))
    case .close(let section): await feed.close(section: section)
    case .remove(let section): await feed.remove(section: section)
    case .move(let section, let index): await feed.move(section: section, to: index)
    case .insert(let index, let code, let payload):
      try await feed.insert(Array(payload.utf8), blockCode: code, at: index)
    case .parameter(let name, let value): await feed.setParameters([name: value])
    case .set(let setting): await feed.set(setting)
    case .state(let state): await feed.show(state)
    }
  }
}

/// Answers each request with a reply or a failure that depends only on the seed and the request.
private struct RandomServer: SourceLoader {
  let seed: UInt64

  func bytes(for request: SourceRequest) throws(LoadFailure) -> [UInt8] {
    var random = SplitMix64(seed: seed &* 4_096 &+ UInt64(request.id))
    switch Int.random(in: 0..<16, using: &random) {
    case 0: throw .status(Int.random(in: 400..<600, using: &random))
    case 1: throw .network(LoadFailure.Network.allCases.randomElement(using: &random) ?? .timeout)
    case 2: return Array(#"{"code": 301, "message": "sign in"}"#.utf8)
    case 3: return Array(#"{"code": 9}"#.utf8)
    case 4: return Array("{\"code\": 0, \"items\": [".utf8)
    case 5: return Array(#"{"code": 0, "items": []}"#.utf8)
    default: break
    }
    let items = (0..<Int.random(in: 1..<4, using: &random)).map { _ in
      let code = ["A", "B", "C", "D\(request.page)"].randomElement(using: &random) ?? ""
      let height = Int.random(in: 0..<4, using: &random) * 20
      return """
        {"code": "\(code)", "id": \(Int.random(in: 0..<4, using: &random)), "height": \(height),
         "closable": \(Bool.random(using: &random))}
        """
    }
    let end = Int.random(in: 0..<5, using: &random) == 0 ? 1 : 0
    return Array(
      #"{"code": 0, "end": \#(end), "news": "New ones", "items": [\#(items.joined(separator: ", "))]}"#
        .utf8)
  }

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    completion(SourceReply(source: request.source, page: request.page, outcome: outcome(request)))
    return .finished
  }

  /// Returns the outcome that the program's loader derives from the reply of a server.
  private func outcome(_ request: SourceRequest) -> SourceReply.Outcome {
    do throws(LoadFailure) {
      let bytes = PaddedBytes(try bytes(for: request))
      return SourceReply.Outcome(FeedDocument.parse(bytes, name: request.source))
    } catch {
      switch error {
      case .status(let status):
        let reason = FetchDiagnostics.status(status, url: "https://example.com")
        return .failed(SourceFailure(.status(status), [reason]))
      case .network(let network):
        let reason = FetchDiagnostics.network(
          .timeout, detail: nil, url: "https://example.com", limits: FetchLimits(timeout: 10))
        let kind = SourceFailure.NetworkFailure(rawValue: network.rawValue) ?? .interrupted
        return .failed(SourceFailure(.network(kind), [reason]))
      }
    }
  }
}

/// Delays the loads of a feed until the test releases them.
private final class Gate: Sendable {
  private let waiting = Mutex<[String: CheckedContinuation<Void, Never>]>([:])

  func wait(for request: SourceRequest) async {
    let label = request.page == 0 ? request.source : "\(request.source)[\(request.page)]"
    await withCheckedContinuation { continuation in
      waiting.withLock { $0[label] = continuation }
    }
  }

  /// Waits until there is a request with the label, and releases it.
  func open(_ label: String) async {
    while true {
      if let load = waiting.withLock({ $0.removeValue(forKey: label) }) { return load.resume() }
      await Task.yield()
    }
  }
}
