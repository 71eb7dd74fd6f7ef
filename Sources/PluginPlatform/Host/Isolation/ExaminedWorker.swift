internal import Support
internal import Glibc
internal import LayoutCore
package import PluginCalls

/// A worker with one plugin in it, with the outcome of each section.
package final class ExaminedWorker {
  package typealias Request = (provider: Int, request: SectionRequest)

  /// The result of loading the plugin, one for each copy.
  package enum Loading: Sendable {
    case loaded(PluginDescriptor)
    case refused(PluginRefusal)
    /// The cause is a text such as "died of SIGSEGV".
    case ended(cause: String, isSilence: Bool)
  }

  package struct Drawing: Sendable {
    package let outcome: SectionOutcome
    /// Whether the plugin gave a reason, if the outcome is not a section.
    package let hasReason: Bool
    package let effects: SideEffects
  }

  package struct Batch: Sendable {
    /// The finished sections, in order; all of them unless the worker ended.
    package var drawings: [Drawing] = []
    package var end: End?
  }

  package struct End: Sendable {
    /// A text such as "died of SIGSEGV".
    package var cause: String
    package var isSilence: Bool
    /// Whether a section was under way, the one after the last drawing.
    package var hasBegun: Bool
    package var effects = SideEffects()
  }

  package let loadings: [Loading]
  /// The side effects of loading.
  package let loadingEffects: SideEffects
  /// Seconds from the start of the process until the plugin was loaded.
  package let startSeconds: Double
  let worker: WorkerProcess
  let plugin: IsolatedPlugin
  var pool: WorkerPool { plugin.pool }
  let loaded: LoadedPlugin?
  let calls: HostCalls

  init(_ start: WorkerPool.Start, of plugin: IsolatedPlugin, seconds: Double) {
    worker = start.worker
    self.plugin = plugin
    calls = HostCalls(measurer: plugin.pool.measurer)
    startSeconds = seconds
    var effects = SideEffects()
    var loadings: [Loading] = []
    var loaded: LoadedPlugin?
    for result in start.results {
      effects += result.effects
      do throws(PluginRefusal) {
        let found = try plugin.image.plugin(describedBy: result.bytes)
        loaded = loaded ?? found
        loadings.append(.loaded(found.descriptor))
      } catch {
        loadings.append(
          .refused(plugin.image.explain(error, runtimeFolder: plugin.pool.setup.runtimeFolder)))
      }
    }
    if let end = start.end {
      effects += start.effects
      loadings.append(.ended(cause: end.cause, isSilence: end.isSilence))
    }
    self.loadings = loadings
    self.loaded = loaded
    loadingEffects = effects
  }

  package var isAlive: Bool { worker.isAlive }

  /// Bytes of memory of the worker, without the memory shared with this process; `nil` if the
  /// system does not report it.
  package var ownMemory: Int? {
    guard worker.isAlive else { return nil }
    let file = open("/proc/\(worker.process)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    // Pages of the address space, resident pages, resident shared pages.
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split(separator: " ").compactMap { Int($0) }
    guard words.count > 2 else { return nil }
    return (words[1] - words[2]) * Int(getpagesize())
  }

  /// Draws sections, in as many messages as needed, until the worker ends.
  package func draw(_ requests: [Request]) -> Batch {
    let (results, end) = send(requests)
    var batch = Batch(end: end)
    batch.drawings = zip(requests, results).map { request, result in
      drawing(of: request, result)
    }
    return batch
  }

  /// Draws sections like `draw` without reading the results. Returns how many are done, and how the
  /// worker ended.
  package func exercise(_ requests: [Request]) -> (done: Int, end: End?) {
    let (results, end) = send(requests)
    return (results.count, end)
  }

  /// Times sections, several rounds of each, until the worker ends. First draws each twice, so that
  /// a section that exceeds the time limit fails early.
  package func time(_ requests: [Request]) -> (timings: [[SectionTiming]], end: End?) {
    let (done, early) = exercise(requests.flatMap { [$0, $0] })
    if let early { return (Array(repeating: [], count: done / 2), early) }
    let (results, end) = send(requests, .time, within: Self.timingTime)
    let timings = results.map { result in
      var reader = FlatReader(result.bytes)
      return (try? reader.list { reader throws(FlatReader.Malformed) in try reader.timing() }) ?? []
    }
    return (timings, end)
  }

  /// Seconds for all rounds of one section.
  private static let timingTime = 60.0

  private func send(
    _ requests: [Request], _ kind: WorkerMessage = .draw, within seconds: Double? = nil
  ) -> (results: [WorkerProcess.Result], end: End?) {
    let jobs = requests.map { IsolatedPlugin.Job(provider: $0.provider, request: $0.request) }
    var results: [WorkerProcess.Result] = []
    while results.count < jobs.count {
      guard worker.isAlive, let documents = pool.documents(of: jobs) else { break }
      let round = worker.draw(
        jobs[results.count...], documents, kind: kind,
        within: .init(seconds ?? pool.isolation.sectionTime))
      results += round.results
      if let end = round.end { return (results, ended(end, of: round)) }
      guard !round.results.isEmpty else { break }
    }
    guard results.count < jobs.count else { return (results, nil) }
    let end = End(cause: "stopped drawing", isSilence: true, hasBegun: false)
    return (results, end)
  }

  func ended(_ end: WorkerEnd, of round: WorkerProcess.Round) -> End {
    var effects = round.effects
    effects.trace = pool.trace(of: plugin, round)
    return End(
      cause: end.cause, isSilence: end.isSilence, hasBegun: round.hasBegun, effects: effects)
  }

  private func drawing(of request: Request, _ result: WorkerProcess.Result) -> Drawing {
    let effects = result.effects
    guard let loaded, loaded.table.providers.indices.contains(request.provider) else {
      return Drawing(
        outcome: PluginRunner.notLoaded(request.request), hasReason: true, effects: effects)
    }
    let lost = LostSection(plugin: loaded.descriptor, request: request.request)
    guard !result.isTooLarge else {
      return Drawing(outcome: .lost(lost.tooLarge()), hasReason: true, effects: effects)
    }
    return result.bytes.withUnsafeBytes { bytes in
      let reader = TranscriptReader(bytes)
      let (outcome, hasReason) = withExtendedLifetime(reader) {
        calls.explainedOutcome(
          of: loaded.descriptor, loaded.table.providers[request.provider].reading(reader),
          for: request.request)
      }
      return Drawing(
        outcome: reader.isBroken
          ? .lost(lost.diagnostic(of: .init(cause: WorkerEnd.meddling.cause))) : outcome,
        hasReason: hasReason,
        effects: effects)
    }
  }
}

extension WorkerEnd {
  var isSilence: Bool {
    switch self {
    case .silence, .slowness: true
    default: false
    }
  }
}
