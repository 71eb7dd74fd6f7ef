internal import PluginCalls
internal import Providers

extension WorkerPool {
  /// Loads every plugin, in a worker that stays for drawing. Refusals in the order of the images.
  func load() throws(WorkerProcess.Failure) -> [Result<LoadedPlugin, PluginRefusal>] {
    var failure: WorkerProcess.Failure?
    let results = withState { state in
      do throws(WorkerProcess.Failure) {
        return try load(&state)
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    return results
  }

  private func load(
    _ state: inout State
  ) throws(WorkerProcess.Failure) -> [Result<LoadedPlugin, PluginRefusal>] {
    var refusals: [Int: PluginRefusal] = [:]
    var tables: [Int: LoadedTable] = [:]
    var attempts = 0
    // Each round loads all plugins that are left, or loses one.
    while true {
      let plugins = state.members.indices.filter { refusals[$0] == nil }
      guard !plugins.isEmpty else { break }
      let start = try start(plugins, state)
      read(start.results, of: plugins, &tables, &refusals, &state.loadRemarks)
      guard let end = start.end else {
        state.common = start.worker
        break
      }
      let suspect = plugins[min(start.results.count, plugins.count - 1)]
      if let last = start.last { state.loadRemarks[suspect] = last }
      if let culprit = try brokenPlugin(suspect, of: plugins, state) {
        refusals[culprit] = .brokeWhileLoading(cause: end.cause)
        var loss = Loss(cause: end.cause)
        convict(culprit, &loss, &state)
      } else {
        // Nobody breaks alone: it may have been ended from outside.
        attempts += 1
        if attempts == 3 {
          refusals[suspect] = .noWorker(reason: "its worker \(end.cause) while it was loaded")
        }
      }
    }
    for (plugin, table) in tables {
      state.members[plugin].identity = .init(table)
    }
    return state.members.indices.map { plugin in
      guard refusals[plugin] == nil, let table = tables[plugin] else {
        return .failure(refusals[plugin] ?? .loader("the worker did not load it"))
      }
      return .success(LoadedPlugin(table, of: state.members[plugin].image.file))
    }
  }

  private func read(
    _ results: [WorkerProcess.Result], of plugins: [Int], _ tables: inout [Int: LoadedTable],
    _ refusals: inout [Int: PluginRefusal], _ remarks: inout [Int: WorkerProcess.Result]
  ) {
    for (plugin, result) in zip(plugins, results) where tables[plugin] == nil {
      if !result.denials.isEmpty || !result.output.isEmpty { remarks[plugin] = result }
      var reader = FlatReader(result.bytes)
      do {
        tables[plugin] = try reader.table()
      } catch let refusal as PluginRefusal {
        refusals[plugin] = refusal
      } catch {
        refusals[plugin] = .loader("what its worker says of it cannot be read")
      }
    }
  }

  /// The plugin that ends a worker which loads it alone: the suspect, else one of those before it.
  private func brokenPlugin(
    _ suspect: Int, of plugins: [Int], _ state: State
  ) throws(WorkerProcess.Failure) -> Int? {
    if try start([suspect], state).end != nil { return suspect }
    for plugin in plugins where plugin < suspect {
      if try start([plugin], state).end != nil { return plugin }
    }
    return nil
  }
}
