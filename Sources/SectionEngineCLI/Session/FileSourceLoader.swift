import Diagnostics
import FeedDocument
import FeedSession
import Synchronization

/// Gives a session its replies from files, as a server would give them: page by page, and other ones on
/// later refreshes.
final class FileSourceLoader: SourceLoader {
  /// `list=0.json`, `list=1.json`: pages; `list@2=0.json`: from the second refresh on.
  struct Entry {
    var source: String
    /// From 1.
    var round: Int
    var path: String
    /// In diagnostics.
    var name: String
    /// Of the layout, if it is a sample.
    var sample: NamedFile?
  }

  private let entries: [Entry]
  /// For sources that no file is given for.
  private let otherwise: (any SourceLoader)?
  /// Refreshes that each source has seen.
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
