import FeedDocument
@testable import Feeds
import Foundation
import Synchronization
import TestTools
import TestConditions
import Testing

/// The bundled feeds with their samples as replies, in every order of arrival and with every single
/// failure.
@Suite("Orders and failures of the bundled feeds") struct SessionOrderTests {
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: layouts.path())) ?? []
    return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix("schema.json") }
      .map { String($0.dropLast(5)) }.sorted()
  }()

  /// The samples that were read so far; each file is read once.
  private static let samples = Mutex<[String: FeedDocument]>([:])

  private static func sample(_ name: String) throws -> FeedDocument {
    if let known = samples.withLock({ $0[name] }) { return known }
    let read = try document(at: layouts.appending(path: name))
    samples.withLock { $0[name] = read }
    return read
  }

  /// A session whose replies come from the test.
  private struct Run {
    let layout: FeedLayout
    var session: SessionMachine
    var time = 0.0
    /// All notices so far.
    var notices: [SessionNotice] = []
    /// The failure of one request of a source, by the name of the source.
    var failures: [String: SourceFailure] = [:]
    /// Selects the open request that is answered next.
    var choose: ([SourceRequest]) -> Int = { _ in 0 }

    init(_ name: String, parameters: [String: String]) throws {
      let parsed = FeedLayout.parse(try document(at: layouts.appending(path: "\(name).json")))
      layout = try #require(parsed.value, "\(parsed.diagnostics.map(\.summary))")
      session = SessionMachine(layout: layout, parameters: parameters)
    }

    mutating func send(_ input: SessionInput) throws {
      time += 10
      var open: [SourceRequest] = []
      take(session.send(input, at: time), &open)
      while !open.isEmpty {
        let request = open.remove(at: choose(open))
        take(session.receive(try reply(to: request), to: request.id, at: time), &open)
      }
      #expect(session.isIdle && session.state.header == .idle)
      #expect(session.state.footer != .refreshing && session.state.content != .loading)
    }

    private mutating func take(_ step: SessionStep, _ open: inout [SourceRequest]) {
      notices += step.notices
      open += step.requests
    }

    private mutating func reply(to request: SourceRequest) throws -> SourceReply {
      if let failure = failures.removeValue(forKey: request.source) {
        return SourceReply(source: request.source, page: request.page, outcome: .failed(failure))
      }
      let samples = layout.source(named: request.source)?.samples ?? []
      try #require(samples.indices.contains(request.page), "\(request)")
      let sample = try SessionOrderTests.sample(samples[request.page])
      return SourceReply(
        source: request.source, page: request.page, outcome: .document(sample, []))
    }

    /// The shown content: the identities of sections and of their items.
    var shown: [String] {
      (session.state.feed?.blocks ?? []).map { block in
        ([block.identity] + block.items.map(\.id)).joined(separator: " ")
      }
    }

    /// The sources that a refresh requests.
    var asked: [String] { layout.sources.filter(session.isAskable).map(\.name) }
  }

  private func start(_ name: String) throws -> Run {
    var run = try Run(name, parameters: ["keyword": "swift"])
    // If the search of a layout has no sample, the layout is tested without the search.
    if run.layout.sources.contains(where: { run.session.isAskable($0) && $0.samples.isEmpty }) {
      run = try Run(name, parameters: [:])
    }
    return run
  }

  @Test("the four feeds of the reference apps are tested")
  func completeness() {
    for name in ["netease-home", "mall-home", "wanandroid-home", "audio-charts"] {
      #expect(Self.names.contains(name))
    }
  }

  @Test("every order of replies gives the same feed", .exhaustive, arguments: names)
  func permutations(_ name: String) throws {
    var first = try start(name)
    try first.send(.refresh)
    #expect(first.session.state.content == .completed)
    let count = first.asked.count
    // Up to five sources are tested in all orders, more sources in forty random orders.
    let factorial = (1...max(1, min(count, 5))).reduce(1, *)
    for index in 0..<(count <= 5 ? factorial : 40) {
      var random = SplitMix64(seed: UInt64(index))
      var digits = index
      var run = try start(name)
      run.choose = { open in
        if count > 5 { return Int.random(in: open.indices, using: &random) }
        defer { digits /= open.count }
        return digits % open.count
      }
      try run.send(.refresh)
      #expect(run.shown == first.shown, "order \(index)")
      #expect(run.notices == first.notices, "order \(index)")
    }
  }

  private static let failures: [(SourceFailure.Kind, String)] = [
    (.network(.timeout), "failure"), (.status(503), "failure"),
    (.envelope(name: nil, message: "not now", code: 1), "failure"), (.payload, "failure"),
  ]

  @Test(
    "a failure of one source keeps the content, and the next refresh works", .exhaustive,
    arguments: names)
  func failureLater(_ name: String) throws {
    let sources = try start(name).asked
    for source in sources {
      for (kind, notice) in Self.failures {
        var run = try start(name)
        try run.send(.refresh)
        let before = run.shown
        run.notices = []
        run.failures = [source: SourceFailure(kind, [])]
        try run.send(.refresh)
        #expect(run.shown == before, "\(source) \(kind)")
        #expect(run.session.state.content == .completed)
        #expect(run.notices.contains { $0.name == notice && $0.source == source }, "\(source)")
        run.notices = []
        try run.send(.refresh)
        #expect(run.shown == before && !run.notices.contains { $0.source != nil })
      }
    }
  }

  @Test(
    "a failure of the first load is shown as a state if there is no content, otherwise as a notice",
    .exhaustive,
    arguments: names)
  func failureFirst(_ name: String) throws {
    let whole = try start(name)
    for source in whole.asked {
      for (kind, _) in Self.failures {
        var run = try start(name)
        run.failures = [source: SourceFailure(kind, [])]
        try run.send(.refresh)
        let state = run.session.state
        if run.layout.join == .all || run.asked.count == 1 {
          let isShown = run.layout.states.failedOn.contains(kind.name)
          #expect(run.shown.isEmpty)
          #expect(state.content == (isShown ? .failed : .empty), "\(source) \(kind)")
          #expect(run.notices.contains { $0.source == source } == !isShown)
        } else {
          #expect(state.content == .completed && !run.shown.isEmpty, "\(source) \(kind)")
          #expect(run.notices.contains { $0.source == source })
        }
        try run.send(.refresh)
        var good = whole
        try good.send(.refresh)
        #expect(run.shown == good.shown && run.session.state.content == .completed)
      }
    }
  }

  @Test("a page that fails is requested again, and none is skipped", arguments: names)
  func failingPages(_ name: String) throws {
    var good = try start(name)
    guard let paging = good.layout.paging,
      let source = good.layout.source(named: paging.source), source.samples.count > 1
    else { return }
    try good.send(.refresh)
    for _ in 1..<source.samples.count { try good.send(.loadMore) }
    #expect(good.session.state.footer == .noMoreData)

    for page in 1..<source.samples.count {
      for (kind, _) in Self.failures {
        var run = try start(name)
        try run.send(.refresh)
        for number in 1..<source.samples.count {
          if number == page {
            let before = run.shown
            run.failures = [source.name: SourceFailure(kind, [])]
            try run.send(.loadMore)
            #expect(run.shown == before && run.session.state.footer == .idle)
            #expect(run.notices.contains { $0.source == source.name })
          }
          try run.send(.loadMore)
        }
        #expect(run.shown == good.shown, "page \(page) \(kind)")
        #expect(run.session.state.footer == .noMoreData)
      }
    }
  }
}
