internal import CIsolation
internal import Glibc
internal import PluginCalls
internal import Synchronization

/// The workers of all untrusted plugins. Each worker has one plugin, so a plugin that corrupts its
/// worker's memory can change only its own results.
///
/// At most `isolation.workers` workers are busy at the same time; other plugins wait. If more than
/// `isolation.idleWorkers` are idle, the worker that was idle longest is ended.
final class WorkerPool: Sendable {
  private struct State {
    /// The idle workers with the numbers of their plugins. The first was idle longest.
    var idle: [(plugin: Int, worker: WorkerProcess)] = []
    var busy = 0
    var plugins = 0
    var documents: SharedDocuments?
    var measuring: PrivateCopy?
    var unwritten: [DigestFolder.Failure] = []
  }

  let isolation: PluginIsolation
  let measurer: any TextMeasurer
  let setup: WorkerSetup
  private let monitor = Monitor(State())
  private let losses = PluginLosses()

  init(_ isolation: PluginIsolation, runtimeFolder: String?, measurer: any TextMeasurer) {
    self.isolation = isolation
    self.measurer = measurer
    var folders = Self.systemFolders
    if let runtimeFolder { folders.append(runtimeFolder) }
    // The program may use the Swift runtime of a toolchain; workers must be able to read it.
    if let core = DynamicLoader.loaded("libswiftCore.so"),
      let path = SystemCalls.path(ofLibrary: core)
    {
      folders.append(PluginImage.folder(of: path))
    }
    setup = isolation.setup(readable: folders, runtimeFolder: runtimeFolder)
  }

  /// The files and folders that the loader reads to load system libraries.
  static let systemFolders = [
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
  ]

  static func canRead(_ path: String) -> Bool {
    let path = PluginHost.absolutePath(path)
    return systemFolders.contains { path.hasPrefix("\($0)/") }
  }

  func nextNumber() -> Int {
    monitor.withState { state in
      state.plugins += 1
      return state.plugins
    }
  }

  /// Returns the plugins that do not run for a new page: none if failures are forgiven.
  func lossesOfPage() -> PluginLosses { isolation.forgives ? PluginLosses() : losses }

  func unwrittenRecords() -> [Diagnostic] {
    monitor.withState { $0.unwritten }.map { failure in
      Diagnostic(
        .cannotRemember, .warning, "cannot write `\(shown(failure.path, limit: 200))`",
        label: failure.reason, notes: ["the next run does not know of it"],
        helps: ["check the folder, its permissions and the room on the disk"])
    }
  }

  /// Returns the encoded `TextMeasuring`, in a memory file that all workers share because fonts may
  /// have megabytes; `nil` for the bundled metrics.
  func measuring() throws(WorkerFault) -> PrivateCopy? {
    guard !measurer.isBundled, let measuring = measurer.measuring else { return nil }
    let shared = monitor.withState { state in
      state.measuring =
        state.measuring
        ?? (try? PrivateCopy(
          of: FlatWriter.bytes(of: measuring), named: "sectionengine fonts", isLibrary: false))
      return state.measuring
    }
    guard let shared else { throw WorkerFault(noMemory: systemReason()) }
    return shared
  }

  // MARK: Workers

  struct Start {
    let worker: WorkerProcess
    /// The results of loading the plugin, one for each copy; empty if it was loaded before.
    var loading = WorkerProcess.Round()
    /// Whether the plugin was loaded from file copies, not from copies in memory.
    var isNamed = false
  }

  /// Starts a worker and loads a plugin into it. The worker is not part of the pool.
  func start(
    _ plugin: IsolatedPlugin, copies: Int = 1, within limit: WorkerProcess.Limit? = nil,
    debugging: Debugging? = nil
  ) throws(WorkerFault) -> Start {
    let image = plugin.image
    let paths = debugging?.paths(ofCopiesOf: image) ?? []
    let files: [[PrivateCopy]]
    do throws(PluginRefusal) {
      files = try (0..<copies).map { (_) throws(PluginRefusal) in
        paths.isEmpty ? try image.copies() : []
      }
    } catch {
      throw WorkerFault(noMemory: error.reason)
    }
    let worker = try WorkerProcess(
      program: isolation.worker, debugging: debugging?.environment)
    var setup = setup
    if !paths.isEmpty, let folder = debugging?.copyFolder { setup.readable.append(folder) }
    setup.hasCallbacks = image.manifest?.program.hasCallbacks == true
    try worker.prepare(setup, measuring: measuring(), required: isolation.required)
    let plugins = files.map {
      WorkerPlugin(
        files: $0.count, paths: paths, needed: image.main.needed, manifest: image.manifest?.program)
    }
    // The descriptors must stay open until they are sent.
    defer { withExtendedLifetime(files) {} }
    var round = worker.send(
      .load, jobs: copies, FlatWriter.bytes(of: plugins),
      files: files.flatMap { $0.map(\.descriptor) }, within: limit ?? .init(isolation.loadTime))
    for index in round.results.indices {
      round.results[index].log.denials.removeAll { image.isSearched($0) }
    }
    if debugging == nil {
      round.log.trace = trace(of: plugin, round)
    } else if round.end != nil {
      // A debugged worker records no crash, so the crash is repeated in a normal worker.
      let repeated = try? start(plugin, within: .init(10))
      round.log.trace = repeated?.loading.log.trace ?? []
    }
    return Start(worker: worker, loading: round, isNamed: paths.count == image.copied.count)
  }

