import Diagnostics
import Dispatch
import LayoutCore
import LayoutReview
import Renderers
import Synchronization

/// Draws the cells of feeds, on several threads at once.
struct SnapshotDrawer {
  struct Job: Sendable {
    var feed: OpenedFeed
    var cell: SnapshotCell
    var environment: LayoutEnvironment
    var state: SnapshotFeedState
  }

  /// At most so many cells at a time; `nil`: one for each processor. The results are the same.
  var threads: Int?

  /// What came of each job, in their order.
  ///
  /// Feeds whose plugins may run in a worker are drawn one cell after the other: the worker does one thing
  /// at a time anyhow, and one that breaks must always break at the same cell.
  func drawings(of jobs: [Job]) -> [SnapshotDrawing] {
    let apart = jobs.indices.filter { jobs[$0].feed.isAllBundled }
    let results = Mutex([SnapshotDrawing](repeating: .same, count: jobs.count))
    let next = Atomic(0)
    // As many iterations as threads may work; each takes cells until there are none.
    DispatchQueue.concurrentPerform(iterations: min(threads ?? apart.count, apart.count)) { _ in
      while true {
        let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard position < apart.count else { return }
        let drawing = Self.drawing(of: jobs[apart[position]])
        results.withLock { $0[apart[position]] = drawing }
      }
    }
    var drawings = results.withLock { $0 }
    for index in jobs.indices where !jobs[index].feed.isAllBundled {
      drawings[index] = Self.drawing(of: jobs[index])
    }
    return drawings
  }

  private static func drawing(of job: Job) -> SnapshotDrawing {
    let page = job.feed.page(in: job.environment, threads: 1).page
    // Another run, or another machine, might draw it.
    let broken = page.diagnostics.filter(\.isAboutThisRun)
    guard broken.isEmpty else { return .failed(broken) }
    var options = RenderOptions()
    options.all = true
    let bytes = DumpRenderer(options: options).bytes(of: page)
    guard let text = SnapshotText(bytes, of: job.environment) else {
      return .failed([
        Diagnostic(.internalError, .error, "a dump does not name the environment that it is of")
      ])
    }
    return job.state.expected(for: job.cell) == text ? .same : .different(text)
  }
}

extension OpenedFeed {
  /// Whether everybody who may draw runs in this program.
  fileprivate var isAllBundled: Bool {
    providers.registry.plugins.allSatisfy { $0.origin == .bundled }
  }
}

extension Diagnostic {
  /// Whether it is about what this run or this machine did to a plugin, and not about feed and plugin.
  fileprivate var isAboutThisRun: Bool {
    switch code {
    case .pluginBroke, .pluginQuarantined, .protectionMissing, .workerFailed: severity > .note
    default: false
    }
  }
}
