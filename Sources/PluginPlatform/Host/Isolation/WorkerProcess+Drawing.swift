internal import CIsolation
internal import FeedDocument
internal import PluginCalls

extension WorkerProcess {
  /// Draws as many sections as one message holds, with the worker's plugin.
  /// - Parameters:
  ///   - documents: The documents of the jobs.
  ///   - kind: Whether sections are drawn or timed.
  ///   - limit: The time limit of one section.
  func draw(
    _ jobs: ArraySlice<IsolatedPlugin.Job>, _ documents: SharedDocuments,
    kind: WorkerMessage = .draw, within limit: Limit
  ) -> Round {
    let chunk = Array(jobs.prefix(Int(SE_ARENA_JOBS)))
    let isKnown = self.documents === documents
    self.documents = documents
    var payload = FlatWriter()
    payload.add(list: documents.descriptions) { $0.add($1) }
    payload.add(list: chunk) { writer, job in
      writer.add(
        WorkerTask(
          plugin: 0, provider: job.provider,
          feed: documents.number(of: job.request.block.document) ?? .init(UInt32.max),
          settings: documents.number(of: job.request.settings.document) ?? .init(UInt32.max),
          block: job.request.block.index, settingsValue: job.request.settings.index,
          blockCode: job.request.blockCode, showType: job.request.showType,
          environment: job.request.environment, layoutOverride: job.request.layoutOverride))
    }
    return send(
      kind, jobs: chunk.count, payload.bytes, files: isKnown ? [] : [documents.file],
      within: limit)
  }

  /// Writes a page with the worker's plugin; returns `nil` if there is no memory to share the page.
  func write(_ page: PageRequest, renderer: Int, within limit: Limit) -> Round? {
    guard let documents = SharedDocuments([page.layout, page.options]) else { return nil }
    // The worker keeps one file of documents at a time.
    self.documents = documents
    var payload = FlatWriter()
    payload.add(list: documents.descriptions) { $0.add($1) }
    payload.add(RenderTask(plugin: 0, renderer: renderer))
    return send(.render, jobs: 1, payload.bytes, files: [documents.file], within: limit)
  }
}

extension WorkerProcess.Failure {
  /// The reason in words.
  var words: String {
    switch self {
    case .noMemory(let reason): "no shared memory: \(reason)"
    case .cannotStart(let reason): "its program does not start: \(reason)"
    case .unconfined(let missing):
      "this system lacks \(missing.names.joined(separator: ", "))"
    }
  }
}
