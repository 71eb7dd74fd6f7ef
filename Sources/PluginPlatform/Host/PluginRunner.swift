internal import CSectionABI
internal import PluginCalls

/// Runs the providers of a registry for a page, in this process or in workers. Loads no plugin.
struct PluginRunner: ProviderRunner {
  private let contents: PluginCatalog.Contents
  private let measurer: any TextMeasurer
  /// The plugins that are not run again: they failed on this page, or on an earlier one unless
  /// `PluginIsolation.forgives` is set.
  private let losses: PluginLosses
  private let time: PageTime?
  /// The plugins whose stack trace a diagnostic of this page has.
  private let traced = Monitor(Set<String>())

  init(_ contents: PluginCatalog.Contents, measurer: any TextMeasurer) {
    self.contents = contents
    self.measurer = measurer
    losses = contents.pool?.lossesOfPage() ?? PluginLosses()
    time = contents.pool.map { PageTime($0.isolation) }
  }

  /// Workers share time and memory for a page.
  var drawsTogether: Bool {
    contents.plugins.contains { if case .isolated = $0.state { true } else { false } }
  }

  func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    guard !batch.isEmpty else { return [] }
    // The batch uses one context and one host table, which plugins must not use afterwards.
    let calls = HostCalls(measurer: measurer)
    var outcomes = [SectionOutcome?](repeating: nil, count: batch.count)
    var isolated: [IsolatedSection] = []
    for (index, (reference, request)) in batch.enumerated() {
      guard contents.positions.indices.contains(reference.plugin) else { continue }
      switch contents.state(of: reference.plugin) {
      case .loaded(let plugin):
        guard plugin.table.providers.indices.contains(reference.provider) else { continue }
        let provider = plugin.table.providers[reference.provider]
        outcomes[index] = plugin.reportingCrashes(in: request.blockCode) {
          calls.outcome(
            of: plugin.descriptor, provider, rows: plugin.table.rows, for: request
          ).outcome
        }
      case .isolated(let plugin, let workers):
        guard plugin.table.providers.indices.contains(reference.provider) else { continue }
        isolated.append(
          IsolatedSection(
            index: index, plugin: plugin, isolated: workers,
            job: (reference.provider, request)))
      case .unloadable(let plugin, let refusal):
        outcomes[index] = refusal.outcome(of: plugin, for: request)
      case .quarantined(let plugin, let loss):
        outcomes[index] = .lost(
          SectionFindings(plugin: plugin, request: request).diagnostic(of: loss))
      case .described, .read, .refused: break
      }
    }
    drawIsolated(isolated, calls, &outcomes)
    return zip(batch, outcomes).map { entry, outcome in
      outcome.map(tracedOnce) ?? Self.notLoaded(entry.request)
    }
  }

  /// Returns the outcome without the stack trace and the output of a plugin if an earlier diagnostic
  /// of the page has them.
  private func tracedOnce(_ outcome: SectionOutcome) -> SectionOutcome {
    guard case .lost(var diagnostic) = outcome, let plugin = diagnostic.plugin,
      !diagnostic.trace.isEmpty
    else { return outcome }
    let isFirst = traced.change { $0.insert(plugin).inserted }
    guard !isFirst else { return outcome }
    diagnostic.trace = ["its stack is with the first block that it lost"]
    diagnostic.notes.removeAll { $0.hasPrefix("it printed:") || $0.hasPrefix("  ") }
    return .lost(diagnostic)
  }

  static func notLoaded(_ request: SectionRequest) -> SectionOutcome {
    .internalError("a provider that is not loaded was requested", request)
  }

  private struct IsolatedSection {
    var index: Int
    var plugin: LoadedPlugin
    var isolated: IsolatedPlugin
    var job: IsolatedPlugin.Job
  }

  /// Draws the sections of isolated plugins in their workers, several plugins at a time.
  private func drawIsolated(
    _ sections: [IsolatedSection], _ calls: HostCalls, _ outcomes: inout [SectionOutcome?]
  ) {
    guard let pool = contents.pool, let time, !sections.isEmpty else { return }
    time.add(sections: sections.count)
    defer { time.finish() }
    func lose(_ entries: [IsolatedSection], _ loss: DrawingFailure) {
      for entry in entries { outcomes[entry.index] = outcome(of: .lost(loss), entry, calls) }
    }
    guard let documents = pool.documents(of: sections.map(\.job)) else {
      let cause = "has no memory to share the feed with"
      return lose(sections, DrawingFailure(cause: cause, isWorkers: true))
    }
    let plugins = Dictionary(grouping: sections, by: \.isolated.number)
      .sorted { $0.key < $1.key }.map(\.value)
    // At first, each plugin may use an equal share of `pageBytes`, and later what no plugin used.
    let share = pool.isolation.pageBytes / plugins.count
    let drawn = Monitor([[IsolatedPlugin.Outcome?]](repeating: [], count: plugins.count))
    let losses = losses
    WorkerThreads.forEach(below: plugins.count, threads: pool.isolation.workers) {
      [plugins] number in
      let entries = plugins[number]
      let outcomes = entries[0].isolated.draw(
        entries.map(\.job), documents, room: share, time: time, losses)
      drawn.withState { $0[number] = outcomes }
    }
    let results = drawn.withState { $0 }
    var room = pool.isolation.pageBytes - results.joined().reduce(0) { $0 + ($1?.bytes ?? 0) }
    for (entries, results) in zip(plugins, results) {
      /// Stores the outcomes of the sections. Returns the sections whose transcripts are broken.
      func read(
        _ entries: [IsolatedSection], _ results: [IsolatedPlugin.Outcome?]
      ) -> [IsolatedSection] {
        zip(entries, results).compactMap { entry, result in
          outcomes[entry.index] = outcome(of: result ?? .lost(.fullPage), entry, calls)
          return outcomes[entry.index] == nil ? entry : nil
        }
      }
      let isolated = entries[0].isolated
      let undrawn = zip(entries, results).filter { $1 == nil }.map(\.0)
      var spoilt = read(entries, results)
      let rest = isolated.draw(
        undrawn.map(\.job), documents, room: room, time: time, losses)
      room -= rest.reduce(0) { $0 + ($1?.bytes ?? 0) }
      spoilt += read(undrawn, rest)
      // If a transcript is broken, the plugin overwrote it. A new worker draws the section again.
      let again = isolated.draw(
        spoilt.map(\.job), documents, isFresh: true, room: share, time: time, losses)
      spoilt = read(spoilt, again)
      guard !spoilt.isEmpty else { continue }
      lose(spoilt, losses[isolated] ?? isolated.quarantine(after: .meddling, .init(), losses))
    }
  }

  /// Returns the outcome of a section, or `nil` if its transcript is broken.
  private func outcome(
    of drawing: IsolatedPlugin.Outcome, _ entry: IsolatedSection, _ calls: HostCalls
  ) -> SectionOutcome? {
    let (plugin, request) = (entry.plugin, entry.job.request)
    let lost = SectionFindings(plugin: plugin.descriptor, request: request)
    switch drawing {
    case .lost(let loss): return .lost(lost.diagnostic(of: loss))
    case .drawn(let result):
      let outcome = calls.outcome(of: plugin, entry.job.provider, for: request, from: result)
      guard case .section(let section, let warnings)? = outcome?.outcome else {
        return outcome?.outcome
      }
      return .section(section, warnings: warnings + lost.sideEffects(of: result))
    }
  }
}

extension PluginRefusal {
  /// Returns the outcome for a block whose plugin cannot be loaded: `lost`, or `failed` if the
  /// plugin's claims changed, so that another plugin may draw the block.
  fileprivate func outcome(
    of plugin: PluginDescriptor, for request: SectionRequest
  ) -> SectionOutcome {
    let found = diagnostic(ofPluginAt: plugin.path)
    var diagnostic = SectionFindings(plugin: plugin, request: request).diagnostic(
      found.code, found.message, notes: found.notes, helps: found.helps)
    diagnostic.trace = found.trace
    return self == .changed ? .failed(diagnostic) : .lost(diagnostic)
  }
}
