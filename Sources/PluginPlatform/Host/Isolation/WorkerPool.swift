internal import Support
internal import CIsolation
internal import FeedDocument
internal import Glibc
internal import LayoutCore
internal import PluginCalls
internal import Synchronization

/// The workers of all untrusted plugins. A worker has one plugin file, so that a plugin that
/// corrupts its worker changes only its own results.
///
/// At most `isolation.workers` run at the same time; a plugin that needs another one waits. Up to
/// `isolation.idleWorkers` are kept for later pages; beyond that, the one that was idle longest is
/// ended.
final class WorkerPool: Sendable {
  private struct State {
    /// Idle workers with the numbers of their plugins, the one that was idle longest first.
    var idle: [(plugin: Int, worker: WorkerProcess)] = []
    /// The number of workers in use.
    var busy = 0
    var plugins = 0
    var documents: SharedDocuments?
    /// Failures to write records.
    var unwritten: [DigestFolder.Failure] = []
  }

  let isolation: PluginIsolation
  let measurer: RecordedTextMeasurer
  let setup: WorkerSetup
  private let monitor = Monitor(State())
  /// The plugins that are not run any more, with the reasons.
  private let losses = PluginLosses()

  /// - Parameter measurer: The measurer of the plugins' texts.
  init(_ isolation: PluginIsolation, runtimeFolder: String?, measurer: RecordedTextMeasurer) {
    self.isolation = isolation
    self.measurer = measurer
    var folders = Self.systemFolders
    if let runtimeFolder { folders.append(runtimeFolder) }
    // Used if a toolchain's runtime is loaded instead of an installed one.
    if let core = DynamicLoader.loaded("libswiftCore.so"),
      let path = SystemCalls.path(ofLibrary: core), let slash = path.lastIndex(of: "/")
    {
      folders.append(String(path[..<slash]))
    }
    setup = WorkerSetup(
      protections: Protections.all.subtracting(isolation.withheld).rawValue,
      memoryLimit: isolation.memory, timeLimit: 600, readable: folders,
      runtimeFolder: runtimeFolder, metrics: measurer.metrics == .bundled ? nil : measurer.metrics)
  }

  /// Files and folders that loading libraries requires.
  private static let systemFolders = [
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
  ]

  /// Returns whether every worker may read a file.
  static func canRead(_ path: String) -> Bool {
    let path = PluginHost.absolutePath(path)
    return systemFolders.contains { path.hasPrefix("\($0)/") }
  }

  /// Returns a new number for a plugin.
  func nextNumber() -> Int {
    monitor.withState { state in
      state.plugins += 1
      return state.plugins
    }
  }

  /// Returns the plugins that are lost for a page: those of this process, or none if failures are
  /// forgiven.
  func lossesOfPage() -> PluginLosses { isolation.forgives ? PluginLosses() : losses }

  /// Diagnostics about records that could not be written.
  func unwrittenRecords() -> [Diagnostic] {
    monitor.withState { $0.unwritten }.map { failure in
      Diagnostic(
        .cannotRemember, .warning, "cannot write `\(shown(failure.path, limit: 200))`",
        label: failure.reason, notes: ["the next run does not know of it"],
        helps: ["check the folder, its permissions and the room on the disk"])
    }
  }

  /// Returns the protections that a worker gets on this system.
  static func probe(_ isolation: PluginIsolation) throws(WorkerProcess.Failure) -> Protections {
    let worker = try WorkerProcess(program: isolation.worker)
    try worker.prepare(
      WorkerSetup(
        protections: Protections.all.subtracting(isolation.withheld).rawValue,
        memoryLimit: isolation.memory, timeLimit: 600, readable: systemFolders,
        runtimeFolder: nil, metrics: nil), required: [])
    return worker.inForce
  }

  // MARK: Workers

  /// A started worker with a plugin in it.
  struct Start {
    var worker: WorkerProcess
    /// The results of loading, one for each copy.
    var results: [WorkerProcess.Result] = []
    /// How the worker ended if it ended while loading the plugin.
    var end: WorkerEnd?
    /// The side effects before that end.
    var effects = SideEffects()
  }

  /// Starts a worker and loads a plugin into it. The worker is not part of the pool.
  /// - Parameters:
  ///   - copies: How often the plugin is loaded, each time from another file.
  ///   - limit: The time limit of loading; by default the isolation's.
  func start(
    _ plugin: IsolatedPlugin, copies: Int = 1, within limit: WorkerProcess.Limit? = nil
  ) throws(WorkerProcess.Failure) -> Start {
    let image = plugin.image
    var files: [[PrivateCopy]] = []
    do throws(PluginRefusal) {
      for _ in 0..<copies { files.append(try image.copies()) }
    } catch {
      throw .noMemory(reason: error.reason)
    }
    let worker = try WorkerProcess(program: isolation.worker)
    var setup = setup
    setup.hasCallbacks = image.manifest?.program.hasCallbacks == true
    try worker.prepare(setup, required: isolation.allowsUnconfined ? [] : .all)
    var payload = FlatWriter()
    payload.add(list: files) { writer, files in
      writer.add(
        WorkerPlugin(
          files: files.count, needed: image.main.needed, manifest: image.manifest?.program))
    }
    // The descriptors must stay open until they are sent.
    defer { withExtendedLifetime(files) {} }
    let round = worker.send(
      .load, jobs: copies, payload.bytes, files: files.flatMap { $0.map(\.descriptor) },
      within: limit ?? .init(isolation.loadTime))
    var start = Start(worker: worker, results: round.results, end: round.end)
    for index in start.results.indices {
      start.results[index].effects.denials.removeAll { image.isSearched($0) }
    }
    if round.end != nil {
      start.effects = round.effects
      start.effects.trace = trace(of: plugin, round)
    }
    return start
  }

