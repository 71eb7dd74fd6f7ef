package import SectionEngine
internal import Synchronization

/// Fetches replies from a server or from the cache.
///
/// 1. With `--offline`, only the cache is used.
/// 2. A cached reply that is recent enough is used without a request.
/// 3. Otherwise the request goes to the server, with the tag and the date of the cached reply if
///    there is one. If the server reports no change, the cached reply is used.
/// 4. If the network fails, an older cached reply is used, with a diagnostic. An HTTP status other
///    than success, an untrusted certificate or a reply that is too large is a failure, even if the
///    cache has a reply.
package final class Fetcher: Sendable {
  private let settings: FetchSettings
  private let limits: FetchLimits
  private let cache: DiskCache?
  private let library: String
  private let transport = Mutex<Result<Transport, SystemLibrary.Failure>?>(nil)

  package convenience init(cache: DiskCache?) {
    self.init(cache: cache, settings: FetchSettings())
  }

  /// - Parameter library: The path of libcurl, which is opened with the first request.
  init(cache: DiskCache?, settings: FetchSettings, library: String = Transport.library) {
    self.library = library
    self.cache = cache
    self.settings = settings
    limits = FetchLimits(timeout: settings.timeout)
  }

  /// Fetches one document. Calls `completion` once, on any thread, possibly before it returns. A
  /// server's reply is stored before `completion` is called.
  /// - Parameter envelope: If given, replies that it identifies as failures are not stored.
  package func fetch(
    _ request: HTTPRequest, envelope: FeedLayout.Envelope? = nil,
    completion: @escaping @Sendable (SourceReply.Outcome) -> Void
  ) -> SourceLoad {
    let key = cache?.key(of: request)
    let cached = key.flatMap { cache?.reply($0) }
    func finish(_ outcome: SourceReply.Outcome) -> SourceLoad {
      completion(outcome)
      return .finished
    }
    func lacking(_ reason: Diagnostic) -> SourceLoad {
      finish(.failed(SourceFailure(.network(.offline), [reason])))
    }
    if settings.isOffline {
      guard let cached else { return lacking(FetchDiagnostics.nothingKept(url: request.shown)) }
      let note = FetchDiagnostics.kept(age: cached.age, url: request.shown)
      return finish(Self.document(cached.body, of: request, [note]))
    }
    if let cached, let maximum = settings.maximumAge, cached.age <= maximum {
      return finish(Self.document(cached.body, of: request))
    }
    switch openTransport() {
    case .failure(let reason): return lacking(FetchDiagnostics.unavailable(reason))
    case .success(let transport):
      return transport.start(Self.conditional(request, on: cached), limits: limits) {
        [self] response in
        completion(
          outcome(of: response, to: request, key: key, cached: cached, envelope: envelope))
      }
    }
  }

  private func openTransport() -> Result<Transport, SystemLibrary.Failure> {
    transport.withLock { transport in
      if let transport { return transport }
      let opened = Result { () throws(SystemLibrary.Failure) in try Transport(library: library) }
      transport = opened
      return opened
    }
  }

  /// Adds a User-Agent, and headers that make a request conditional on a cached reply (RFC 9110).
  private static func conditional(_ request: HTTPRequest, on cached: CachedReply?) -> HTTPRequest {
    var request = request
    if !request.headers.contains(where: { $0.name.lowercased() == "user-agent" }) {
      request.headers.append(.init("User-Agent", "sectionengine"))
    }
    if let etag = cached?.etag { request = request.setting(.init("If-None-Match", etag)) }
    if let date = cached?.lastModified {
      request = request.setting(.init("If-Modified-Since", date))
    }
    return request
  }

  private func outcome(
    of response: Transport.Response, to request: HTTPRequest, key: String?,
    cached: CachedReply?, envelope: FeedLayout.Envelope?
  ) -> SourceReply.Outcome {
    switch response {
    case .reply(200...299, let reply):
      let body = PaddedBytes(reply.body)
      let outcome = Self.document(body, of: request)
      if let key, reply.mayBeStored, case .document(let document, _) = outcome,
        envelope?.accepts(document) ?? true
      {
        cache?.store(body, etag: reply.etag, lastModified: reply.lastModified, key: key)
      }
      return outcome
    case .reply(let status, _):
      if status == 304, let key, let cached {
        cache?.confirm(key)
        return Self.document(cached.body, of: request)
      }
      return .failed(
        SourceFailure(.status(status), [FetchDiagnostics.status(status, url: request.shown)]))
    case .cancelled: return .failed(SourceFailure(.network(.interrupted), []))
    case .network(let cause, let detail):
      let diagnostic = FetchDiagnostics.network(
        cause, detail: detail, url: request.shown, limits: limits)
      // Other causes mean that the reply was refused or invalid; the cache does not replace it.
      let isOfTheNetwork =
        [.timeout, .hostNotFound, .cannotConnect, .offline, .interrupted].contains(cause)
      guard let cached, isOfTheNetwork else {
        return .failed(SourceFailure(.network(cause.failure), [diagnostic]))
      }
      let stale = FetchDiagnostics.kept(age: cached.age, url: request.shown, insteadOf: diagnostic)
      return Self.document(cached.body, of: request, [stale])
    }
  }

  /// - Parameter origin: Diagnostics about the origin of the bytes, such as the cache.
  private static func document(
    _ bytes: PaddedBytes, of request: HTTPRequest, _ origin: [Diagnostic] = []
  ) -> SourceReply.Outcome {
    let parsed = FeedDocument.parse(bytes, name: request.shown)
    return SourceReply.Outcome(Diagnosed(parsed.value, origin + parsed.diagnostics))
  }
}
