internal import CSectionABI
internal import Diagnostics
internal import LayoutCore
internal import PluginCalls
package import Providers

/// Runs the providers of a registry: those in this process here, the others through their worker.
package struct PluginRunner: ProviderRunner {
  /// Where a plugin of the registry runs.
  enum Place {
    case here
    /// Its number among the worker's plugins.
    case worker(Int)
    /// Nowhere, and why.
    case quarantined(WorkerPool.Loss)
  }

  let plugins: [LoadedPlugin]
  let places: [Place]
  private let here: InProcessRunner
  let pool: WorkerPool?
  let measurer: any TextMeasurer

  init(
    plugins: [LoadedPlugin], places: [Place], pool: WorkerPool?, measurer: any TextMeasurer
  ) {
    self.plugins = plugins
    self.places = places
    self.pool = pool
    self.measurer = measurer
    here = InProcessRunner(plugins: plugins, measurer: measurer)
  }

  package func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    guard pool != nil || !places.allSatisfy(\.isHere) else { return here.run(batch) }
    var outcomes = [SectionOutcome?](repeating: nil, count: batch.count)
    var near: [Int] = []
    var far: [(index: Int, job: WorkerPool.Job)] = []
    for (index, entry) in batch.enumerated() {
      guard places.indices.contains(entry.provider.plugin),
        plugins[entry.provider.plugin].table.providers.indices.contains(entry.provider.provider)
      else {
        outcomes[index] = InProcessRunner.notLoaded(entry.request)
        continue
      }
      switch places[entry.provider.plugin] {
      case .here: near.append(index)
      case .worker(let number):
        far.append(
          (index, .init(plugin: number, provider: entry.provider.provider, request: entry.request)))
      case .quarantined(let loss):
        outcomes[index] = .lost(
          LostSection(plugin: plugins[entry.provider.plugin].descriptor, request: entry.request)
            .diagnostic(of: loss))
      }
    }
    for (index, outcome) in zip(near, here.run(near.map { batch[$0] })) {
      outcomes[index] = outcome
    }
    drawFar(far, batch, &outcomes)
    return zip(batch, outcomes).map { entry, outcome in
      outcome ?? InProcessRunner.notLoaded(entry.request)
    }
  }

  private func drawFar(
    _ far: [(index: Int, job: WorkerPool.Job)],
    _ batch: [(provider: ProviderReference, request: SectionRequest)],
    _ outcomes: inout [SectionOutcome?]
  ) {
    guard let pool, !far.isEmpty else { return }
    let desk = CallDesk(measurer: measurer)
    var spoilt: [(index: Int, job: WorkerPool.Job)] = []
    for (entry, outcome) in zip(far, pool.draw(far.map(\.job))) {
      outcomes[entry.index] = section(outcome, entry.job, batch[entry.index].provider, desk)
      if outcomes[entry.index] == nil { spoilt.append(entry) }
    }
    guard !spoilt.isEmpty else { return }
    // A plugin in the common worker has written over results, perhaps not its own.
    for (entry, outcome) in zip(spoilt, pool.drawApart(spoilt.map(\.job))) {
      let owner = batch[entry.index].provider
      outcomes[entry.index] =
        section(outcome, entry.job, owner, desk, isApart: true)
        ?? section(.lost(pool.convictOfMeddling(entry.job.plugin)), entry.job, owner, desk)
    }
  }

  /// Makes the section of a transcript, with every check of one that is drawn here; `nil` when the
  /// transcript cannot be read, or its size not be believed.
  /// - Parameter isApart: it is of a worker without other plugins.
  private func section(
    _ outcome: WorkerPool.Outcome, _ job: WorkerPool.Job, _ owner: ProviderReference,
    _ desk: CallDesk, isApart: Bool = false
  ) -> SectionOutcome? {
    let plugin = plugins[owner.plugin]
    let lost = LostSection(plugin: plugin.descriptor, request: job.request)
    let result: WorkerProcess.Result
    switch outcome {
    case .lost(let loss): return .lost(lost.diagnostic(of: loss))
    case .drawn(let drawn): result = drawn
    }
    guard !result.isTooLarge else { return isApart ? .lost(lost.tooLarge()) : nil }
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
