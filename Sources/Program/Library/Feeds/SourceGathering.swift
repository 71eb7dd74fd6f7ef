internal import SectionEngine

/// Loads sources and waits for all of them.
struct SourceGathering {
  let loader: any SourceLoader

  /// Returns one reply for each request, in their order.
  /// - Parameter layout: The layout whose sources are loaded when those that they depend on have
  ///   replied; `nil` to load all at once.
  func replies(to requests: [SourceRequest], of layout: FeedLayout? = nil) -> [SourceReply] {
    let names = Set(requests.map(\.source))
    var waiting = requests
    var arrivals = Arrivals(count: requests.count)
    while !arrivals.isComplete {
      let missing = names.subtracting(arrivals.replies.keys)
      let ready = waiting.filter { request in
        missing.isDisjoint(with: layout?.source(named: request.source)?.dependencies ?? [])
      }
      waiting.removeAll { ready.contains($0) }
      for request in ready { _ = loader.load(request, arrivals.add) }
      arrivals.wait()
    }
    return requests.compactMap { arrivals.replies[$0.source] }
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