  /// Calls a closure with a worker of the plugin, and starts one if none is idle. When the closure
  /// returns, the worker becomes idle.
  func withWorker<T>(
    of plugin: IsolatedPlugin, isFresh: Bool = false, within limit: WorkerProcess.Limit? = nil,
    _ body: (Start) -> T
  ) throws(WorkerFault) -> T {
    var kept = take(plugin.number, isFresh: isFresh)
    defer { put(kept, of: plugin.number) }
    if let kept { return body(Start(worker: kept)) }
    let start = try start(plugin, within: limit)
    kept = start.worker
    return body(start)
  }

  /// Waits until fewer than `isolation.workers` workers are busy. Returns the plugin's idle worker,
  /// or `nil` if the caller must start one.
  private func take(_ plugin: Int, isFresh: Bool) -> WorkerProcess? {
    let limit = isolation.workers
    let own = monitor.wait {
      $0.busy < limit
    } then: { state -> WorkerProcess? in
      state.busy += 1
      let index = state.idle.lastIndex { $0.plugin == plugin }
      return index.map { state.idle.remove(at: $0).worker }
    }
    guard !isFresh else { return nil }
    own?.resume()
    return own
  }

  private func put(_ worker: WorkerProcess?, of plugin: Int) {
    let limit = isolation.idleWorkers
    // Threads of the plugin would go on computing without a job.
    worker?.pause()
    // ExitError a worker is slow, so the closure returns the worker, and it ends outside the lock.
    _ = monitor.change { state -> WorkerProcess? in
      state.busy -= 1
      if let worker, worker.isAlive { state.idle.append((plugin, worker)) }
      return state.idle.count > limit ? state.idle.removeFirst().worker : nil
    }
  }

  // MARK: Loading

  /// Loads plugins, several at a time. Returns `nil` for those not loaded in `examinationTime`.
  func load(
    _ plugins: [IsolatedPlugin]
  ) throws(WorkerFault) -> [IsolatedPlugin.Loading?] {
    let end = WorkerProcess.now() + isolation.examinationTime
    let results = Monitor(
      [Result<IsolatedPlugin.Loading?, WorkerFault>](
        repeating: .success(nil), count: plugins.count))
    var left = Array(plugins.indices)
    // The first round gives each plugin 0.25 s. A second round loads the slower plugins again, so
    // that they do not delay the fast ones.
    for longest in [0.25, .infinity] {
      WorkerThreads.forEach(below: left.count, threads: isolation.workers) { [left] place in
        let (number, time) = (left[place], min(longest, end - WorkerProcess.now()))
        guard time > 0 else { return }
        let result = Result { () throws(WorkerFault) in try plugins[number].load(within: time) }
        results.withState { $0[number] = result }
      }
      left = results.withState { results in
        left.filter { if case .success(nil) = results[$0] { true } else { false } }
      }
    }
    return try results.withState { $0 }.map { (result) throws(WorkerFault) in try result.get() }
  }

  // MARK: Results

  /// Returns shared memory with the documents of jobs, or `nil` if there is not enough memory.
  func documents(of jobs: [IsolatedPlugin.Job]) -> SharedDocuments? {
    let all = jobs.flatMap { [$0.request.block.document, $0.request.settings.document] }
    if let last = monitor.withState({ $0.documents }), last.holds(all) { return last }
    let documents = SharedDocuments(all)
    monitor.withState { $0.documents = documents }
    return documents
  }

  func remember(_ plugin: IsolatedPlugin, _ loss: inout DrawingFailure) {
    loss.isForgiven = isolation.forgives
    guard !isolation.forgives else { return }
    let record = QuarantineRecord(
      loss: loss, path: PluginHost.absolutePath(plugin.image.file.path), plugin: plugin.descriptor)
    do throws(DigestFolder.Failure) {
      try isolation.quarantine?.remember(plugin.image.main.digest, record)
    } catch {
      monitor.withState { $0.unwritten.append(error) }
      let path = shown(error.path, limit: 200)
      loss.notes.append("the next run will not know of it: cannot write \(path): \(error.reason)")
    }
  }

  /// Returns the stack trace of a crash or a hang; empty without a valid record. The record and the plugin's
  /// debug information are untrusted, so a new worker without plugins reads them.
  func trace(of plugin: IsolatedPlugin, _ round: WorkerProcess.Round) -> [String] {
    guard let record = round.crash,
      let program = try? OpenFile(isolation.worker),
      let worker = try? WorkerProcess(program: isolation.worker),
      (try? worker.prepare(setup, required: isolation.required)) != nil
    else { return [] }
    guard let copies = try? plugin.image.copies() else { return [] }
    // The descriptors must stay open until they are sent.
    defer { withExtendedLifetime((program, copies)) {} }
    let answer = worker.send(
      .explain, jobs: 1, FlatWriter.bytes(of: copies.map(\.label), record),
      files: [program.descriptor] + copies.map(\.descriptor), within: .init(5))
    var reader = FlatReader(answer.results.first?.bytes ?? [])
    let lines = (try? reader.read([String].self)) ?? []
    return lines.prefix(16).map { shown($0, limit: 300) }
  }
}

/// Returns the last 24 lines that a plugin printed, after a heading; empty if it printed nothing.
func lastLines(of printed: String) -> [String] {
  // Removes the stack trace that Swift prints; the trace of the crash record is more useful.
  let lines = printed.split(whereSeparator: \.isNewline).filter { line in
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    let isFrame =
      words.first.flatMap { Int($0) } != nil
      && words.dropFirst().prefix(2).contains { $0.hasPrefix("0x0000") && $0.utf8.count == 18 }
    return !isFrame && line != "Current stack trace:"
  }.suffix(24)
  guard let last = lines.last else { return [] }
  guard lines.count > 1 else { return ["it printed: \(shown(String(last), limit: 300))"] }
  return ["it printed:"] + lines.map { "  \(shown(String($0), limit: 300))" }
}
