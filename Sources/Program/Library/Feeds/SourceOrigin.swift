internal import SectionEngine
internal import Glibc

enum SourceOrigin {
  /// A file; its name in diagnostics can differ from its path.
  case file(String, shownAs: String, onlyFiles: Bool = false, at: SourceLocation? = nil)
  case sample(NamedFile)
  case address(HTTPRequest)
  /// A request that the layout describes.
  case template
  case reply(SourceReply.Outcome)

  /// The file that is read, unless it can be read only once.
  var file: String? {
    switch self {
    case .file(let path, _, _, _): isReadOnce(path) || isWebAddress(path) ? nil : path
    case .sample(let file): file.refusal == nil ? file.path : nil
    default: nil
    }
  }
}

/// Whether a path is standard input, a pipe or a device, whose contents can be read only once.
func isReadOnce(_ path: String) -> Bool {
  path == "-" || (access(path, F_OK) == 0 && !isFile(path) && !isFolder(path))
}

struct OriginLoader: SourceLoader {
  let origins: [String: SourceOrigin]
  let http: HTTPSourceLoader

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    let outcome: SourceReply.Outcome
    switch origins[request.source] {
    case .file(let path, let name, let onlyFiles, let place):
      outcome = FeedSources.read(path, shownAs: name, onlyFiles: onlyFiles, at: place)
    case .sample(let file): outcome = file.read()
    case .reply(let reply): outcome = reply
    case .address(let address): return http.load(request, from: address, completion)
    case .template, nil: return http.load(request, completion)
    }
    completion(SourceReply(source: request.source, page: request.page, outcome: outcome))
    return .finished
  }
}