  /// Calls a closure with a worker of a plugin; the worker is idle afterwards.
  /// - Parameters:
  ///   - isFresh: Whether to start a new worker.
  ///   - limit: The time limit of loading the plugin into a new worker.
  func withWorker<T>(
    of plugin: IsolatedPlugin, isFresh: Bool = false, within limit: WorkerProcess.Limit? = nil,
    _ body: (Start) -> T
  ) throws(WorkerProcess.Failure) -> T {
    var kept = take(plugin.number, isFresh: isFresh)
    defer { put(kept, of: plugin.number) }
    if let kept { return body(Start(worker: kept)) }
    let start = try start(plugin, within: limit)
    kept = start.worker
    return body(start)
  }

  /// Reserves a place and returns an idle worker of the plugin, or `nil` if a new one is to be
  /// started.
  private func take(_ plugin: Int, isFresh: Bool) -> WorkerProcess? {
    let limit = isolation.workers
    let own = monitor.wait {
      $0.busy < limit
    } then: { state -> WorkerProcess? in
      state.busy += 1
      let index = state.idle.lastIndex { $0.plugin == plugin }
      return index.map { state.idle.remove(at: $0).worker }
    }
    return isFresh ? nil : own
  }

  private func put(_ worker: WorkerProcess?, of plugin: Int) {
    let limit = isolation.idleWorkers
    // Ending a worker takes a moment, so it happens outside the lock.
    _ = monitor.change { state -> WorkerProcess? in
      state.busy -= 1
      if let worker, worker.isAlive { state.idle.append((plugin, worker)) }
      return state.idle.count > limit ? state.idle.removeFirst().worker : nil
    }
  }

  // MARK: Loading

  /// Seconds to load a plugin in the first pass, before all others were tried.
  private static let firstLoadTime = 0.25

  /// Loads plugins, each in its own worker, several at a time. Returns `nil` for those that did not
  /// fit into the time limit.
  func load(
    _ plugins: [IsolatedPlugin]
  ) throws(WorkerProcess.Failure) -> [IsolatedPlugin.Loading?] {
    let end = WorkerProcess.now() + isolation.examinationTime
    let results = Monitor([IsolatedPlugin.Loading?](repeating: nil, count: plugins.count))
    let failure = Monitor(WorkerProcess.Failure?.none)
    var left = Array(plugins.indices)
    // A plugin that hangs does not delay the others: it is tried again after them.
    for most in [Self.firstLoadTime, .infinity] {
      WorkerThreads.forEach(below: left.count, threads: isolation.workers) { [left] number in
        let time = min(most, end - WorkerProcess.now())
        guard time > 0, failure.withState({ $0 == nil }) else { return }
        do throws(WorkerProcess.Failure) {
          let loading = try plugins[left[number]].load(within: time)
          results.withState { $0[left[number]] = loading }
        } catch {
          failure.withState { $0 = $0 ?? error }
        }
      }
      if let failure = failure.withState({ $0 }) { throw failure }
      left = results.withState { results in left.filter { results[$0] == nil } }
    }
    return results.withState { $0 }
  }

  // MARK: Results

  /// Returns the documents of jobs in shared memory, or `nil` if there is no memory.
  func documents(of jobs: [IsolatedPlugin.Job]) -> SharedDocuments? {
    let all = jobs.flatMap { [$0.request.block.document, $0.request.settings.document] }
    if let last = monitor.withState({ $0.documents }), last.holds(all) { return last }
    let documents = SharedDocuments(all)
    monitor.withState { $0.documents = documents }
    return documents
  }

  /// Quarantines a plugin, unless failures are forgiven.
  func remember(_ plugin: IsolatedPlugin, _ loss: inout PluginLoss) {
    loss.isForgiven = isolation.forgives
    guard !isolation.forgives else { return }
    let record = QuarantineRecord(
      cause: loss.cause, notes: loss.notes, trace: loss.trace,
      path: PluginHost.absolutePath(plugin.image.file.path), plugin: plugin.identity)
    do throws(DigestFolder.Failure) {
      try isolation.quarantine?.remember(plugin.image.main.digest, record)
    } catch {
      monitor.withState { $0.unwritten.append(error) }
      let path = shown(error.path, limit: 200)
      loss.notes.append("the next run will not know of it: cannot write \(path): \(error.reason)")
    }
  }
}
