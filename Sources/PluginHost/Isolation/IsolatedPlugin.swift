internal import Diagnostics
internal import PluginCalls
internal import Providers
internal import Synchronization

/// An untrusted plugin, which runs in workers of its own. Any thread.
final class IsolatedPlugin: Sendable {
  let image: PluginImage
  /// Among the plugins of the pool.
  let number: Int
  let pool: WorkerPool
  private let found = Mutex<QuarantineRecord.Identity?>(nil)

  /// Takes a plugin in, without running any of its code.
  init(_ image: PluginImage, in pool: WorkerPool) throws(PluginRefusal) {
    if let nameless = image.neighbours.first(where: { $0.ownName != $0.name }) {
      throw .dependencyWithoutName(shown(nameless.name))
    }
    self.image = image
    self.pool = pool
    number = pool.nextNumber()
  }

  /// What it says that it is; `nil` before it was loaded.
  var identity: QuarantineRecord.Identity? { found.withLock { $0 } }

  /// What loading a plugin gave.
  struct Loading: Sendable {
    var plugin: Result<LoadedPlugin, PluginRefusal>
    /// What it did beside, where it did anything.
    var remarks: [Diagnostic] = []
  }

  /// Loads the plugin. One that breaks is asked a second time, in another worker, and is quarantined
  /// when it breaks again; one that hangs is not asked twice.
  /// - Parameter seconds: of the clock. When they are over before the plugin may be said to hang,
  ///   nothing is known of it: `nil`.
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

  /// What loading it in a worker gave, and how the worker ended meanwhile.
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
  /// "died of SIGSEGV".
  var cause: String
  /// What else is known of it.
  var notes: [String] = []
  /// Where the plugin died, for its author.
  var trace: [String] = []
  /// The worker, not the plugin, failed.
  var isWorkers = false
  /// The plugin is asked again for the next page.
  var isForgiven = false
  /// Nobody failed: the page is full.
  var isLimit = false

  static let fullPage = PluginLoss(
    cause: "is not asked: the sections before take all memory of the page", isLimit: true)
}

/// The plugins that are not run any more, by their numbers, and why.
final class PluginLosses: Sendable {
  private let losses = Mutex<[Int: PluginLoss]>([:])

  subscript(plugin: IsolatedPlugin) -> PluginLoss? {
    get { losses.withLock { $0[plugin.number] } }
    set { losses.withLock { $0[plugin.number] = newValue } }
  }
}
