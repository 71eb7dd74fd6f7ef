internal import Support
internal import Feeds

/// Loads the first page of sources and waits for all of them. A source with dependencies is loaded
/// when these have replied, all others at once.
struct SourceGathering {
  let layout: FeedLayout
  let loader: any SourceLoader
  /// Whether progress is shown.
  var showsProgress = StandardStream.error.isTerminal

  /// Returns one reply for each of the sources, in the layout's order.
  func replies(of names: Set<String>) -> [SourceReply] {
    let arrivals = Arrivals()
    var waiting = layout.sources.filter { names.contains($0.name) }
    let order = waiting.map(\.name)
    var replies: [String: SourceReply] = [:]
    var progress = Progress(count: waiting.count, isShown: showsProgress)
    while replies.count < order.count {
      let ready = waiting.filter { source in
        source.dependencies.allSatisfy { !names.contains($0) || replies[$0] != nil }
      }
      waiting.removeAll { source in ready.contains { $0.name == source.name } }
      for source in ready {
        let request = SourceRequest(
          id: replies.count, source: source.name, values: layout.firstValues(of: source))
        _ = loader.load(request) { arrivals.add($0) }
      }
      for reply in arrivals.wait(milliseconds: progress.pause) { replies[reply.source] = reply }
      progress.show(replies.count)
    }
    progress.clear()
    return order.compactMap { replies[$0] }
  }

  /// Returns one reply for each request, in their order.
  func replies(to requests: [SourceRequest]) -> [SourceReply] {
    let arrivals = Arrivals()
    var replies: [String: SourceReply] = [:]
    var progress = Progress(count: requests.count, isShown: showsProgress)
    for request in requests { _ = loader.load(request) { arrivals.add($0) } }
    while replies.count < requests.count {
      for reply in arrivals.wait(milliseconds: progress.pause) { replies[reply.source] = reply }
      progress.show(replies.count)
    }
    progress.clear()
    return requests.compactMap { replies[$0.source] }
  }

  /// Returns one document, before its layout is known.
  static func outcome(of request: HTTPRequest, fetcher: Fetcher) -> SourceReply.Outcome {
    let arrivals = Arrivals()
    var progress = Progress(count: 1, isShown: StandardStream.error.isTerminal)
    _ = HTTPSourceLoader.load(request, with: fetcher) { outcome in
      arrivals.add(SourceReply(source: "", outcome: outcome))
    }
    while true {
      if let reply = arrivals.wait(milliseconds: progress.pause).first {
        progress.clear()
        return reply.outcome
      }
      progress.show(0)
    }
  }
}

/// The replies that arrive on any thread, for the one thread that waits for them.
private struct Arrivals {
  private let replies = Monitor([SourceReply]())

  func add(_ reply: SourceReply) { replies.change { $0.append(reply) } }

  /// Returns the replies since the last call; waits for the first one, but no longer than a time.
  func wait(milliseconds: Int) -> [SourceReply] {
    replies.wait(milliseconds: milliseconds) {
      !$0.isEmpty
    } then: { replies in
      defer { replies = [] }
      return replies
    }
  }
}

/// Shows "fetching 3 of 20 sources" on a terminal if it takes longer than 0.3 seconds.
private struct Progress {
  let count: Int
  let isShown: Bool
  private var line = StatusLine()
  private let start = FileWatch.now()

  init(count: Int, isShown: Bool) {
    self.count = count
    self.isShown = isShown
  }

  /// Milliseconds until the next update may be due.
  var pause: Int { line.isEmpty ? 300 : 60_000 }

  mutating func show(_ done: Int) {
    guard isShown, done < count, FileWatch.now() - start >= 300 else { return }
    line.show("fetching \(done) of \(counted(count, "source"))")
  }

  mutating func clear() { if !line.isEmpty { line.show("", end: "\r") } }
}
