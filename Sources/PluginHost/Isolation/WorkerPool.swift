internal import CIsolation
internal import Diagnostics
internal import FeedDocument
internal import Glibc
internal import LayoutCore
internal import PluginCalls
internal import Providers
internal import Synchronization

/// Runs the plugins that nobody vouched for: all in one worker as long as nothing happens.
///
/// What happens when a worker ends:
/// 1. Results of jobs that were done are kept.
/// 2. The plugin whose job was under way is the suspect: its job is done again in a worker of its own.
/// 3. If that one ends too, the plugin is quarantined and the section lost; the rest goes on in a new
///    common worker.
/// 4. If not, the damage was another plugin's: each plugin of the batch gets a worker of its own until
///    one of them ends, and that plugin is quarantined. So it goes too when the worker ends with nothing
///    under way, or with results that cannot be read.
final class WorkerPool: @unchecked Sendable {
  // Invariant behind @unchecked: `state` is touched inside `lock` only.

  struct Member {
    let image: PluginImage
    /// Copies of its libraries, in the order of loading.
    let copies: [PrivateCopy]
    /// What it says that it is; `nil` before it was loaded.
    var identity: QuarantineRecord.Identity?

    /// Calls a library that calls back, for which a worker is prepared at its start.
    var hasCallbacks: Bool { image.manifest?.program.hasCallbacks == true }
  }

  struct State {
    var members: [Member]
    var common: WorkerProcess?
    var documents: SharedDocuments?
    /// Why a plugin is not run any more.
    var convicted: [Int: Loss] = [:]
    /// What plugins did while they were loaded.
    var loadRemarks: [Int: WorkerProcess.Result] = [:]
    /// That could not be written down.
    var unwritten: [DigestFolder.Failure] = []
  }

  let isolation: PluginIsolation
  let setup: WorkerSetup
  private let lock = Mutex<Void>(())
  private var state: State

  /// - Parameter metrics: of the texts that plugins measure.
  init(_ isolation: PluginIsolation, runtimeFolder: String?, metrics: FontMetrics) {
    self.isolation = isolation
    var folders = Self.systemFolders
    if let runtimeFolder { folders.append(runtimeFolder) }
    // Where a toolchain's runtime is used instead of an installed one.
    if let core = DynamicLoader.loaded("libswiftCore.so"),
      let path = SystemCalls.path(ofLibrary: core), let slash = path.lastIndex(of: "/")
    {
      folders.append(String(path[..<slash]))
    }
    setup = WorkerSetup(
      protections: Protections.all.subtracting(isolation.withheld).rawValue,
      memoryLimit: isolation.memory, timeLimit: 600, readable: folders,
      runtimeFolder: runtimeFolder, metrics: metrics == .bundled ? nil : metrics)
    state = State(members: [])
  }

  /// Takes a plugin in, which is not loaded yet, and gives its number.
  func add(_ image: PluginImage) throws(PluginRefusal) -> Int {
    let member = try Self.member(image)
    return withState { state in
      state.members.append(member)
      return state.members.count - 1
    }
  }

  /// What loading libraries takes.
  private static let systemFolders = [
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
  ]

  private static func member(_ image: PluginImage) throws(PluginRefusal) -> Member {
    var copies: [PrivateCopy] = []
    for neighbour in image.neighbours {
      guard neighbour.ownName == neighbour.name else {
        throw .dependencyWithoutName(shown(neighbour.name))
      }
      copies.append(try PrivateCopy(of: neighbour.bytes, named: neighbour.name))
    }
    if image.manifest?.program.systemLibrary == nil {
      copies.append(try PrivateCopy(of: image.main.bytes, named: image.file.shownPath))
    }
    return Member(image: image, copies: copies)
  }

