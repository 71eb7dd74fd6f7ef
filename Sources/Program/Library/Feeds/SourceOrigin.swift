internal import Feeds
internal import Glibc

/// The origin of a source's reply.
enum SourceOrigin {
  /// A file; its name in diagnostics can differ from its path.
  case file(String, shownAs: String, onlyFiles: Bool = false)
  case sample(NamedFile)
  case address(HTTPRequest)
  /// A request that the layout describes.
  case template
  /// A reply that is already there.
  case reply(SourceReply.Outcome)

  /// The file that is read, unless it can be read only once.
  var file: String? {
    switch self {
    case .file(let path, _, _): isReadOnce(path) || isWebAddress(path) ? nil : path
    case .sample(let file): file.refusal == nil ? file.path : nil
    default: nil
    }
  }
}

/// Whether a path is standard input, a pipe or a device, whose contents can be read only once.
func isReadOnce(_ path: String) -> Bool {
  path == "-" || (access(path, F_OK) == 0 && !isFile(path) && !isFolder(path))
}

/// Loads each source from its origin.
struct OriginLoader: SourceLoader {
  private let origins: [String: SourceOrigin]
  private let http: HTTPSourceLoader?

  /// - Parameter http: The loader for addresses and templates.
  init(_ origins: [String: SourceOrigin], http: HTTPSourceLoader?) {
    self.origins = origins
    self.http = http
  }

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    let outcome: SourceReply.Outcome
    switch (origins[request.source], http) {
    case (.file(let path, let name, let onlyFiles), _):
      outcome = FeedSources.read(path, shownAs: name, onlyFiles: onlyFiles)
    case (.sample(let file), _): outcome = file.read()
    case (.reply(let reply), _): outcome = reply
    case (_, let http?): return http.load(request, completion)
    case (_, nil): outcome = .failed(SourceFailure(.payload, []))
    }
    completion(SourceReply(source: request.source, page: request.page, outcome: outcome))
    return .finished
  }
}
