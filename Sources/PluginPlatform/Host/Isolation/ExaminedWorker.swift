package import FeedDocument
internal import Glibc
package import PluginCalls

/// A worker with one plugin, for tools that need the outcome of each section or page.
package final class ExaminedWorker {
  package enum Loading: Sendable {
    case loaded(PluginDescriptor)
    case refused(PluginRefusal)
    /// The worker ended. `cause` is a text such as "died of SIGSEGV". `isSilence` is whether the
    /// plugin exceeded a time limit.
    case ended(cause: String, isSilence: Bool)
  }

  package struct Drawing: Sendable {
    package let outcome: SectionOutcome
    /// Whether the outcome is a section, or the plugin gave a reason for having none.
    package let hasReason: Bool
    package let log: WorkerLog
  }

  package struct End: Sendable {
    package var cause: String
    package var isSilence: Bool
    /// Whether the worker ended during a section: the section after the last drawing.
    package var hasBegun: Bool
    package var log = WorkerLog()
  }

  package let loadings: [Loading]
  package let loadingLog: WorkerLog
  /// The time from the start of the process until the plugin was loaded, in seconds.
  package let startSeconds: Double
  /// Whether the worker loaded the plugin from file copies, not from copies in memory.
  package let isNamed: Bool
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
    isNamed = start.isNamed
    var log = WorkerLog()
    var loadings: [Loading] = []
    var loaded: LoadedPlugin?
    for result in start.loading.results {
      log += result.log
      do throws(PluginRefusal) {
        let found = try plugin.image.plugin(describedBy: result.bytes)
        loaded = loaded ?? found
        loadings.append(.loaded(found.descriptor))
      } catch {
        loadings.append(.refused(plugin.image.explain(error)))
      }
    }
    if let end = start.loading.end {
      log += start.loading.log
      loadings.append(.ended(cause: end.cause, isSilence: end.isSilence))
    }
    self.loadings = loadings
    self.loaded = loaded
    loadingLog = log
  }

  package var isAlive: Bool { worker.isAlive }

  /// The resident memory of the worker without shared memory, in bytes; `nil` if unknown.
  package var ownMemory: Int? {
    guard worker.isAlive else { return nil }
    let file = open("/proc/\(worker.process)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { $1 = fill($0, from: file, at: 0) }
    // The fields are numbers of pages: address space, resident pages, resident shared pages.
    let words = String(decoding: bytes, as: UTF8.self)
      .split(separator: " ").compactMap { Int($0) }
    guard words.count > 2 else { return nil }
    return (words[1] - words[2]) * Int(getpagesize())
  }

  /// Draws sections until the worker ends, and returns the finished drawings in order.
  /// - Parameter isBare: Whether to hide `section.content/1`, like a host of contract 1.0.
  package func draw(
    _ requests: [IsolatedPlugin.Job], isBare: Bool = false
  ) -> (drawings: [Drawing], end: End?) {
    let (results, end) = send(requests, isBare ? .drawBare : .draw)
    return (zip(requests, results).map { drawing(of: $0, $1) }, end)
  }

  /// Draws sections without reading the results, and returns the number of finished sections.
  package func exercise(_ requests: [IsolatedPlugin.Job]) -> (done: Int, end: End?) {
    let (results, end) = send(requests)
    return (results.count, end)
  }

  /// Measures the times of sections until the worker ends. Before that, draws each section twice
  /// with the normal time limit, so that slow sections fail early.
  package func time(_ requests: [IsolatedPlugin.Job]) -> (timings: [[SectionTiming]], end: End?) {
    let (done, early) = exercise(requests.flatMap { [$0, $0] })
    if let early { return (Array(repeating: [], count: done / 2), early) }
    let (results, end) = send(requests, .time, within: Self.timingTime)
    let timings = results.map { result in
      var reader = FlatReader(result.bytes)
      return (try? reader.read([SectionTiming].self)) ?? []
    }
    return (timings, end)
  }

  /// Draws sections until the worker ends, and returns the feed values that each section read.
  package func reads(of requests: [IsolatedPlugin.Job]) -> (values: [[FeedValue]], end: End?) {
    let (results, end) = send(requests, .read)
    let values = zip(requests, results).map { job, result in
      var reader = FlatReader(result.bytes)
      // `exists` removes values of the settings, whose indices have a bit that no feed index has.
      return ((try? reader.read([UInt32].self)) ?? []).map {
        FeedValue(document: job.request.block.document, index: $0)
      }.filter(\.exists)
    }
    return (values, end)
  }

  /// The time limit for all measurements of one section, in seconds.
  private static let timingTime = 60.0

  private func send(
    _ jobs: [IsolatedPlugin.Job], _ kind: WorkerMessage = .draw, within seconds: Double? = nil
  ) -> (results: [WorkerProcess.Result], end: End?) {
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
    return (results, End(cause: "stopped drawing", isSilence: true, hasBegun: false))
  }

  func ended(_ end: WorkerTermination, of round: WorkerProcess.Round) -> End {
    var log = round.log
    log.trace = pool.trace(of: plugin, round)
    return End(
      cause: end.cause, isSilence: end.isSilence, hasBegun: round.hasBegun, log: log)
  }

  private func drawing(of job: IsolatedPlugin.Job, _ result: WorkerProcess.Result) -> Drawing {
    guard let loaded, loaded.table.providers.indices.contains(job.provider) else {
      return Drawing(
        outcome: PluginRunner.notLoaded(job.request), hasReason: true, log: result.log)
    }
    let drawn = calls.outcome(of: loaded, job.provider, for: job.request, from: result)
    let lost = SectionFindings(plugin: loaded.descriptor, request: job.request)
    return Drawing(
      outcome: drawn?.outcome
        ?? .lost(lost.diagnostic(of: .init(cause: WorkerTermination.meddling.cause))),
      hasReason: drawn?.hasReason ?? true, log: result.log)
  }

  package enum Page: Sendable {
    /// The output, valid UTF-8.
    case written([UInt8])
    /// The renderer's reason; empty if it gave none.
    case failed(reason: String)
    /// The output violates the contract or exceeds a limit.
    case lost(reason: String, isLimit: Bool)
    case ended(End)
  }

  /// Lets a renderer, given by its index in the plugin, write a page.
  package func write(
    _ page: PageRequest, renderer: Int
  ) -> (page: Page, log: WorkerLog) {
    guard worker.isAlive, let documents = SharedDocuments([page.layout, page.options]) else {
      return (.failed(reason: "there is no memory to share the page with"), WorkerLog())
    }
    let round = worker.write(
      documents, renderer: renderer, within: .init(pool.isolation.pageTime))
    guard let result = round.results.first else {
      let end = ended(round.end ?? .silence(.clock(pool.isolation.pageTime)), of: round)
      return (.ended(end), end.log)
    }
    return (self.page(page, renderer, result), result.log)
  }

  private func page(
    _ page: PageRequest, _ renderer: Int, _ result: WorkerProcess.Result
  ) -> Page {
    guard let loaded, loaded.table.renderers.indices.contains(renderer) else {
      return .failed(reason: "it was not loaded")
    }
    guard !result.isTooLarge else { return .lost(reason: "the output is too large", isLimit: true) }
    let outcome = result.replayed { reader -> Page in
      do throws(ProviderCall.Stop) {
        return .written(
          try calls.output(
            of: loaded.table.renderers[renderer].reading(reader), layout: page.layout.tape,
            options: page.options.tape))
      } catch {
        guard case .violation(let violation) = error else { return .failed(reason: error.reason) }
        return .lost(reason: violation.message, isLimit: violation.isLimit)
      }
    }
    return outcome ?? .lost(reason: WorkerTermination.meddling.cause, isLimit: false)
  }
}
