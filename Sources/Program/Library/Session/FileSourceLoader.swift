internal import Support
internal import FeedDocument
internal import Feeds
internal import Synchronization

/// Loads the replies of a session from files, like a server: page by page, and different ones on
/// later refreshes.
final class FileSourceLoader: SourceLoader {
  /// A file: `list=0.json`, `list=1.json` are pages; `list@2=0.json` is used from the second
  /// refresh on.
  struct Entry {
    var source: String
    /// The refresh from which it is used, from 1.
    var round: Int
    var path: String
    /// The name in diagnostics.
    var name: String
    /// The layout's sample, if it is one.
    var sample: NamedFile?
  }

  private let entries: [Entry]
  /// The loader of sources without a file.
  private let otherwise: (any SourceLoader)?
  /// The number of refreshes per source.
  private let rounds = Mutex<[String: Int]>([:])

  init(_ entries: [Entry], otherwise: (any SourceLoader)?) {
    self.entries = entries
    self.otherwise = otherwise
  }

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    if let otherwise, !entries.contains(where: { $0.source == request.source }) {
      return otherwise.load(request, completion)
    }
    let round = rounds.withLock { rounds in
      if request.page == 0 { rounds[request.source, default: 0] += 1 }
      return rounds[request.source] ?? 1
    }
    completion(
      SourceReply(
        source: request.source, page: request.page, outcome: outcome(of: request, round: round)))
    return .finished
  }

  private func outcome(of request: SourceRequest, round: Int) -> SourceReply.Outcome {
    let known = entries.filter { $0.source == request.source && $0.round <= round }
    let latest = known.map(\.round).max()
    let pages = known.filter { $0.round == latest }
    guard pages.indices.contains(request.page) else {
      let option = latest.map { $0 > 1 ? "\(request.source)@\($0)" : request.source }
      return .failed(
        SourceFailure(
          .network(.unreadableFile),
          [
            Diagnostic(
              .unreadableSource, .error,
              "no file is given for page \(request.page + 1) of source `\(request.source)`",
              helps: ["add one with `--source \(option ?? request.source)=FILE`"])
          ]))
    }
    let page = pages[request.page]
    return page.sample?.read() ?? FeedSources.read(page.path, shownAs: page.name)
  }
}
