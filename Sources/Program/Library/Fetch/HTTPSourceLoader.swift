internal import Feeds

/// Loads the sources of a feed layout over http(s).
struct HTTPSourceLoader: SourceLoader {
  let builder: RequestBuilder
  let fetcher: Fetcher

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad { load(request, from: nil, completion) }

  /// - Parameter address: The URL that the user gave for the source; `nil` for the layout's request.
  func load(
    _ request: SourceRequest, from address: HTTPRequest?,
    _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    let http: HTTPRequest
    let envelope: FeedLayout.Envelope?
    do throws(RequestProblem) {
      guard let source = builder.layout.source(named: request.source) else { throw .noTemplate }
      if let address {
        http = address
      } else {
        http = try builder.request(for: source, values: request.allValues)
      }
      envelope = source.envelope
    } catch {
      let failure = SourceFailure(.network(.offline), [error.diagnostic(source: request.source)])
      completion(
        SourceReply(source: request.source, page: request.page, outcome: .failed(failure)))
      return .finished
    }
    return fetcher.fetch(http, envelope: envelope) { outcome in
      completion(SourceReply(source: request.source, page: request.page, outcome: outcome))
    }
  }
}
