internal import Support
internal import Dispatch
internal import LayoutCore
internal import LayoutReview
internal import PluginHost
internal import Renderers
internal import SectionEngine
internal import Synchronization

/// Draws the cells of feeds on several threads.
struct SnapshotDrawer {
  struct Job: Sendable {
    var feed: OpenedFeed
    var cell: SnapshotCell
    var environment: LayoutEnvironment
    var state: SnapshotFeedState
  }

  /// The maximum number of threads; `nil` for one per processor. The results do not depend on it.
  var threads: Int?

  /// Returns the drawing of each job, in their order.
  ///
  /// Feeds whose plugins may run in a worker are drawn one cell after the other: a worker handles
  /// one request at a time, and a plugin that breaks must always break at the same cell.
  /// - Parameter groups: Ranges of jobs of one feed whose environments differ only in appearance
  ///   and locale.
  func drawings(of jobs: [Job], groups: [Range<Int>]) -> [SnapshotDrawing] {
    let apart = groups.filter { jobs[$0.lowerBound].feed.isAllBundled }
    let results = Mutex([SnapshotDrawing](repeating: .same, count: jobs.count))
    let next = Atomic(0)
    // One iteration per thread; each takes groups until none are left.
    DispatchQueue.concurrentPerform(iterations: min(threads ?? apart.count, apart.count)) { _ in
      while true {
        let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard position < apart.count else { return }
        let drawings = Self.drawings(of: jobs[apart[position]])
        results.withLock { $0.replaceSubrange(apart[position], with: drawings) }
      }
    }
    var drawings = results.withLock { $0 }
    for group in groups where !jobs[group.lowerBound].feed.isAllBundled {
      drawings.replaceSubrange(group, with: Self.drawings(of: jobs[group]))
    }
    return drawings
  }

  /// Requests the drawings of each job, and lays out and writes equal drawings once: appearance and
  /// locale affect frames only through the providers, and appear only in the feed line of a dump.
  private static func drawings(of jobs: ArraySlice<Job>) -> [SnapshotDrawing] {
    var known: [(drawings: [FallbackLadder.Drawing], result: Result)] = []
    return jobs.map { job in
      let engine = job.feed.engine
      let drawn = engine.draw(engine.prepare(job.feed.scene(in: job.environment)))
      let result: Result
      if let same = known.first(where: { $0.drawings == drawn.drawings }) {
        result = same.result
      } else {
        result = Self.result(of: drawn, job)
        known.append((drawn.drawings, result))
      }
      switch result {
      case .failed(let diagnostics): return .failed(diagnostics)
      case .text(let text):
        if job.state.expected(for: job.cell) == text { return .same }
        return .different(text.naming(job.environment))
      }
    }
  }

  private enum Result {
    case text(SnapshotText)
    case failed([Diagnostic])
  }

  private static func result(of drawn: DrawnScene, _ job: Job) -> Result {
    var engine = job.feed.engine
    engine.threads = 1
    let page = engine.place(drawn).rendered
    // A page that lost sections cannot be a reference.
    let losses = job.feed.losses(among: page.diagnostics)
    guard losses.isEmpty else { return .failed(losses) }
    var options = RenderOptions()
    options.all = true
    let bytes = DumpRenderer(options: options).bytes(of: page)
    guard let text = SnapshotText(bytes, of: job.environment) else {
      return .failed([
        Diagnostic(.internalError, .error, "a dump does not name its environment")
      ])
    }
    return .text(text)
  }
}

extension OpenedFeed {
  /// Whether all plugins are bundled ones, which run in this program.
  fileprivate var isAllBundled: Bool {
    providers.registry.plugins.allSatisfy { $0.origin == .bundled }
  }
}
