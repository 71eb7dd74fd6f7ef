internal import SectionEngine

extension SourceLoader {
  /// Returns the replies to all requests, in the order of the requests, when all have arrived. A
  /// terminal shows "fetching 3 of 20 sources" after 0.3 seconds.
  /// - Parameter layout: The layout with the dependencies of sources: a source is loaded after the
  ///   sources that it depends on. `nil` to load all at once.
  func replies(to requests: [SourceRequest], of layout: FeedLayout? = nil) -> [SourceReply] {
    let isShown = StandardStream.error.isTerminal
    let start = FileWatch.now()
    let arrived = Monitor([SourceReply]())
    var replies: [String: SourceReply] = [:]
    var waiting = requests
    var line = StatusLine()
    while replies.count < requests.count {
      let missing = Set(requests.map(\.source)).subtracting(replies.keys)
      let ready = waiting.filter { request in
        missing.isDisjoint(with: layout?.source(named: request.source)?.dependencies ?? [])
      }
      waiting.removeAll { ready.contains($0) }
      for request in ready {
        _ = load(request) { reply in arrived.change { $0.append(reply) } }
      }
      let new = arrived.wait(milliseconds: line.isEmpty ? 300 : 60_000) {
        !$0.isEmpty
      } then: { replies in
        defer { replies = [] }
        return replies
      }
      for reply in new { replies[reply.source] = reply }
      if isShown, FileWatch.now() - start >= 300, replies.count < requests.count {
        line.show("fetching \(replies.count) of \(counted(requests.count, "source"))")
      }
    }
    if !line.isEmpty { line.show("", end: "\r") }
    return requests.compactMap { replies[$0.source] }
  }
}
