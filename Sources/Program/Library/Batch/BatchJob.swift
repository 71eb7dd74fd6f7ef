internal import CTerminal
internal import SectionEngine
internal import Glibc
internal import LayoutReview
internal import Synchronization

/// The input feeds of a batch, the layout options, and the form of the results.
struct BatchSettings: Sendable {
  /// Files with one feed per line, folders of feeds, or "-". Empty means standard input.
  var inputs: [String]
  /// A bundled name or a file; `nil` selects, for each feed, the bundled layout that fits.
  var layout: String?
  /// Whether a line is an object with one document per source, keyed by source name.
  var isBySource: Bool
  var unknown: UnknownPolicy
  var environment: EnvironmentSettings
  var plugins: PluginSelection
  /// The fields of a result; if empty, a result is the layout of the page as JSON.
  var fields: [BatchField]
  var id: String?
  /// The configuration of the checks for the field `findings`.
  var check: CheckConfiguration
  /// The number of threads; `nil` for one per processor.
  var threads: Int?
  var first: Int
  /// The number of consecutive failures of a plugin that ends the run; 0 for no limit.
  var maxPluginFailures: Int
  var isProfiled: Bool
}

/// Reads feeds and writes results; used by `batch`.
struct BatchJob {
  private let settings: BatchSettings
  private let task: BatchWorker.Task
  private let sources: [BatchInput.Source]

  /// - Throws: `ExitError` if an option or an input refers to something that does not exist.
  init(_ settings: BatchSettings) throws {
    self.settings = settings
    sources = try Self.sources(settings.inputs)
    let isFolder = sources.contains { if case .folder = $0 { true } else { false } }
    let more: [BatchField] = (settings.id == nil ? [] : [.id]) + (isFolder ? [.file] : [])
    let wanted = Set(settings.fields + (settings.fields.isEmpty ? [] : more))

    let installation = try Installation.required()
    let library = LayoutLibrary(folder: installation.layouts)
    let layout = try settings.layout.map { try library.layout($0) }
    let texts = try FeedSettings(layout: settings.layout).completed(
      settings.environment, by: layout, library: library)
    task = BatchWorker.Task(
      settings: settings, installation: installation, layout: layout,
      layouts: layout == nil ? library.unreadLayouts : [],
      device: try settings.environment.device(in: library),
      texts: try library.measuring(texts),
      fields: BatchField.allCases.filter(wanted.contains))
  }

  private final class Shared: Sendable {
    let isStopped = Atomic(false)
    /// The number of feeds whose results are computed.
    let feeds = Atomic(0)
    /// The number of feeds whose results are written, one line each.
    let written = Atomic(0)
    let outcome = Mutex(Outcome())
  }

  private struct Outcome {
    var broken = BatchWorker.Broken()
    var clock = StageClock(isOn: true)
    /// The number of threads that have finished.
    var threads = 0
    /// Diagnostics about plugins.
    var found: [Diagnostic] = []
    /// The reason why writing the results failed; `nil` if it did not fail.
    var failure: String?
  }

