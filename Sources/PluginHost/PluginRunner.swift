internal import CSectionABI
package import Diagnostics
internal import LayoutCore
internal import PluginCalls
package import Providers

/// Runs the providers of a registry: those in this process here, the others through their worker.
package struct PluginRunner: ProviderRunner {
  /// Where a plugin of the registry runs.
  enum Place {
    case here(LazyPlugin)
    /// With its number among the worker's plugins.
    case worker(LoadedPlugin, Int)
    /// It comes when a feed has a block for it: `ready(for:)`.
    case listed
    /// Nowhere, and why.
    case quarantined(PluginDescriptor, WorkerPool.Loss)

    var here: LazyPlugin? { if case .here(let plugin) = self { plugin } else { nil } }
  }

  private let contents: PluginContents
  let shelf: PluginShelf
  private let here: InProcessRunner
  /// Nobody has to be asked elsewhere.
  private let isAllHere: Bool

  init(_ contents: PluginContents, of shelf: PluginShelf) {
    self.contents = contents
    self.shelf = shelf
    here = InProcessRunner(contents.places.map(\.here), measurer: shelf.measurer)
    isAllHere = contents.places.allSatisfy { $0.here != nil }
  }

  package func ready(
    for requests: [SectionRequest]
  ) -> (registry: ProviderRegistry, runner: any ProviderRunner)? {
    let contents = shelf.contents(readyFor: requests)
    contents.pool?.beginPage()
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
      case .worker(let plugin, let number):
        guard plugin.table.providers.indices.contains(entry.provider.provider) else { continue }
        far.append(
          Far(
            index: index, plugin: plugin,
            job: .init(
              plugin: number, provider: entry.provider.provider, request: entry.request)))
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
    var job: WorkerPool.Job
  }

  private func drawFar(_ far: [Far], _ outcomes: inout [SectionOutcome?]) {
    guard let pool = contents.pool, !far.isEmpty else { return }
    let desk = CallDesk(measurer: shelf.measurer)
    var spoilt: [Far] = []
    for (entry, outcome) in zip(far, pool.draw(far.map(\.job))) {
      outcomes[entry.index] = section(outcome, entry, desk)
      if outcomes[entry.index] == nil { spoilt.append(entry) }
    }
    guard !spoilt.isEmpty else { return }
    // A plugin in the common worker has written over results, perhaps not its own.
    for (entry, outcome) in zip(spoilt, pool.drawApart(spoilt.map(\.job))) {
      outcomes[entry.index] =
        section(outcome, entry, desk, isApart: true)
        ?? section(.lost(pool.convictOfMeddling(entry.job.plugin)), entry, desk)
    }
  }

  /// Makes the section of a transcript, with every check of one that is drawn here; `nil` when the
  /// transcript cannot be read, or its size not be believed.
  /// - Parameter isApart: it is of a worker without other plugins.
  private func section(
    _ outcome: WorkerPool.Outcome, _ entry: Far, _ desk: CallDesk, isApart: Bool = false
  ) -> SectionOutcome? {
    let (plugin, job) = (entry.plugin, entry.job)
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
