import Fetching
import FeedSession
import Glibc

/// Where a source's reply comes from.
enum SourceOrigin {
  /// The name under which it is shown is not always its path.
  case file(String, shownAs: String, onlyFiles: Bool = false)
  case sample(NamedFile)
  case address(HTTPRequest)
  /// The layout says how it is asked.
  case template
  /// It is there already.
  case reply(SourceReply.Outcome)

  /// The file that is read, if it is one that can be read again.
  var file: String? {
    switch self {
    case .file(let path, _, _): isReadOnce(path) || isWebAddress(path) ? nil : path
    case .sample(let file): file.refusal == nil ? file.path : nil
    default: nil
    }
  }
}

/// Whether it is standard input, a pipe or a device, which give their contents once.
func isReadOnce(_ path: String) -> Bool {
  path == "-" || (access(path, F_OK) == 0 && !isFile(path) && !isFolder(path))
}

/// Loads each source from where it comes from.
struct OriginLoader: SourceLoader {
  private let origins: [String: SourceOrigin]
  private let http: HTTPSourceLoader?

  /// - Parameter http: for origins that are addresses and templates.
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