  func run() throws {
    // Problems with plugins are reported before any result is written.
    let providers = try settings.plugins.load(
      task.installation, texts: task.texts, forgives: true)
    let reported = Set(providers.found)
    // A line without `--by-source` is a reply of the primary source; the others are never given.
    let given: Set = [task.layout?.primarySource?.name ?? ""]
    let absences =
      settings.isBySource
      ? []
      : task.layout.map {
        $0.absences(of: $0.sources(unneededBeside: given), fetching: FetchSettings())
      } ?? []
    Output.report(
      providers.found.filter { $0.severity > .note }.uniqued + absences, color: .auto)
    let shared = Shared()
    let count = settings.threads ?? WorkerThreads.processors
    let input = BatchInput(
      sources, from: settings.first, longest: DocumentLimits().bytes,
      isStopped: { shared.isStopped.load(ordering: .relaxed) })
    let breaker = PluginBreaker(limit: settings.maxPluginFailures)
    let window = OrderedWindow(capacity: 2 * count + 2, room: count * (8 << 20)) { results in
      let passed = breaker.passed(results)
      guard let reason = StandardStream.output.write(Array(passed)) else {
        // Wrapping additions let the compiler vectorize the count.
        let lines = passed.withUnsafeBytes {
          $0.reduce(0) { $0 &+ ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        }
        shared.written.add(lines, ordering: .relaxed)
        guard breaker.trip != nil else { return true }
        shared.isStopped.store(true, ordering: .relaxed)
        return false
      }
      shared.isStopped.store(true, ordering: .relaxed)
      shared.outcome.withLock { $0.failure = reason }
      return false
    }

    Heap.keepFreed(4 << 20)
    let news = st_note_endings(0)
    var progress = BatchProgress(bytes: BatchInput.size(of: sources))
    let threads = WorkerThreads.start(count) { [task] in
      Self.work(BatchWorker(task, providers), input, window, breaker, shared)
      st_wake()
    }
    guard threads > 0 else {
      throw ExitError.couldNotRun(
        .workerFailed, "the system cannot create a thread", helps: ["try --threads 1"])
    }

    var deadline: Int?
    while shared.outcome.withLock({ $0.threads }) < threads {
      let rest = deadline.map { $0 - FileWatch.now() } ?? progress.pause
      if rest <= 0 {
        // Waits up to 50 ms until the result that is being written is complete.
        window.close()
        for _ in 0..<10 where window.isWriting { usleep(5_000) }
        break
      }
      // Without a descriptor for signals and finished threads, both are checked every 200 ms.
      let pause = news < 0 ? 200 : progress.pause
      _ = drains(news, within: min(rest, pause))
      if deadline == nil, st_ending() != 0 {
        deadline = FileWatch.now() + Self.patience
        shared.isStopped.store(true, ordering: .relaxed)
      }
      progress.show(shared.feeds.load(ordering: .relaxed), read: input.bytes)
    }
    progress.finish(shared.feeds.load(ordering: .relaxed))
    let outcome = shared.outcome.withLock { $0 }
    let found = outcome.found.uniqued.filter { $0.severity > .note && !reported.contains($0) }
    let signal = deadline == nil ? nil : st_ending()
    // After a signal, only results that are written are counted.
    let feeds =
      signal == nil
      ? shared.feeds.load(ordering: .relaxed) : shared.written.load(ordering: .relaxed)
    try report(outcome, found, feeds: feeds, input, breaker.trip, stoppedBy: signal)
  }

  /// The time in milliseconds to finish feeds in progress after a signal.
  private static let patience = 100

  private static func work(
    _ worker: BatchWorker, _ input: BatchInput, _ window: OrderedWindow, _ breaker: PluginBreaker,
    _ shared: Shared
  ) {
    worker.clock.start()
    while let chunk = input.next() {
      worker.clock.lap(.reading)
      let results = worker.results(of: chunk)
      shared.feeds.add(chunk.items.count, ordering: .relaxed)
      breaker.keep(results.feeds, ofChunk: chunk.number)
      let isWanted = window.add(results.bytes, at: chunk.number)
      worker.clock.lap(.output)
      guard isWanted else { break }
    }
    shared.outcome.withLock { outcome in
      outcome.broken.add(worker.broken)
      outcome.clock.add(worker.clock)
      outcome.threads += 1
      outcome.found += worker.providers.found
    }
  }

  // MARK: Inputs

  private static func sources(_ names: [String]) throws -> [BatchInput.Source] {
    try (names.isEmpty ? ["-"] : names).map { name in
      if name == "-" { return .lines(descriptor: STDIN_FILENO, name: name) }
      // All inputs are checked before output begins, but opened one at a time: there may be many.
      guard access(name, R_OK) == 0 else {
        throw ExitError.couldNotRun(unreadable(name, systemReason()))
      }
      return isFolder(name) ? .folder(name) : .file(name)
    }
  }

  private static func unreadable(_ name: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .unreadableSource, .error,
      name == "-" ? "cannot read standard input" : "cannot read `\(name)`", label: reason,
      helps: name == "-"
        ? ["give feeds: `sectionengine batch < FEEDS`"] : ReadFailure.helps(for: name))
  }

  // MARK: Reporting

