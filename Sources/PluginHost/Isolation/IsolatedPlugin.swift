internal import Diagnostics
internal import PluginCalls
internal import Providers
internal import Synchronization

/// An untrusted plugin, which runs in its own workers. Thread-safe.
final class IsolatedPlugin: Sendable {
  let image: PluginImage
  /// The plugin's number in the pool.
  let number: Int
  let pool: WorkerPool
  private let found = Mutex<QuarantineRecord.Identity?>(nil)

  /// Prepares a plugin without running any of its code.
  init(_ image: PluginImage, in pool: WorkerPool) throws(PluginRefusal) {
    if let nameless = image.neighbours.first(where: { $0.ownName != $0.name }) {
      throw .dependencyWithoutName(shown(nameless.name))
    }
    self.image = image
    self.pool = pool
    number = pool.nextNumber()
  }

  /// The plugin's id, version and claims; `nil` before it was loaded.
  var identity: QuarantineRecord.Identity? { found.withLock { $0 } }

  /// The result of loading a plugin.
  struct Loading: Sendable {
    var plugin: Result<LoadedPlugin, PluginRefusal>
    /// Diagnostics of side effects.
    var remarks: [Diagnostic] = []
  }

  /// Loads the plugin. After a crash it is loaded once more, in another worker, and is quarantined
  /// if it crashes again; a plugin that hangs is quarantined at once.
  /// - Parameter seconds: Wall-clock limit. If it ends before the plugin counts as hanging, the
  ///   result is `nil`.
  func load(within seconds: Double) throws(WorkerProcess.Failure) -> Loading? {
    var limit = WorkerProcess.Limit(pool.isolation.loadTime)
    let isCut = seconds < limit.clock
    limit.clock = min(limit.clock, seconds)
    var (result, end) = try loaded(within: limit)
    if let first = end, !first.isSilence {
      (result, end) = try loaded(isAgain: true, within: limit)
    }
    let remarks = result.map(PluginRemarks(file: image.file).diagnostics) ?? []
    if let end {
      if isCut, case .silence(.clock) = end { return nil }
      var loss = PluginLoss(cause: end.cause)
      pool.remember(self, &loss)
      return Loading(plugin: .failure(.brokeWhileLoading(cause: end.cause)), remarks: remarks)
    }
    guard let result else {
      return Loading(plugin: .failure(.loader("the worker did not load it")))
    }
    var reader = FlatReader(result.bytes)
    let plugin: Result<LoadedPlugin, PluginRefusal>
    do {
      let loaded = LoadedPlugin(try reader.table(), of: image.file)
      found.withLock { $0 = QuarantineRecord.Identity(loaded.descriptor) }
      plugin = .success(loaded)
    } catch let refusal as PluginRefusal {
      plugin = .failure(refusal)
    } catch {
      plugin = .failure(.loader("what its worker says of it cannot be read"))
    }
    return Loading(plugin: plugin, remarks: remarks)
  }

  /// Returns the result of loading it in a worker, and how the worker ended if it did.
  private func loaded(
    isAgain: Bool = false, within limit: WorkerProcess.Limit
  ) throws(WorkerProcess.Failure) -> (WorkerProcess.Result?, WorkerEnd?) {
    try pool.withWorker(of: self, isFresh: isAgain, within: limit) { start in
      (start.end == nil ? start.results.first : start.last, start.end)
    }
  }
}

/// Why a section is not drawn.
struct PluginLoss {
  /// A text such as "died of SIGSEGV".
  var cause: String
  /// Further notes of the diagnostic.
  var notes: [String] = []
  /// The stack trace of the crash, for the plugin's author.
  var trace: [String] = []
  /// Whether the worker, not the plugin, failed.
  var isWorkers = false
  /// Whether the plugin runs again for the next page.
  var isForgiven = false
  /// Whether the page's memory limit is reached, without a failure.
  var isLimit = false

  static let fullPage = PluginLoss(
    cause: "is not asked: the sections before take all memory of the page", isLimit: true)
}

/// The plugins that are not run any more, by their numbers, with the reasons.
final class PluginLosses: Sendable {
  private let losses = Mutex<[Int: PluginLoss]>([:])

  subscript(plugin: IsolatedPlugin) -> PluginLoss? {
    get { losses.withLock { $0[plugin.number] } }
    set { losses.withLock { $0[plugin.number] = newValue } }
  }
}
