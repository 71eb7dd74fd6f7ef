internal import Glibc

/// The feeds of several inputs in order, in numbered chunks.
///
/// | type | task |
/// |---|---|
/// | `LineReader`, `FolderWalk` | reading one input |
/// | `BatchInput` | reading all inputs, for several threads |
/// | `WorkerThreads` | processing chunks |
/// | `OrderedWindow` | restoring the order of the chunks' results |
///
/// Memory use is bounded by the number of threads, not by the length of the inputs.
package final class BatchInput: Sendable {
  package enum Source: Sendable {
    /// One feed per line. The descriptor is not closed. The name is for messages.
    case lines(descriptor: Int32, name: String)
    /// One feed per line; the file is opened when it is reached.
    case file(String)
    /// One feed per file, for all files whose names end in ".json".
    case folder(String)
  }

  package enum Item: Sendable, Equatable {
    /// The range of a feed in the bytes of its chunk.
    case text(Range<Int>)
    /// A line that was dropped, with its length in bytes, including a carriage return.
    case tooLong(Int)
    /// A file, with its full path and its path relative to the folder.
    case file(path: String, name: String)
    /// An entry of an input folder that is neither a readable feed nor a readable folder, and the
    /// reason.
    case unreadable(name: String, reason: String)
  }

  package struct Chunk: Sendable {
    /// The number of the chunk, consecutive from 0.
    package var number: Int
    /// The number of the chunk's first feed among all inputs, from 1.
    package var first: Int
    package var items: [Item]
    /// The bytes of the lines; empty for files.
    package var bytes: [UInt8]
  }

  private enum Reader {
    case lines(LineReader, name: String)
    case folder(FolderWalk)
  }

  private struct State {
    /// The remaining inputs, in reverse.
    var sources: [Source]
    var reader: Reader?
    var chunks = 0
    var count = 0
    var bytes = 0
    var failure: (name: String, failure: ReadFailure)?
  }

  private static let filesPerChunk = 8

  private let monitor: Monitor<State>
  private let start: Int
  private let longest: Int
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - start: The number of the first feed to return; earlier feeds are only counted.
  ///   - longest: The maximum size of a line that is kept, in bytes.
  package init(
    _ sources: [Source], from start: Int = 1, longest: Int,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    monitor = Monitor(State(sources: sources.reversed()))
    self.start = start
    self.longest = longest
    self.isStopped = isStopped
  }

  /// Returns the number of bytes that are left in inputs; `nil` if one is a folder, or is no file
  /// with a size.
  package static func size(of sources: [Source]) -> Int? {
    var total = 0
    for source in sources {
      var status = stat()
      var start = 0
      switch source {
      case .folder: return nil
      case .file(let name): guard stat(name, &status) == 0 else { return nil }
      case .lines(let descriptor, _):
        guard fstat(descriptor, &status) == 0 else { return nil }
        start = max(0, lseek(descriptor, 0, SEEK_CUR))
      }
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      total += max(0, status.st_size - start)
    }
    return total
  }

  /// The number of items that were read so far, including those that are only counted.
  package var count: Int { monitor.withState { $0.count } }
  /// The number of bytes of lines that were read so far.
  package var bytes: Int { monitor.withState { $0.bytes } }
  /// The input that could not be read to its end, with the reason; `nil` if there is none.
  package var failure: (name: String, failure: ReadFailure)? { monitor.withState { $0.failure } }

  /// Returns one or more items, or `nil` at the end, after a failure or when stopped. Thread-safe.
  package func next() -> Chunk? {
    monitor.withState { state in
      while !isStopped(), state.failure == nil {
        guard var chunk = read(&state) else {
          state.reader = nil
          guard !isStopped(), let source = state.sources.popLast() else { return nil }
          open(source, &state)
          continue
        }
        let first = state.count + 1
        state.count += chunk.items.count
        state.bytes += chunk.bytes.count
        guard state.count >= start else { continue }
        chunk.items.removeFirst(max(0, start - first))
        defer { state.chunks += 1 }
        return Chunk(
          number: state.chunks, first: max(first, start), items: chunk.items, bytes: chunk.bytes)
      }
      return nil
    }
  }

  private func open(_ source: Source, _ state: inout State) {
    switch source {
    case .lines(let descriptor, let name): state.reader = .lines(lines(descriptor), name: name)
    case .file(let name):
      // O_NONBLOCK also avoids waiting for a named pipe's writer, so that reading can be stopped.
      let descriptor = Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return state.failure = (name, ReadFailure()) }
      state.reader = .lines(lines(descriptor, closes: true), name: name)
    case .folder(let path): state.reader = .folder(FolderWalk(path, suffix: ".json"))
    }
  }

  private func lines(_ descriptor: Int32, closes: Bool = false) -> LineReader {
    LineReader(descriptor: descriptor, longest: longest, closes: closes, isStopped: isStopped)
  }

  private func read(_ state: inout State) -> (items: [Item], bytes: [UInt8])? {
    switch state.reader {
    case nil: return nil
    case .lines(let reader, let name):
      do throws(ReadFailure) { return try reader.next() } catch {
        state.failure = (name, error)
        return nil
      }
    case .folder(var walk):
      // The walk is moved out of the state, so that its paths are not copied.
      state.reader = nil
      let items = (0..<Self.filesPerChunk).compactMap { _ in walk.next() }
      state.reader = .folder(walk)
      return items.isEmpty ? nil : (items, [])
    }
  }
}
