package import PluginCalls
internal import Synchronization

/// A plugin that runs in its own workers. Thread-safe.
package final class IsolatedPlugin: Sendable {
  let image: PluginImage
  let number: Int
  let pool: WorkerPool
  private let found = Mutex<PluginDescriptor?>(nil)

  /// Prepares a plugin without running any of its code.
  init(_ image: PluginImage, in pool: WorkerPool) {
    self.image = image
    self.pool = pool
    number = pool.nextNumber()
  }

  /// The plugin's id, version and claims; `nil` before the plugin was loaded.
  var descriptor: PluginDescriptor? { found.withLock { $0 } }

  struct Loading: Sendable {
    var plugin: Result<LoadedPlugin, PluginRefusal>
    /// Diagnostics about side effects of loading, such as printed text or denied system calls.
    var warnings: [Diagnostic] = []
  }

  /// Loads the plugin in a worker. After a crash, loads it once more in a new worker. Quarantines a
  /// plugin that crashes twice or exceeds the time limit of loading.
  /// - Returns: `nil` if `seconds` is shorter than the time limit of loading and was exceeded.
  func load(within seconds: Double) throws(WorkerFault) -> Loading? {
    if let nameless = image.nameless { return Loading(plugin: .failure(nameless)) }
    var limit = WorkerProcess.Limit(pool.isolation.loadTime)
    let isCut = seconds < limit.clock
    limit.clock = min(limit.clock, seconds)
    var round = try pool.withWorker(of: self, within: limit) { $0.loading }
    if let end = round.end, !end.isSilence {
      round = try pool.withWorker(of: self, isFresh: true, within: limit) { $0.loading }
    }
    if let end = round.end {
      if isCut, case .silence(.clock) = end { return nil }
      var loss = DrawingFailure(cause: end.cause, trace: round.log.trace)
      pool.remember(self, &loss)
      return Loading(
        plugin: .failure(.brokeWhileLoading(cause: end.cause, trace: loss.trace)),
        warnings: warnings(of: round.log))
    }
    guard let result = round.results.first else {
      return Loading(plugin: .failure(.loader("the worker did not load it")))
    }
    let plugin = Result { () throws(PluginRefusal) in try image.plugin(describedBy: result.bytes) }
    if case .success(let loaded) = plugin {
      found.withLock { $0 = loaded.descriptor }
    }
    return Loading(plugin: plugin, warnings: warnings(of: result.log))
  }

  private func warnings(of loading: WorkerLog) -> [Diagnostic] {
    let name = image.file.shownPath
    return loading.diagnostics(
      of: name, plugin: name, time: " while it was loaded",
      note: "it did so while it was loaded; it had no effect")
  }

  /// Prepares a plugin file for tools, which call `start`: nothing is retried or quarantined.
  package convenience init(
    fileAt path: String, isolation: PluginIsolation, runtimeFolder: String?,
    measurer: any TextMeasurer
  ) throws(PluginRefusal) {
    var image = try PluginImage(at: path)
    let verdict = isolation.trusted.verdict(on: image, runtimeFolder: runtimeFolder)
    if case .trusted(let closure) = verdict { image.add(closure) }
    if let nameless = image.nameless { throw nameless }
    self.init(
      image, in: WorkerPool(isolation, runtimeFolder: runtimeFolder, measurer: measurer))
  }

  /// The Swift version, such as "6.3"; `nil` if the plugin does not use SectionKit.
  package var swiftVersion: String? { image.main.elf?.swiftVersion }

  /// The content of the manifest; `nil` for a library that implements the contract.
  package var manifest: ManifestProgram? { image.manifest?.program }

  /// Starts a worker and loads the plugin in it.
  /// - Parameters:
  ///   - copies: The number of times to load the plugin, each time from another copy of its file.
  ///   - debugging: The settings for a debugger or a sanitizer; `nil` without them.
  package func start(
    copies: Int = 1, debugging: Debugging? = nil
  ) throws(WorkerFault) -> ExaminedWorker {
    let before = WorkerProcess.now()
    // Each copy is a separate memory file, because the loader loads the same file only once.
    let start = try pool.start(self, copies: copies, debugging: debugging)
    return ExaminedWorker(start, of: self, seconds: WorkerProcess.now() - before)
  }
}

/// The reason why a section could not be drawn by its plugin.
struct DrawingFailure: Hashable {
  var cause: String
  var notes: [String] = []
  var trace: [String] = []
  /// Whether the worker could not run, so that the plugin is not the cause.
  var isWorkers = false
  /// Whether the plugin runs again for the next page.
  var isForgiven = false
  /// The diagnostic code of the page's limit that was reached; `nil` if the plugin failed.
  var limit: DiagnosticCode?

  static let fullPage = DrawingFailure(
    cause: "was skipped: earlier sections used up the page's memory limit", limit: .limitExceeded)

  static func outOfTime(_ seconds: Double) -> DrawingFailure {
    DrawingFailure(
      cause: "was stopped: the plugins of this page used up \(ResultViolation.text(seconds)) s of "
        + "processor time", limit: .pageTimeExceeded)
  }
}

/// The reasons why plugins are not run any more, by plugin number. Thread-safe.
final class PluginLosses: Sendable {
  private let losses = Mutex<[Int: DrawingFailure]>([:])

  subscript(plugin: IsolatedPlugin) -> DrawingFailure? {
    get { losses.withLock { $0[plugin.number] } }
    set { losses.withLock { $0[plugin.number] = newValue } }
  }
}
