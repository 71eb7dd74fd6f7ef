internal import Batching
internal import CSectionABI
package import Diagnostics
internal import LayoutCore
internal import PluginCalls
package import Providers

/// Runs the providers of a registry, in this process or through their workers.
package struct PluginRunner: ProviderRunner {
  /// Where a plugin of the registry runs.
  enum Place {
    case here(LazyPlugin)
    case worker(LoadedPlugin, IsolatedPlugin)
    /// It is loaded by `ready(for:)` when a feed has a block for it.
    case listed
    /// Not run, for this reason.
    case quarantined(PluginDescriptor, PluginLoss)

    var here: LazyPlugin? { if case .here(let plugin) = self { plugin } else { nil } }
  }

  private let contents: PluginContents
  let shelf: PluginShelf
  private let here: InProcessRunner
  /// Whether every plugin runs in this process.
  private let isAllHere: Bool
  /// The plugins that failed on this page and are not run again for it.
  private let losses: PluginLosses

  init(_ contents: PluginContents, of shelf: PluginShelf) {
    self.contents = contents
    self.shelf = shelf
    here = InProcessRunner(contents.places.map(\.here), measurer: shelf.measurer)
    isAllHere = contents.places.allSatisfy { $0.here != nil }
    losses = contents.pool?.lossesOfPage() ?? PluginLosses()
  }

  package func ready(
    for requests: [SectionRequest]
  ) -> (registry: ProviderRegistry, runner: any ProviderRunner)? {
    let contents = shelf.contents(readyFor: requests)
    return (contents.registry, PluginRunner(contents, of: shelf))
  }

  package var diagnostics: [Diagnostic]? { shelf.contents.diagnostics }

  package func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    if isAllHere { return here.run(batch) }
    var outcomes = [SectionOutcome?](repeating: nil, count: batch.count)
    var near: [Int] = []
    var far: [Far] = []
    for (index, entry) in batch.enumerated() {
      guard contents.places.indices.contains(entry.provider.plugin) else { continue }
      switch contents.places[entry.provider.plugin] {
      case .here: near.append(index)
      case .listed: break
      case .worker(let plugin, let isolated):
        guard plugin.table.providers.indices.contains(entry.provider.provider) else { continue }
        far.append(
          Far(
            index: index, plugin: plugin, isolated: isolated,
            job: .init(provider: entry.provider.provider, request: entry.request)))
      case .quarantined(let plugin, let loss):
        outcomes[index] = .lost(
          LostSection(plugin: plugin, request: entry.request).diagnostic(of: loss))
      }
    }
    for (index, outcome) in zip(near, here.run(near.map { batch[$0] })) {
      outcomes[index] = outcome
    }
    drawFar(far, &outcomes)
    return zip(batch, outcomes).map { entry, outcome in
      outcome ?? InProcessRunner.notLoaded(entry.request)
    }
  }

  private struct Far {
    var index: Int
    var plugin: LoadedPlugin
    var isolated: IsolatedPlugin
    var job: IsolatedPlugin.Job
  }

  /// Draws the sections of each plugin in its workers, several plugins at a time.
  private func drawFar(_ far: [Far], _ outcomes: inout [SectionOutcome?]) {
    guard let pool = contents.pool, !far.isEmpty else { return }
    func lose(_ entries: [Far], _ loss: PluginLoss) {
      for entry in entries { outcomes[entry.index] = section(.lost(loss), entry, desk) }
    }
    let desk = CallDesk(measurer: shelf.measurer)
    guard let documents = pool.documents(of: far.map(\.job)) else {
      return lose(far, PluginLoss(cause: "has no memory to share the feed with", isWorkers: true))
    }
    var plugins: [[Far]] = []
    var numbers: [Int: Int] = [:]
    for entry in far {
      let number = numbers[entry.isolated.number] ?? plugins.count
      if number == plugins.count { plugins.append([]) }
      numbers[entry.isolated.number] = number
      plugins[number].append(entry)
    }
    // Each plugin has the same share of the page's memory, independent of their order; the
    // remainder goes to those that need more, one after the other.
    let share = pool.isolation.pageBytes / plugins.count
    let drawn = Monitor([[IsolatedPlugin.Outcome?]](repeating: [], count: plugins.count))
    let losses = losses
    WorkerThreads.forEach(below: plugins.count, threads: pool.isolation.workers) {
      [plugins] number in
      let entries = plugins[number]
      let outcomes = entries[0].isolated.draw(
        entries.map(\.job), documents, room: share, losses)
      drawn.withState { $0[number] = outcomes }
    }
    let results = drawn.withState { $0 }
    var room = pool.isolation.pageBytes - results.joined().reduce(0) { $0 + ($1?.bytes ?? 0) }
    for (entries, results) in zip(plugins, results) {
      var spoilt: [Far] = []
      func read(_ entries: [Far], _ results: [IsolatedPlugin.Outcome?]) {
        for (entry, result) in zip(entries, results) {
          outcomes[entry.index] = section(result ?? .lost(.fullPage), entry, desk)
          if outcomes[entry.index] == nil { spoilt.append(entry) }
        }
      }
      let isolated = entries[0].isolated
      let undrawn = zip(entries, results).filter { $1 == nil }.map(\.0)
      read(entries, results)
      let rest = isolated.draw(undrawn.map(\.job), documents, room: room, losses)
      room -= rest.reduce(0) { $0 + ($1?.bytes ?? 0) }
      read(undrawn, rest)
      // The plugin overwrote its results: each section is drawn once more.
      let again = spoilt
      spoilt = []
      read(
        again,
        isolated.draw(again.map(\.job), documents, isFresh: true, room: share, losses))
      guard !spoilt.isEmpty else { continue }
      lose(spoilt, losses[isolated] ?? isolated.blame(.meddling, .init(), losses))
    }
  }

  /// Makes the section of a transcript, with all checks of a call in this process; returns `nil` if
  /// the transcript cannot be read.
  private func section(
    _ outcome: IsolatedPlugin.Outcome, _ entry: Far, _ desk: CallDesk
  ) -> SectionOutcome? {
    let (plugin, job) = (entry.plugin, entry.job)
    let lost = LostSection(plugin: plugin.descriptor, request: job.request)
    let result: WorkerProcess.Result
    switch outcome {
    case .lost(let loss): return .lost(lost.diagnostic(of: loss))
    case .drawn(let drawn): result = drawn
    }
    guard !result.isTooLarge else { return .lost(lost.tooLarge()) }
    return result.bytes.withUnsafeBytes { bytes in
      let reader = TranscriptReader(bytes)
      let outcome = withExtendedLifetime(reader) {
        desk.outcome(
          of: plugin.descriptor, plugin.table.providers[job.provider].reading(reader),
          for: job.request)
      }
      guard !reader.isBroken else { return nil }
      guard case .section(let section, let warnings) = outcome else { return outcome }
      return .section(section, warnings: warnings + lost.remarks(on: result))
    }
  }
}
