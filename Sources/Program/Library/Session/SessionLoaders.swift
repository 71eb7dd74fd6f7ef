internal import SectionEngine
internal import Synchronization

/// Loads replies from files: one per source and page. Later refreshes can have other files.
final class FileSourceLoader: SourceLoader {
  /// `list=0.json` and `list=1.json` are pages; `list@2=0.json` is for refresh 2 and later.
  struct Entry {
    var source: String
    /// The number of the first refresh that uses the reply, from 1.
    var round: Int
    var read: @Sendable () -> SourceReply.Outcome
  }

  private let entries: [Entry]
  /// The loader for sources without a file; `nil` if loading such a source fails.
  private let otherwise: (any SourceLoader)?
  private let rounds = Mutex(SourceRounds())

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
    let round = rounds.withLock { $0.round(of: request) }
    let outcome = outcome(of: request, round: round)
    completion(SourceReply(source: request.source, page: request.page, outcome: outcome))
    return .finished
  }

  private func outcome(of request: SourceRequest, round: Int) -> SourceReply.Outcome {
    let known = entries.filter { $0.source == request.source && $0.round <= round }
    let latest = known.map(\.round).max()
    let pages = known.filter { $0.round == latest }
    guard pages.indices.contains(request.page) else {
      let option = latest.map { $0 > 1 ? "\(request.source)@\($0)" : request.source }
      let name = option ?? request.source
      let isAbsent = known.isEmpty
      let reason = Diagnostic(
        isAbsent ? .absentSource : .unreadableSource, isAbsent ? .warning : .error,
        isAbsent
          ? "source `\(request.source)` is not given"
          : "no file is given for page \(request.page + 1) of source `\(request.source)`",
        helps: ["add one with `--source \(name)=FILE`"])
      return .failed(SourceFailure(.payload, [reason]))
    }
    return pages[request.page].read()
  }
}

/// Counts the refreshes per source. The request of a first page begins a refresh.
struct SourceRounds {
  private var counts: [String: Int] = [:]

  /// Returns the number of the refresh that a new request belongs to, from 1.
  mutating func round(of request: SourceRequest) -> Int {
    if request.page == 0 { counts[request.source, default: 0] += 1 }
    return counts[request.source] ?? 1
  }
}

extension FileSourceLoader.Entry {
  /// Parses a value of `--source`, such as `blocks=a.json` or `blocks@2=b.json`.
  init(_ option: String) throws {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    let source = (parts.first ?? "").split(separator: "@", maxSplits: 1).map(String.init)
    let round = source.count > 1 ? Int(source[1]) : 1
    guard parts.count == 2, let name = source.first, let round, round >= 1 else {
      throw UsageError(message: "--source takes NAME=FILE or NAME@2=FILE, found `\(option)`")
    }
    self.init(source: name, round: round, read: NamedFile(parts[1]).read)
  }
}

/// Writes each reply's body to a folder: `NAME.json`, `NAME-1.json` (page 2), `NAME@2.json`.
final class RecordingLoader: SourceLoader {
  private struct State {
    var rounds = SourceRounds()
    /// The first file that could not be written, with the reason.
    var failure: (path: String, reason: String)?
  }

  private let loader: any SourceLoader
  private let folder: String
  private let state = Mutex(State())

  init(_ loader: any SourceLoader, folder: String) throws {
    self.loader = loader
    self.folder = folder
    if let reason = makeFolder(folder) {
      throw ExitError.cannotWrite("to `\(folder)`", reason, at: folder)
    }
  }

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    let round = state.withLock { $0.rounds.round(of: request) }
    return loader.load(request) { [self] reply in
      if case .document(let document, _) = reply.outcome {
        write(document, to: Self.name(of: request, round: round))
      }
      completion(reply)
    }
  }

  func finish() throws {
    guard let failure = state.withLock({ $0.failure }) else { return }
    throw ExitError.cannotWrite("to `\(failure.path)`", failure.reason)
  }

  private static func name(of request: SourceRequest, round: Int) -> String {
    let later = round > 1 ? "@\(round)" : ""
    return request.source + later + (request.page > 0 ? "-\(request.page)" : "") + ".json"
  }

  private func write(_ document: FeedDocument, to name: String) {
    let path = "\(folder)/\(name)"
    do throws(AtomicFile.Failure) {
      _ = try AtomicFile.replace(Array(document.text), at: path)
    } catch {
      state.withLock { if $0.failure == nil { $0.failure = (path, error.reason) } }
    }
  }
}