  private func report(
    _ outcome: Outcome, _ found: [Diagnostic], feeds: Int, _ input: BatchInput,
    _ trip: PluginBreaker.Trip?, stoppedBy signal: Int32?
  ) throws {
    // A closed pipe only means that the reader needs no more results; nothing is reported.
    if outcome.failure == systemReason(EPIPE) { throw ExitError(status: 2, diagnostics: []) }
    let results = trip.map { $0.feed - settings.first + 1 } ?? feeds
    if settings.isProfiled {
      Output.remark(outcome.clock.lines(feeds: results, threads: outcome.threads))
    }
    var found = found
    if let broken = outcome.broken.first {
      found.append(Self.summary(of: broken, count: outcome.broken.count, results: results))
    }
    if let trip, outcome.failure == nil {
      throw ExitError.couldNotRun(found + [trip.diagnostic(limit: settings.maxPluginFailures)])
    }
    let last = settings.first - 1 + results
    if let signal {
      let stop = Diagnostic(
        .stoppedBatch, .warning, "stopped after feed \(last)",
        notes: ["the results up to it are written, and none after it"],
        helps: ["go on with the same command and `--from \(last + 1)`"])
      Output.report(found + [stop], color: .auto)
      // The default action is restored, so the parent process sees which signal ended the run.
      raise(signal)
    }
    if let failure = outcome.failure {
      let help =
        failure == systemReason(EBADF)
        ? "it is closed: give it a file or a program that reads" : "check the room on the disk"
      let reason = Diagnostic(
        .cannotWrite, .error, "cannot write to standard output", label: failure, helps: [help])
      throw ExitError.couldNotRun(found + [reason])
    }
    if let (name, failure) = input.failure {
      throw ExitError.couldNotRun(found + [Self.unreadable(name, failure.reason)])
    }
    // A start directly after the last feed is valid, and the run has nothing left to do.
    if settings.first > input.count + 1 {
      let reason = Diagnostic(
        .startBeyondEnd, .error,
        "--from is \(settings.first), and there are \(counted(input.count, "feed"))",
        helps: ["give the number of whole lines of the results, plus 1"])
      throw ExitError.couldNotRun(found + [reason])
    }
    Output.report(found, color: .auto)
    if outcome.broken.count > 0 { throw ExitError(status: 1, diagnostics: []) }
  }

  private static func summary(
    of first: (line: Int, reason: Diagnostic), count: Int, results: Int
  ) -> Diagnostic {
    Diagnostic(
      .brokenFeeds, .error,
      "\(count) of \(counted(results, "feed")) could not be laid out",
      notes: ["the first is number \(first.line): \(first.reason.message)"],
      helps: [
        // These errors occur if a document spans several lines.
        count == results && [.invalidJSON, .truncatedDocument].contains(first.reason.code)
          ? "a feed is one line; give a folder of documents that have several"
          : "find them by their result, which begins with an `error` or has one"
      ])
  }
}

/// Shows "12000 feeds, 2310 a second, 43 %" on a terminal, unless the results are shown there.
struct BatchProgress {
  private let isShown = StandardStream.error.isTerminal && !StandardStream.output.isTerminal
  /// The start time, in milliseconds of a monotonic clock.
  private let start = FileWatch.now()
  private var line = StatusLine()

  /// The time in milliseconds until the next update of the line; a minute if it is not shown.
  var pause: Int { isShown ? (line.isEmpty ? 300 : 200) : 60_000 }

  /// The size of all inputs; `nil` if it is unknown.
  private let bytes: Int?

  init(bytes: Int?) { self.bytes = bytes }

  mutating func show(_ feeds: Int, read: @autoclosure () -> Int) {
    guard isShown, FileWatch.now() - start >= 300 else { return }
    // The last percent is that of the feeds that are read and not yet written.
    let share = bytes.map { $0 > 0 ? ", \(min(99, 100 * read() / $0)) %" : "" } ?? ""
    line.show(words(feeds) + share)
  }

  /// Shows the final numbers and keeps them on the screen.
  mutating func finish(_ feeds: Int) {
    if !line.isEmpty { line.show(words(feeds), end: "\n") }
  }

  private func words(_ feeds: Int) -> String {
    let milliseconds = max(1, FileWatch.now() - start)
    return "\(counted(feeds, "feed")), \(feeds * 1_000 / milliseconds) a second"
  }
}
