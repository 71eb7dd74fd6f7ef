internal import Support
internal import FeedDocument
internal import Feeds
internal import PluginHost
internal import Synchronization

/// Loads with another loader and writes each reply to a folder: `NAME.json`, `NAME-1.json` for a
/// second page, `NAME@2.json` for a second refresh. A file contains the body of the reply, and
/// nothing of the request.
final class RecordingLoader: SourceLoader {
  private struct State {
    /// The number of refreshes per source.
    var rounds: [String: Int] = [:]
    /// The first file that could not be written, with the reason.
    var failure: (path: String, reason: String)?
  }

  private let loader: any SourceLoader
  private let folder: String
  private let state = Mutex(State())

  init(_ loader: any SourceLoader, folder: String) throws {
    self.loader = loader
    self.folder = folder
    if let reason = makeFolder(folder) { throw Self.ending(folder, reason) }
  }

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    let round = state.withLock { state in
      if request.page == 0 { state.rounds[request.source, default: 0] += 1 }
      return state.rounds[request.source] ?? 1
    }
    return loader.load(request) { [self] reply in
      if case .document(let document, _) = reply.outcome {
        write(document, to: Self.name(of: request, round: round))
      }
      completion(reply)
    }
  }

  /// Throws an error if any reply could not be written.
  func finish() throws {
    guard let failure = state.withLock({ $0.failure }) else { return }
    throw Self.ending(failure.path, failure.reason)
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

  private static func ending(_ path: String, _ reason: String) -> Ending {
    Ending.couldNotRun(
      Diagnostic(
        .cannotWrite, .error, "cannot write to `\(path)`", label: reason,
        helps: ["check the folder, its permissions and the room on the disk"]))
  }
}
