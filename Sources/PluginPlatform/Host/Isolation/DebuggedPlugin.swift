internal import CIsolation
internal import Glibc
package import PluginCalls

/// A plugin in a worker under a debugger or a sanitizer, with practically infinite time limits.
package final class DebuggedPlugin {
  package enum Failure: Error {
    case refused(PluginRefusal)
    case worker(WorkerFault)
    /// The worker ended while it loaded the plugin; the cause is a text such as "died of SIGSEGV".
    case ended(cause: String, trace: [String])
  }

  /// A sanitizer of GCC and Clang, named as in the option `-fsanitize=`.
  package enum Sanitizer: String, CaseIterable, Sendable {
    case address, thread, undefined

    /// The part that all names of the sanitizer's runtime library contain.
    package var word: String {
      switch self {
      case .address: "asan"
      case .thread: "tsan"
      case .undefined: "ubsan"
      }
    }
  }

  package let descriptor: PluginDescriptor
  package var process: Int32 { worker.process }
  /// Whether the copies have file names, which lldb and tools that run later need.
  package let isNamed: Bool
  private let worker: WorkerProcess
  private let pool: WorkerPool
  private let copies: [PrivateCopy]

  /// Seconds, about 11 days: longer than any stop at a breakpoint.
  private static let patience = 1_000_000.0

  /// Returns the trace of a crash while loading, which only a worker without debugger records.
  private static func trace(of image: PluginImage, in pool: WorkerPool) -> [String] {
    let loading = try? IsolatedPlugin(image, in: pool).load(within: 10)
    guard case .failure(let refusal)? = loading?.plugin else { return [] }
    return refusal.trace
  }

  /// Starts a worker and loads the plugin.
  /// - Parameters:
  ///   - copyFolder: Where copies get file names; `nil` keeps them in memory.
  ///   - environment: The environment of the worker, as "NAME=value".
  ///   - isConfined: Whether the sandbox and the memory limit apply.
  package init(
    _ image: PluginImage, isolation: PluginIsolation, runtimeFolder: String?, copyFolder: String?,
    environment: [String], isConfined: Bool
  ) throws(Failure) {
    var isolation = isolation
    isolation.sectionTime = Self.patience
    isolation.loadTime = Self.patience
    if !isConfined { isolation.withheld = Protections.all.subtracting(.parentDeath) }
    pool = WorkerPool(isolation, runtimeFolder: runtimeFolder, measurer: RecordedTextMeasurer())
    let image = image.withTrustedLibraries(isolation, runtimeFolder: runtimeFolder)
    let libraries =
      image.neighbours + (image.manifest?.program.systemLibrary == nil ? [image.main] : [])
    let named = copyFolder.map { NamedCopies(folder: $0) }
    let paths = libraries.compactMap { named?.path(ofCopy: $0.bytes, $0.digest, named: $0.name) }
    isNamed = paths.count == libraries.count
    do throws(PluginRefusal) {
      copies = try (isNamed ? [] : libraries).map { (library) throws(PluginRefusal) in
        try PrivateCopy(of: library.bytes, named: library.name)
      }
    } catch { throw .refused(error) }
    do throws(WorkerFault) {
      worker = try WorkerProcess(program: isolation.worker, debugging: environment)
      var setup = pool.setup
      setup.timeLimit = UInt64(Self.patience)
      setup.hasCallbacks = image.manifest?.program.hasCallbacks == true
      if isNamed, let copyFolder { setup.readable.append(copyFolder) }
      try worker.prepare(
        setup, measuring: pool.measuring(),
        required: isConfined && !isolation.allowsUnconfined ? .all : [])
    } catch { throw .worker(error) }

    let plugin = WorkerPlugin(
      files: copies.count, paths: isNamed ? paths : [], needed: image.main.needed,
      manifest: image.manifest?.program)
    let round = worker.send(
      .load, jobs: 1, FlatWriter.bytes(of: [plugin]), files: copies.map(\.descriptor),
      within: .init(Self.patience))
    if let end = round.end {
      isolation.forgives = true
      let pool = WorkerPool(
        isolation, runtimeFolder: runtimeFolder, measurer: RecordedTextMeasurer())
      throw .ended(cause: end.cause, trace: Self.trace(of: image, in: pool))
    }
    do throws(PluginRefusal) {
      descriptor = try image.plugin(describedBy: round.results.first?.bytes ?? []).descriptor
    } catch { throw .refused(image.explain(error, runtimeFolder: runtimeFolder)) }
  }

  /// Addresses, in the worker, of the functions that open a section.
  package var entries: [UInt64] {
    let round = worker.send(.locate, jobs: 1, [], within: .init(Self.patience))
    var reader = FlatReader(round.results.first?.bytes ?? [])
    return (try? reader.read([UInt64].self)) ?? []
  }

  /// Starts a debugger on this terminal, and returns its process id or a negative error number.
  package static func startDebugger(_ words: [String]) -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return arguments.withUnsafeMutableBufferPointer { arguments in
      guard let list = arguments.baseAddress, let program = list[0] else { return -EINVAL }
      return se_spawn_debugger(program, list)
    }
  }

  /// Draws sections, and lets the worker end, unless it ends by itself for the returned cause.
  package func draw(_ jobs: [IsolatedPlugin.Job]) -> (drawn: Int, cause: String?) {
    var drawn = 0
    while drawn < jobs.count {
      guard let documents = pool.documents(of: jobs) else {
        return (drawn, "has no memory to share the feed with")
      }
      let round = worker.draw(jobs[drawn...], documents, within: .init(Self.patience))
      drawn += round.results.count
      if let end = round.end { return (drawn, end.cause) }
      guard !round.results.isEmpty else { return (drawn, "stopped drawing") }
    }
    worker.hangUp()
    return (drawn, nil)
  }
}

extension PluginImage {
  /// Returns the sanitizer runtime that it is linked with, or `nil` if the program must provide it.
  package func runtime(of sanitizer: DebuggedPlugin.Sanitizer) -> String? {
    main.needed.first { $0.contains(sanitizer.word) }
  }

  /// Returns whether its code calls the sanitizer's runtime. Complexity: O(bytes).
  package func isBuilt(with sanitizer: DebuggedPlugin.Sanitizer) -> Bool {
    let word = Array("__\(sanitizer.word)_".utf8)
    return main.bytes.withUnsafeBytes { bytes in
      bytes.indices.dropLast(word.count).contains { index in
        bytes[index] == word[0] && bytes[index..<index + word.count].elementsEqual(word)
      }
    }
  }
}
