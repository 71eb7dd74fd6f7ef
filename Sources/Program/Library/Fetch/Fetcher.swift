package import Support
package import FeedDocument
package import Feeds
internal import Synchronization

/// Returns replies from a server or from the cache.
///
/// 1. With `--offline`, only the cache is used.
/// 2. A cached reply that is recent enough is used without a request.
/// 3. Otherwise the server is requested with the tag and the date of the cached reply. If it
///    reports no change, the cached reply is used.
/// 4. If the network fails, an older cached reply is used, with a diagnostic. An HTTP status other
///    than success, an untrusted certificate or a reply that is too large is a failure, even if the
///    cache has a reply.
package final class Fetcher: Sendable {
  package struct Policy: Sendable, Hashable {
    package var isOffline = false
    /// The maximum age of a cached reply that is used without a request, in seconds.
    package var maximumAge: Int?
    package var limits = FetchLimits()
    package init() {}
  }

  /// The result of reading a reply.
  package struct Reading<Value: Sendable>: Sendable {
    package var value: Value
    /// Whether the reply may replace the one in the cache; false for an invalid reply.
    package var isWorthKeeping: Bool

    package init(_ value: Value, isWorthKeeping: Bool) {
      self.value = value
      self.isWorthKeeping = isWorthKeeping
    }
  }

  package enum Outcome<Value: Sendable>: Sendable {
    /// The value, and diagnostics about the reply's origin.
    case reply(Value, [Diagnostic])
    case failure(SourceFailure)
  }

  private let policy: Policy
  private let cache: DiskCache?
  private let library: String
  private let transport = Mutex<Result<Transport, Transport.Unavailable>?>(nil)

  /// - Parameter library: The path of the library with libcurl, opened with the first request.
  package init(library: String, cache: DiskCache?, policy: Policy = Policy()) {
    self.library = library
    self.cache = cache
    self.policy = policy
  }

  /// Fetches one reply. The completion is called once, on any thread, possibly before this returns,
  /// and after the reply has been stored.
  package func fetch<Value: Sendable>(
    _ request: HTTPRequest, reading: @escaping @Sendable (PaddedBytes) -> Reading<Value>,
    completion: @escaping @Sendable (Outcome<Value>) -> Void
  ) -> SourceLoad {
    let key = cache?.key(of: request)
    let cached = key.flatMap { cache?.reply($0) }
    func answer(from cached: CachedReply, _ diagnostics: [Diagnostic]) {
      completion(.reply(reading(cached.body).value, diagnostics))
    }
    if policy.isOffline {
      if let cached {
        answer(from: cached, [FetchDiagnostics.offline(age: cached.age, url: request.shown)])
      } else {
        completion(
          .failure(
            SourceFailure(
              .network(.offline), [FetchDiagnostics.nothingKept(url: request.shown)])))
      }
      return .finished
    }
    if let cached, let maximum = policy.maximumAge, cached.age <= maximum {
      answer(from: cached, [])
      return .finished
    }
    switch openTransport() {
    case .failure(let reason):
      completion(
        .failure(SourceFailure(.network(.offline), [FetchDiagnostics.unavailable(reason)])))
      return .finished
    case .success(let transport):
      return transport.start(Self.conditional(request, on: cached), limits: policy.limits) {
        [self] response in
        completion(
          outcome(of: response, to: request, key: key, cached: cached, reading: reading))
      }
    }
  }

  private func openTransport() -> Result<Transport, Transport.Unavailable> {
    transport.withLock { transport in
      if let transport { return transport }
      let opened = Result { () throws(Transport.Unavailable) in try Transport(library: library) }
      transport = opened
      return opened
    }
  }

  /// Makes a request conditional on a cached reply. RFC 9110, 13.1.
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

  private func outcome<Value: Sendable>(
    of response: Transport.Response, to request: HTTPRequest, key: CacheKey?,
    cached: CachedReply?, reading: (PaddedBytes) -> Reading<Value>
  ) -> Outcome<Value> {
    switch response.outcome {
    case .status(200...299):
      let read = reading(response.body)
      if let key, read.isWorthKeeping, response.mayBeStored {
        cache?.store(
          response.body, etag: response.etag, lastModified: response.lastModified, key: key)
      }
      return .reply(read.value, [])
    case .status(let status):
      if status == 304, let key, let cached {
        cache?.confirm(key)
        return .reply(reading(cached.body).value, [])
      }
      return .failure(
        SourceFailure(
          .status(status), [FetchDiagnostics.status(status, url: request.shown)]))
    case .cancelled:
      return .failure(SourceFailure(.network(.interrupted), []))
    case .network(let cause, let detail):
      let diagnostic = FetchDiagnostics.network(
        cause, detail: detail, url: request.shown, limits: policy.limits)
      guard let cached, cause.isOfTheNetwork else {
        return .failure(SourceFailure(.network(cause.failure), [diagnostic]))
      }
      let stale = FetchDiagnostics.stale(diagnostic, age: cached.age, url: request.shown)
      return .reply(reading(cached.body).value, [stale])
    }
  }
}

extension Transport.Cause {
  /// Whether the reply did not arrive, as opposed to one that was refused or invalid.
  fileprivate var isOfTheNetwork: Bool {
    switch self {
    case .timeout, .hostNotFound, .cannotConnect, .offline, .interrupted: true
    case .insecure, .bodyTooLarge, .headerTooLarge, .badRedirect, .tooManyRedirects, .badEncoding:
      false
    }
  }
}
