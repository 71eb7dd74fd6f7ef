internal import Support
package import LayoutCore
package import PluginCalls
internal import Synchronization

/// A plugin that runs in its own workers. Thread-safe.
package final class IsolatedPlugin: Sendable {
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
    var warnings: [Diagnostic] = []
  }

  /// Loads the plugin. After a crash it is loaded once more, in another worker, and is quarantined
  /// if it crashes again; a plugin that hangs is quarantined at once.
  /// - Parameter seconds: Wall-clock limit. If it ends before the plugin counts as hanging, the
  ///   result is `nil`.
  func load(within seconds: Double) throws(WorkerProcess.Failure) -> Loading? {
    var limit = WorkerProcess.Limit(pool.isolation.loadTime)
    let isCut = seconds < limit.clock
    limit.clock = min(limit.clock, seconds)
    var start = try pool.withWorker(of: self, within: limit) { $0 }
    if let end = start.end, !end.isSilence {
      start = try pool.withWorker(of: self, isFresh: true, within: limit) { $0 }
    }
    if let end = start.end {
      if isCut, case .silence(.clock) = end { return nil }
      var loss = PluginLoss(cause: end.cause, trace: start.effects.trace)
      pool.remember(self, &loss)
      return Loading(
        plugin: .failure(.brokeWhileLoading(cause: end.cause, trace: loss.trace)),
        warnings: warnings(of: start.effects))
    }
    guard let result = start.results.first else {
      return Loading(plugin: .failure(.loader("the worker did not load it")))
    }
    let plugin = Result { () throws(PluginRefusal) in try image.plugin(describedBy: result.bytes) }
    if case .success(let loaded) = plugin {
      found.withLock { $0 = QuarantineRecord.Identity(loaded.descriptor) }
    }
    return Loading(plugin: plugin, warnings: warnings(of: result.effects))
  }

  private func warnings(of loading: SideEffects) -> [Diagnostic] {
    let name = image.file.shownPath
    return loading.distinct.diagnostics(
      of: name, plugin: name, time: " while it was loaded",
      note: "it did so while it was loaded; it had no effect")
  }
}

// MARK: Tools

extension IsolatedPlugin {
  /// Prepares a plugin file for tools that examine it instead of drawing a page: each of its
  /// workers has this plugin only, and nothing is retried, quarantined or recorded.
  /// - Parameters:
  ///   - path: The path of the file, in any folder; it is always loaded into the worker.
  ///   - runtimeFolder: The folder of the Swift runtime libraries installed with the program.
  package convenience init(
    fileAt path: String, isolation: PluginIsolation, runtimeFolder: String?,
    measurer: RecordedTextMeasurer
  ) throws(PluginRefusal) {
    try self.init(
      PluginImage(at: path).withTrustedLibraries(isolation, runtimeFolder: runtimeFolder),
      in: WorkerPool(isolation, runtimeFolder: runtimeFolder, measurer: measurer))
  }

  /// The Swift version, such as "6.3"; `nil` if SectionKit did not build the plugin.
  package var swiftVersion: String? {
    (try? ELFFile(ByteSource(image.main.bytes), entry: nil))?.swiftVersion
  }

  /// The manifest's program; `nil` for a library that implements the contract.
  package var manifest: ManifestProgram? { image.manifest?.program }

  /// Returns a new worker with the plugin in it.
  /// - Parameter copies: How often it is loaded, 1 or 2, each time from another file.
  package func start(copies: Int = 1) throws(WorkerFault) -> ExaminedWorker {
    let before = WorkerProcess.now()
    do throws(WorkerProcess.Failure) {
      // Separate memory files: the loader treats a file as one library, whatever names it has.
      let start = try pool.start(self, copies: copies)
      return ExaminedWorker(start, of: self, seconds: WorkerProcess.now() - before)
    } catch {
      guard case .unconfined(let missing) = error else { throw WorkerFault(reason: error.words) }
      throw WorkerFault(reason: error.words, missing: missing.names)
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
