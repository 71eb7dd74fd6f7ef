extension IsolatedPlugin {
  package typealias Job = (provider: Int, request: SectionRequest)

  enum Outcome {
    case drawn(WorkerProcess.Result)
    case lost(PluginLoss)

    /// Size of the plugin's result for the section, in bytes.
    var bytes: Int { if case .drawn(let result) = self { result.bytes.count } else { 0 } }
  }

  /// Number of ends of workers for one page after which a plugin loses its sections.
  private static let mostEnds = 8

  /// Draws sections, in as many messages as needed.
  ///
  /// If the worker ends:
  /// 1. Results of finished jobs are kept.
  /// 2. The interrupted job is repeated in a new worker, unless it exceeded its time limit.
  /// 3. If that one ends too, the section is lost and the plugin is quarantined. Its other sections
  ///    are drawn until a worker ends again.
  ///
  /// A plugin that sleeps until the wall-clock limit loses all remaining sections.
  /// - Parameters:
  ///   - isFresh: Whether the first section is drawn alone in a new worker.
  ///   - room: Bytes of results after which no further message is sent.
  /// - Returns: The outcomes in the order of the jobs, `nil` for those that exceed `room`.
  func draw(
    _ jobs: [Job], _ documents: SharedDocuments, isFresh: Bool = false, room: Int,
    _ losses: PluginLosses
  ) -> [Outcome?] {
    var outcomes = [Outcome?](repeating: nil, count: jobs.count)
    func lose(_ lost: some Sequence<Int>, _ loss: PluginLoss) -> [Outcome?] {
      for index in lost { outcomes[index] = .lost(loss) }
      return outcomes
    }
    if let loss = losses[self] { return lose(jobs.indices, loss) }
    var pending = jobs.indices
    var room = room
    var isAgain = isFresh
    var ends = 0
    while let first = pending.first, room >= 0 {
      let round: WorkerProcess.Round
      do throws(WorkerFault) {
        round = try pool.withWorker(of: self, isFresh: isAgain) { start -> WorkerProcess.Round in
          if let end = start.loading.end { return WorkerProcess.Round(end: end) }
          let chunk = isAgain ? pending.prefix(1) : pending
          return start.worker.draw(
            jobs[chunk], documents, within: .init(pool.isolation.sectionTime))
        }
      } catch {
        return lose(pending, PluginLoss(cause: "has no worker: \(error.reason)", isWorkers: true))
      }
      for result in round.results {
        outcomes[pending.removeFirst()] = .drawn(result)
        room -= result.bytes.count
      }
      let wasAgain = isAgain
      isAgain = false
      guard let end = round.end else { continue }
      ends += 1
      // An unanswered message has an unfinished job, whatever its counters contain.
      if wasAgain || pending.isEmpty { pending = (wasAgain ? first : jobs.count - 1)..<jobs.count }
      if let loss = losses[self] { return lose(pending, loss) }
      var isHang = false
      if case .silence(let time) = end, round.hasBegun {
        if case .clock = time { return lose(pending, quarantine(after: end, round, losses)) }
        isHang = true
      }
      if wasAgain || isHang {
        outcomes[pending.removeFirst()] = .lost(quarantine(after: end, round, losses))
      } else if ends > Self.mostEnds {
        return lose(pending, quarantine(after: end, round, losses))
      } else {
        isAgain = true
      }
    }
    return outcomes
  }

  /// Writes a page; if two workers end, or one does not answer, the plugin is quarantined.
  func write(_ page: PageRequest, renderer: Int, _ losses: PluginLosses) -> Outcome {
    var isAgain = false
    while true {
      if let loss = losses[self] { return .lost(loss) }
      do throws(WorkerFault) {
        let round = try pool.withWorker(of: self, isFresh: isAgain) {
          start -> WorkerProcess.Round? in
          if let end = start.loading.end { return WorkerProcess.Round(end: end) }
          return start.worker.write(
            page, renderer: renderer, within: .init(pool.isolation.pageTime))
        }
        guard let round else {
          return .lost(PluginLoss(cause: "has no memory to share the page with", isWorkers: true))
        }
        if let result = round.results.first { return .drawn(result) }
        guard let end = round.end else {
          return .lost(PluginLoss(cause: "was not asked", isWorkers: true))
        }
        if isAgain || end.isSilence { return .lost(quarantine(after: end, round, losses)) }
        isAgain = true
      } catch {
        return .lost(PluginLoss(cause: "has no worker: \(error.reason)", isWorkers: true))
      }
    }
  }

  /// Quarantines the plugin: its workers have no other one that could be the cause.
  func quarantine(
    after end: WorkerEnd, _ round: WorkerProcess.Round, _ losses: PluginLosses
  ) -> PluginLoss {
    var loss = PluginLoss(
      cause: end.cause, notes: round.lastCall.map { ["it was in \($0.name)"] } ?? [])
    loss.notes += round.effects.denials.map { "it tried to \($0.words)" }
    loss.notes += lastLines(of: round.effects.printed)
    loss.trace = pool.trace(of: self, round)
    pool.remember(self, &loss)
    losses[self] = loss
    return loss
  }
}
