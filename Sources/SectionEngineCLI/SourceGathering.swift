import FeedSession
import Fetching
import Glibc

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

/// Collects replies from any thread for one waiting thread.
private final class Arrivals: @unchecked Sendable {
  // Invariant: `replies` is only accessed with `mutex` held. Mutex and condition have fixed
  // addresses, as POSIX requires.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var replies: [SourceReply] = []

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func add(_ reply: SourceReply) {
    pthread_mutex_lock(mutex)
    replies.append(reply)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Returns the replies since the last call. Waits for the first one, up to a time limit.
  func wait(milliseconds: Int) -> [SourceReply] {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += milliseconds % 1_000 * 1_000_000
    end.tv_sec += milliseconds / 1_000 + end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while replies.isEmpty {
      if pthread_cond_timedwait(condition, mutex, &end) != 0 { break }
    }
    defer { replies = [] }
    return replies
  }
}

/// Shows "fetching 3 of 20 sources" on a terminal if it takes longer than 0.3 seconds.
private struct Progress {
  let count: Int
  let isShown: Bool
  private var shown = ""
  private let start = Self.now()

  init(count: Int, isShown: Bool) {
    self.count = count
    self.isShown = isShown
  }

  /// Milliseconds until the next update may be due.
  var pause: Int { shown.isEmpty ? 300 : 60_000 }

  mutating func show(_ done: Int) {
    guard isShown, done < count, Self.now() - start >= 300 else { return }
    write("fetching \(done) of \(count) \(count == 1 ? "source" : "sources")")
  }

  mutating func clear() { if !shown.isEmpty { write("") } }

  /// Overwrites the text that is shown.
  private mutating func write(_ text: String) {
    let blank = String(repeating: " ", count: max(0, shown.count - text.count))
    let back = text.isEmpty ? "\r" : ""
    _ = StandardStream.error.write(Array("\r\(text)\(blank)\(back)".utf8))
    shown = text
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
