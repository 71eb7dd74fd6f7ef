internal import CCurl
internal import PluginCalls
internal import SectionEngine
internal import Glibc
internal import Synchronization

/// Sends requests with libcurl, on its own thread.
final class Transport: Sendable {
  /// The file name with which the dynamic loader finds libcurl.
  static let library = "libcurl.so.4"

  /// The reason why no reply arrived. It is more detailed than a source's failure.
  enum Cause: String, Sendable {
    case timeout, hostNotFound, cannotConnect, offline
    /// The TLS connection failed or the certificate is not trusted.
    case insecure
    case bodyTooLarge, headerTooLarge
    /// A redirect to a URL that is not http(s).
    case badRedirect
    case tooManyRedirects
    /// The body could not be decompressed.
    case badEncoding
    /// The transfer ended early, or the reply is not HTTP.
    case interrupted
    /// The scheme, the host or the host's address is not allowed for this request.
    case refused

    var failure: SourceFailure.NetworkFailure {
      switch self {
      case .bodyTooLarge, .headerTooLarge: .tooLarge
      case .tooManyRedirects: .badRedirect
      case .refused: .interrupted
      default: .init(rawValue: rawValue) ?? .interrupted
      }
    }
  }

  enum Response: Sendable {
    /// A complete response arrived; its HTTP status can be any.
    case reply(status: Int, ReplyParts)
    /// No usable response arrived. `detail` is libcurl's message, if there is one.
    case network(Cause, detail: String?)
    case cancelled
  }

  struct Order: Sendable {
    let request: HTTPRequest
    let limits: FetchLimits
    /// The allowed hosts, in lower case; `nil` allows all.
    let hosts: [String]?
    let completion: @Sendable (Response) -> Void
  }

  private let client: Client

  /// Opens libcurl, once per process. Takes 8 ms. Throws if it is missing or unsuitable.
  static func load(_ path: String = library) throws(PluginRefusal) {
    try SystemLibrary.load(path) { se_curl_load($0) }
  }

  init(library path: String = library) throws(SystemLibrary.Failure) {
    do { try Self.load(path) } catch { throw .library(error) }
    guard let client = Client() else { throw .noMemory }
    self.client = client
  }

  deinit { client.close() }

  /// Begins a transfer. Calls `completion` once, on the client's thread; a slow completion delays
  /// all other transfers.
  /// - Parameter hosts: If given, requests go only to these hosts, in lower case, only with https,
  ///   and only if the hosts' addresses are public.
  func start(
    _ request: HTTPRequest, limits: FetchLimits, onlyHosts hosts: [String]? = nil,
    completion: @escaping @Sendable (Response) -> Void
  ) -> SourceLoad {
    let id = client.start(
      Order(request: request, limits: limits, hosts: hosts, completion: completion))
    return SourceLoad { [client] in client.cancel(id) }
  }
}

/// A thread that runs all transfers with libcurl's multi interface and reuses connections.
private final class Client: @unchecked Sendable {
  // @unchecked Sendable is safe: only the thread uses `transfers` and `multi`, except to wake
  // `multi`. `thread` is written once, before the client is shared.
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UInt64: Transfer] = [:]
  private var thread = pthread_t()

  private struct Inbox {
    var started: [(id: UInt64, order: Transport.Order)] = []
    var cancelled: [UInt64] = []
    var isClosed = false
    var lastID: UInt64 = 0
  }
  private let inbox = Mutex(Inbox())

  /// Starts the thread. Returns `nil` if there is no memory or no thread.
  init?() {
    guard let multi = se_curl_multi_init() else { return nil }
    self.multi = multi
    // The thread is created with all signals blocked: the program's other threads handle signals,
    // and a connection that the server closed must not raise SIGPIPE here.
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
    guard status == 0 else {
      own.release()
      return nil
    }
  }

  deinit { se_curl_multi_cleanup(multi) }

  func start(_ order: Transport.Order) -> UInt64 {
    let id = inbox.withLock { inbox in
      inbox.lastID += 1
      inbox.started.append((inbox.lastID, order))
      return inbox.lastID
    }
    se_curl_multi_wakeup(multi)
    return id
  }

  /// Cancels a transfer unless it has already ended.
  func cancel(_ id: UInt64) {
    inbox.withLock { $0.cancelled.append(id) }
    se_curl_multi_wakeup(multi)
  }

  /// Cancels all transfers. Waits for the thread, except when called on it.
  func close() {
    inbox.withLock { $0.isClosed = true }
    se_curl_multi_wakeup(multi)
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private func run() {
    while takeInbox() {
      sendDue()
      se_curl_multi_perform(multi)
      takeFinished()
      // The wait ends when the next request is due; libcurl tracks its own timeouts.
      let next = transfers.values.compactMap(\.due).min()
      let pause = next.map { max(0, $0 - FileWatch.now()) } ?? 60_000
      se_curl_multi_poll(multi, Int32(clamping: pause))
    }
    for transfer in transfers.values { cancel(transfer) }
  }

  /// Takes new and cancelled requests from the queue. Returns false if the client is closed.
  private func takeInbox() -> Bool {
    let (started, cancelled, isClosed) = inbox.withLock { inbox in
      defer { (inbox.started, inbox.cancelled) = ([], []) }
      return (inbox.started, inbox.cancelled, inbox.isClosed)
    }
    for (id, order) in started {
      guard let transfer = Transfer(id: id, order) else {
        order.completion(.cancelled)
        continue
      }
      guard transfer.allows(order.request.url.text) else {
        transfer.report(.refused)
        continue
      }
      transfers[id] = transfer
    }
    for id in cancelled {
      if let transfer = transfers[id] { cancel(transfer) }
    }
    return !isClosed
  }

  private func sendDue() {
    let now = FileWatch.now()
    let due = transfers.values.filter { $0.due.map { $0 <= now } ?? false }
    // Requests are sent in the order of their ids, so that the order is the same in every run.
    for transfer in due.sorted(by: { $0.id < $1.id }) {
      transfer.begin()
      se_curl_multi_add(multi, transfer.easy)
    }
  }

  private func takeFinished() {
    var code = CURLE_OK
    while let easy = se_curl_multi_finished(multi, &code) {
      guard let own = se_curl_get_pointer(easy, CURLINFO_PRIVATE) else { continue }
      let transfer = Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue()
      se_curl_multi_remove(multi, easy)
      if transfer.finished(code) { transfers[transfer.id] = nil }
    }
  }

  private func cancel(_ transfer: Transfer) {
    se_curl_multi_remove(multi, transfer.easy)
    transfers[transfer.id] = nil
    transfer.completion(.cancelled)
  }
}
