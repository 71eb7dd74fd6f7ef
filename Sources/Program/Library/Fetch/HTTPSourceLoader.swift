internal import Support
internal import FeedDocument
package import Feeds

/// Loads the sources of a feed layout over http(s).
package struct HTTPSourceLoader: SourceLoader {
  private let builder: RequestBuilder
  private let fetcher: Fetcher
  /// URLs that the user gave for single sources.
  private let addresses: [String: HTTPRequest]

  package init(
    builder: RequestBuilder, fetcher: Fetcher, addresses: [String: HTTPRequest] = [:]
  ) {
    self.builder = builder
    self.fetcher = fetcher
    self.addresses = addresses
  }

  package func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    let layout = builder.layout
    func fail(_ problem: RequestProblem) -> SourceLoad {
      completion(
        SourceReply(
          source: request.source, page: request.page,
          outcome: .failed(
            SourceFailure(.network(.offline), [problem.diagnostic(source: request.source)]))))
      return .finished
    }
    guard let source = layout.source(named: request.source) else { return fail(.noTemplate) }
    let http: HTTPRequest
    do throws(RequestProblem) {
      if let address = addresses[source.name] {
        http = address
      } else {
        http = try builder.request(for: source, values: request.values)
      }
    } catch {
      return fail(error)
    }
    return Self.load(http, with: fetcher, envelope: source.envelope) { outcome in
      completion(SourceReply(source: request.source, page: request.page, outcome: outcome))
    }
  }

  /// Loads one document.
  /// - Parameter envelope: If set, a reply that it reports as a failure is not cached.
  package static func load(
    _ request: HTTPRequest, with fetcher: Fetcher, envelope: FeedLayout.Envelope? = nil,
    completion: @escaping @Sendable (SourceReply.Outcome) -> Void
  ) -> SourceLoad {
    fetcher.fetch(request) { bytes -> Fetcher.Reading<SourceReply.Outcome> in
      let parsed = FeedDocument.parse(bytes, name: request.shown)
      let isAccepted = parsed.value.map { envelope?.accepts($0) ?? true }
      return Fetcher.Reading(
        SourceReply.Outcome(parsed), isWorthKeeping: isAccepted ?? false)
    } completion: { result in
      switch result {
      case .failure(let failure): completion(.failed(failure))
      case .reply(.document(let document, let found), let diagnostics):
        completion(.document(document, diagnostics + found))
      case .reply(.failed(let failure), let diagnostics):
        completion(
          .failed(SourceFailure(failure.kind, diagnostics + failure.diagnostics)))
      }
    }
  }
}
