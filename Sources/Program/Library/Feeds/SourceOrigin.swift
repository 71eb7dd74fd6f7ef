internal import SectionEngine
internal import Glibc

/// The origin of a source's reply.
enum SourceOrigin {
  case file(NamedFile)
  case address(HTTPRequest)
  /// The request in the feed layout.
  case template
  case reply(SourceReply.Outcome)

  var file: NamedFile? { if case .file(let file) = self { file } else { nil } }
}

/// Loads sources from their origins. Sources without an origin use the layout's request.
struct OriginLoader: SourceLoader {
  var origins: [String: SourceOrigin] = [:]
  let fetcher: Fetcher
  /// Builds the layout's requests; `nil` before the layout is known.
  let builder: RequestBuilder?

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    let finish: @Sendable (SourceReply.Outcome) -> Void = { outcome in
      completion(SourceReply(source: request.source, page: request.page, outcome: outcome))
    }
    let source = builder?.layout.source(named: request.source)
    do throws(RequestProblem) {
      let http: HTTPRequest
      switch origins[request.source] ?? .template {
      case .file(let file):
        finish(file.read())
        return .finished
      case .reply(let reply):
        finish(reply)
        return .finished
      case .address(let address): http = address
      case .template:
        guard let builder, let source else { throw .noTemplate }
        http = try builder.request(for: source, values: request.allValues)
      }
      return fetcher.fetch(http, envelope: source?.envelope, completion: finish)
    } catch {
      let reason = error.diagnostic(source: request.source)
      finish(.failed(SourceFailure(.payload, [reason])))
      return .finished
    }
  }
}