  /// What is to be said of plugins as such.
  func remarks() -> [Diagnostic] {
    withState { state in
      state.loadRemarks.sorted { $0.key < $1.key }.flatMap { plugin, result in
        PluginRemarks(file: state.members[plugin].image.file).diagnostics(of: result)
      } + state.unwritten.map { PluginRemarks.diagnostic(of: $0) }
    }
  }

  /// Another page begins.
  func beginPage() {
    guard isolation.forgives else { return }
    withState { state in
      guard !state.convicted.isEmpty else { return }
      state.convicted = [:]
      // The worker that is there may lack those that are asked again.
      state.common = nil
    }
  }

  func withState<T>(_ body: (inout State) -> T) -> T {
    lock.withLock { _ in body(&state) }
  }

  /// The protections that a worker gets here.
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

  /// A worker with plugins in it, and what loading each of them gave.
  struct Start {
    var worker: WorkerProcess
    var results: [WorkerProcess.Result] = []
    /// How it ended while it loaded the plugin behind the results.
    var end: WorkerEnd?
    /// What that plugin did until then.
    var last: WorkerProcess.Result?
  }

  func start(_ plugins: [Int], _ state: State) throws(WorkerProcess.Failure) -> Start {
    let worker = try WorkerProcess(program: isolation.worker)
    var setup = setup
    setup.hasCallbacks = plugins.contains { state.members[$0].hasCallbacks }
    try worker.prepare(setup, required: isolation.allowsUnconfined ? [] : .all)
    return load(plugins, into: worker, state)
  }

  /// Loads plugins beside those that a worker has.
  func load(_ plugins: [Int], into worker: WorkerProcess, _ state: State) -> Start {
    worker.members += plugins
    var start = Start(worker: worker)
    var rest = plugins[...]
    while !rest.isEmpty {
      let chunk = Self.chunk(of: rest, state)
      rest = rest.dropFirst(chunk.count)
      var payload = FlatWriter()
      payload.add(list: chunk) { writer, plugin in
        let member = state.members[plugin]
        writer.add(
          WorkerPlugin(
            files: member.copies.count, needed: member.image.main.needed,
            manifest: member.image.manifest?.program))
      }
      let round = worker.send(
        .load, jobs: chunk.count, payload.bytes,
        files: chunk.flatMap { state.members[$0].copies.map(\.descriptor) },
        within: isolation.loadTime)
      start.results += round.results
      if let end = round.end {
        start.end = end
        start.last = WorkerProcess.Result(
          bytes: [], output: round.lastWords, denials: round.lastDenials,
          trace: trace(of: chunk[min(round.results.count, chunk.count - 1)], round, state))
        break
      }
    }
    return start
  }

  /// As many plugins as one message can bring the copies of.
  private static func chunk(of plugins: ArraySlice<Int>, _ state: State) -> [Int] {
    var chunk: [Int] = []
    var files = 0
    for plugin in plugins {
      files += state.members[plugin].copies.count
      guard chunk.isEmpty || files <= Int(SE_MESSAGE_FILES) else { break }
      chunk.append(plugin)
    }
    return chunk
  }

  /// Writes a plugin off.
  func convict(_ plugin: Int, _ loss: inout Loss, _ state: inout State) {
    loss.isForgiven = isolation.forgives
    if !isolation.forgives { remember(plugin, &loss, &state) }
    state.convicted[plugin] = loss
  }

  private func remember(_ plugin: Int, _ loss: inout Loss, _ state: inout State) {
    let member = state.members[plugin]
    let record = QuarantineRecord(
      cause: loss.cause, notes: loss.notes, trace: loss.trace,
      path: PluginHost.absolutePath(member.image.file.path),
      plugin: member.identity)
    do throws(DigestFolder.Failure) {
      try isolation.quarantine?.remember(member.image.main.digest, record)
    } catch {
      state.unwritten.append(error)
      let path = shown(error.path, limit: 200)
      loss.notes.append("the next run will not know of it: cannot write \(path): \(error.reason)")
    }
  }
}
