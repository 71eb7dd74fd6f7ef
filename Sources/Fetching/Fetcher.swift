package import Diagnostics
package import FeedDocument
package import FeedSession
internal import Synchronization

/// Gets replies from a server or from earlier runs.
///
/// 1. `--offline`: the cache answers, or nobody.
/// 2. A cached reply that is young enough answers without a question.
/// 3. The server is asked, with the tag and the date of the cached reply; where it says that nothing
///    has changed, the cached reply answers.
/// 4. Where the network fails, an older cached reply stands in, with a diagnostic. A status that is
///    no success, a certificate that cannot be trusted or a reply that is too large is a failure,
///    whatever is in the cache.
package final class Fetcher: Sendable {
  package struct Policy: Sendable, Hashable {
    package var isOffline = false
    /// Seconds.
    package var maximumAge: Int?
    package var limits = FetchLimits()
    package init() {}
  }

  /// What somebody made of a reply.
  package struct Reading<Value: Sendable>: Sendable {
    package var value: Value
    /// A reply that is no good must not take the place of a good one in the cache.
    package var isWorthKeeping: Bool

    package init(_ value: Value, isWorthKeeping: Bool) {
      self.value = value
      self.isWorthKeeping = isWorthKeeping
    }
  }

  package enum Outcome<Value: Sendable>: Sendable {
    /// What was read, and what is to be said about where it came from.
    case reply(Value, [Diagnostic])
    case failure(SourceFailure)
  }

  private let policy: Policy
  private let cache: DiskCache?
  private let library: String
  private let transport = Mutex<Result<Transport, Transport.Unavailable>?>(nil)

  /// - Parameter library: path of the library with libcurl, opened with the first request.
  package init(library: String, cache: DiskCache?, policy: Policy = Policy()) {
    self.library = library
    self.cache = cache
    self.policy = policy
  }

  /// Gets one reply. The completion is called once, on any thread, perhaps before this returns, and
  /// after the reply has been kept.
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

  /// Asks only for what has changed. RFC 9110, 13.1.
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
  /// Nobody said anything wrong: the reply just did not come.
  fileprivate var isOfTheNetwork: Bool {
    switch self {
    case .timeout, .hostNotFound, .cannotConnect, .offline, .interrupted: true
    case .insecure, .bodyTooLarge, .headerTooLarge, .badRedirect, .tooManyRedirects, .badEncoding:
      false
    }
  }
}
