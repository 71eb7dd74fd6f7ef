internal import CCurl
internal import CFetchABI
internal import Glibc
internal import Synchronization

/// A thread that runs all transfers with libcurl's multi interface and shares their connections.
final class Client: @unchecked Sendable {
  // Invariant: `transfers`, `waiting` and every use of `multi`, except curl_multi_wakeup, are
  // confined to the thread. `thread` is written once, before the client is shared.
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UInt64: Transfer] = [:]
  /// The times at which transfers are sent (0 for a first attempt).
  private var waiting: [UInt64: Int] = [:]
  private var thread = pthread_t()

  private struct Inbox {
    var started: [(id: UInt64, request: Request, completion: Completion)] = []
    var cancelled: [UInt64] = []
    var isClosed = false
    var lastID: UInt64 = 0
  }
  private let inbox = Mutex(Inbox())

  init?() {
    guard let multi = curl_multi_init() else { return nil }
    self.multi = multi
  }

  deinit { curl_multi_cleanup(multi) }

  /// Starts the thread. Returns false if the system cannot create one.
  func begin() -> Bool {
    // The thread is created with all signals blocked: they are for the program's own threads, and a
    // connection that the server closed must not raise SIGPIPE.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let own = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Client>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, own.toOpaque())
    if status != 0 { own.release() }
    return status == 0
  }

  func start(_ request: Request, completion: Completion) -> UInt64 {
    let id = inbox.withLock { inbox in
      inbox.lastID += 1
      inbox.started.append((inbox.lastID, request, completion))
      return inbox.lastID
    }
    curl_multi_wakeup(multi)
    return id
  }

  func cancel(_ id: UInt64) {
    inbox.withLock { $0.cancelled.append(id) }
    curl_multi_wakeup(multi)
  }

  func close() {
    inbox.withLock { $0.isClosed = true }
    curl_multi_wakeup(multi)
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private func run() {
    while takeInbox() {
      sendWaiting()
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      takeFinished()
      curl_multi_poll(multi, nil, 0, Int32(clamping: timeToNext()), nil)
    }
    for transfer in transfers.values { cancel(transfer) }
  }

  /// Takes new and cancelled requests. Returns false once the client is closed.
  private func takeInbox() -> Bool {
    let (started, cancelled, isClosed) = inbox.withLock { inbox in
      defer { (inbox.started, inbox.cancelled) = ([], []) }
      return (inbox.started, inbox.cancelled, inbox.isClosed)
    }
    for (id, request, completion) in started {
      guard let transfer = Transfer(id: id, request: request, completion: completion) else {
        // No memory for a handle: the transfer is reported as cancelled.
        var result = se_fetch_result()
        result.outcome = SE_FETCH_CANCELLED
        completion.function(completion.context, &result)
        continue
      }
      guard request.allows(request.url) else {
        transfer.report(SE_FETCH_REFUSED)
        continue
      }
      transfers[id] = transfer
      waiting[id] = 0
    }
    for id in cancelled {
      if let transfer = transfers[id] { cancel(transfer) }
    }
    return !isClosed
  }

  private func sendWaiting() {
    guard !waiting.isEmpty else { return }
    let now = Clock.now()
    // In the order of their numbers, so that the same requests are always sent in the same order.
    for (id, time) in waiting.sorted(by: { $0.key < $1.key }) where time <= now {
      waiting[id] = nil
      guard let transfer = transfers[id] else { continue }
      transfer.beginAttempt()
      curl_multi_add_handle(multi, transfer.easy)
    }
  }

  private func takeFinished() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      // The message becomes invalid when its handle is removed.
      let code = se_curl_message_result(message)
      var own: UnsafeMutableRawPointer?
      se_curl_get_pointer(easy, CURLINFO_PRIVATE, &own)
      guard let own else { continue }
      let transfer = Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue()
      curl_multi_remove_handle(multi, easy)
      advance(transfer, after: code)
    }
  }

  private func advance(_ transfer: Transfer, after code: CURLcode) {
    switch transfer.finished(code) {
    case .end: transfers[transfer.id] = nil
    case .redirect: curl_multi_add_handle(multi, transfer.easy)
    case .retry(let time): waiting[transfer.id] = time
    }
  }

  private func cancel(_ transfer: Transfer) {
    curl_multi_remove_handle(multi, transfer.easy)
    waiting[transfer.id] = nil
    transfers[transfer.id] = nil
    transfer.report(SE_FETCH_CANCELLED)
  }

  /// Returns the milliseconds until the next attempt is due; libcurl tracks its own timeouts.
  private func timeToNext() -> Int {
    waiting.values.min().map { max(0, $0 - Clock.now()) } ?? 60_000
  }
}
