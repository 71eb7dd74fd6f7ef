internal import FeedDocument
internal import PluginCalls
internal import Providers

extension WorkerPool {
  /// A page in a worker of its own, where nobody else could have done damage: who breaks it is the
  /// plugin.
  func write(_ page: PageRequest, plugin: Int, renderer: Int) -> Outcome {
    withState { state in
      if let loss = state.convicted[plugin] { return .lost(loss) }
      do throws(WorkerProcess.Failure) {
        let start = try start([plugin], state)
        if let end = start.end {
          return .lost(convict(plugin, end, WorkerProcess.Round(), &state))
        }
        guard let round = round(in: start.worker, page, renderer: renderer) else {
          return .lost(Loss(cause: "has no memory to share the page with", isWorkers: true))
        }
        if let result = round.results.first { return .drawn(result) }
        guard let end = round.end else {
          return .lost(Loss(cause: "was not asked", isWorkers: true))
        }
        return .lost(convict(plugin, end, round, &state))
      } catch {
        return .lost(Loss(cause: "has no worker: \(error.words)", isWorkers: true))
      }
    }
  }

  /// One page by the first plugin of a worker; `nil` where there is no memory to share it with.
  func round(
    in worker: WorkerProcess, _ page: PageRequest, renderer: Int
  ) -> WorkerProcess.Round? {
    guard let documents = SharedDocuments([page.layout, page.options]) else { return nil }
    // The worker keeps one file of documents at a time.
    worker.documents = documents
    var payload = FlatWriter()
    payload.add(list: documents.descriptions) { $0.add($1) }
    payload.add(RenderTask(plugin: 0, renderer: renderer))
    return worker.send(
      .render, jobs: 1, payload.bytes, files: [documents.file], within: isolation.pageTime)
  }
}
