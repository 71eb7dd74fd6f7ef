internal import PluginCalls
internal import Providers

extension WorkerPool {
  /// Whether other plugins are in the worker that a plugin was loaded into.
  func isCommonToOthers(_ number: Int) -> Bool {
    withState { state in state.common.map { $0.members != [number] } ?? true }
  }

  /// What a plugin says of itself where nobody else can answer for it; `nil` where its worker ends.
  func wordAlone(of number: Int) -> Result<LoadedPlugin, PluginRefusal>? {
    withState { state in
      guard let start = try? start([number], state), start.end == nil else { return nil }
      var tables: [Int: LoadedTable] = [:]
      var refusals: [Int: PluginRefusal] = [:]
      var remarks: [Int: WorkerProcess.Result] = [:]
      read(start.results, of: [number], &tables, &refusals, &remarks)
      if let refusal = refusals[number] { return .failure(refusal) }
      return tables[number].map {
        .success(LoadedPlugin($0, of: state.members[number].image.file))
      }
    }
  }

  /// Loads members, in a worker that stays for drawing. Results in the order of the numbers.
  func load(
    _ numbers: [Int]
  ) throws(WorkerProcess.Failure) -> [Result<LoadedPlugin, PluginRefusal>] {
    var failure: WorkerProcess.Failure?
    let results = withState { state in
      do throws(WorkerProcess.Failure) {
        return try load(numbers, &state)
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    return results
  }

  private func load(
    _ numbers: [Int], _ state: inout State
  ) throws(WorkerProcess.Failure) -> [Result<LoadedPlugin, PluginRefusal>] {
    var refusals: [Int: PluginRefusal] = [:]
    var tables: [Int: LoadedTable] = [:]
    var attempts = 0
    // Each round loads all plugins that are left, or loses one.
    while true {
      let wanted = numbers.filter { refusals[$0] == nil }
      guard !wanted.isEmpty else { break }
      let (plugins, start) = try loading(wanted, state)
      state.common = nil
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
        guard attempts >= 3 else { continue }
        let refusal = PluginRefusal.noWorker(
          reason: "its worker \(end.cause) while it was loaded")
        for plugin in wanted.contains(suspect) ? [suspect] : wanted { refusals[plugin] = refusal }
      }
    }
    return numbers.map { plugin in
      guard refusals[plugin] == nil, let table = tables[plugin] else {
        return .failure(refusals[plugin] ?? .loader("the worker did not load it"))
      }
      let loaded = LoadedPlugin(table, of: state.members[plugin].image.file)
      state.members[plugin].identity = QuarantineRecord.Identity(loaded.descriptor)
      return .success(loaded)
    }
  }

  /// A living worker takes more plugins in; a new one has those that were loaded before, too.
  private func loading(
    _ wanted: [Int], _ state: State
  ) throws(WorkerProcess.Failure) -> (plugins: [Int], Start) {
    if let worker = state.common, worker.isAlive,
      !wanted.contains(where: { worker.members.contains($0) || state.members[$0].hasCallbacks })
    {
      return (wanted, load(wanted, into: worker, state))
    }
    let loaded = state.members.indices.filter {
      state.members[$0].identity != nil && state.convicted[$0] == nil && !wanted.contains($0)
    }
    return (loaded + wanted, try start(loaded + wanted, state))
  }

  /// Whether loading it tried something that was denied, or printed something.
  func didMoreThanLoad(_ plugin: Int) -> Bool {
    withState { $0.loadRemarks[plugin] != nil }
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
    for plugin in plugins.prefix(while: { $0 != suspect }) {
      if try start([plugin], state).end != nil { return plugin }
    }
    return nil
  }
}
