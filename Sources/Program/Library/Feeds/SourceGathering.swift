internal import SectionEngine

/// Loads sources at once, or when their dependencies have replied, and waits for all of them.
struct SourceGathering {
  let layout: FeedLayout
  let loader: any SourceLoader

  /// Returns one reply for each of the sources, in the layout's order.
  func replies(of names: Set<String>) -> [SourceReply] {
    var waiting = layout.sources.filter { names.contains($0.name) }
    let order = waiting.map(\.name)
    var arrivals = Arrivals(count: order.count)
    while !arrivals.isComplete {
      let ready = waiting.filter { source in
        source.dependencies.allSatisfy { !names.contains($0) || arrivals.replies[$0] != nil }
      }
      waiting.removeAll { source in ready.contains { $0.name == source.name } }
      for source in ready {
        let request = SourceRequest(
          id: arrivals.replies.count, source: source.name, values: layout.firstValues(of: source))
        _ = loader.load(request, arrivals.add)
      }
      arrivals.wait()
    }
    return order.compactMap { arrivals.replies[$0] }
  }

  /// Returns one reply for each request, in their order.
  func replies(to requests: [SourceRequest]) -> [SourceReply] {
    var arrivals = Arrivals(count: requests.count)
    for request in requests { _ = loader.load(request, arrivals.add) }
    while !arrivals.isComplete { arrivals.wait() }
    return requests.compactMap { arrivals.replies[$0.source] }
  }

  /// Returns one document, before its layout is known.
  static func outcome(of request: HTTPRequest, fetcher: Fetcher) -> SourceReply.Outcome {
    var arrivals = Arrivals(count: 1)
    let add = arrivals.add
    _ = fetcher.fetch(request) { add(SourceReply(source: "", outcome: $0)) }
    while true {
      arrivals.wait()
      if let reply = arrivals.replies[""] { return reply.outcome }
    }
  }
}

/// Replies from any thread. A terminal shows "fetching 3 of 20 sources" after 0.3 seconds.
private struct Arrivals {
  let count: Int
  let isShown = StandardStream.error.isTerminal
  var replies: [String: SourceReply] = [:]
  let arrived = Monitor([SourceReply]())
  var line = StatusLine()
  let start = FileWatch.now()

  var isComplete: Bool { replies.count >= count }

  var add: @Sendable (SourceReply) -> Void {
    { [arrived] reply in arrived.change { $0.append(reply) } }
  }

  /// Waits for the next replies, or until the progress has to be shown.
  mutating func wait() {
    let new = arrived.wait(milliseconds: line.isEmpty ? 300 : 60_000) {
      !$0.isEmpty
    } then: { replies in
      defer { replies = [] }
      return replies
    }
    for reply in new { replies[reply.source] = reply }
    if isComplete {
      if !line.isEmpty { line.show("", end: "\r") }
    } else if isShown, FileWatch.now() - start >= 300 {
      line.show("fetching \(replies.count) of \(counted(count, "source"))")
    }
  }
}
