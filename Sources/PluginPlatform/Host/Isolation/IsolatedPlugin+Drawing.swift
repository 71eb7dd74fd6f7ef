extension IsolatedPlugin {
  package typealias Job = (provider: Int, request: SectionRequest)

  enum Outcome {
    case drawn(WorkerProcess.Result)
    case lost(DrawingFailure)

    /// The size of the transcript, in bytes; 0 for a lost section.
    var bytes: Int { if case .drawn(let result) = self { result.bytes.count } else { 0 } }
  }

  /// The number of workers that may end in one call of `outcomes`. If more end, the remaining jobs
  /// are lost and the plugin is quarantined.
  private static let mostEnds = 8

  /// Draws sections. See `outcomes` for the handling of failures.
  /// - Parameters:
  ///   - room: A size in bytes. No message is sent once the results are larger than it.
  ///   - time: The processor time of the page, to which this adds.
  /// - Returns: The outcomes in the order of the jobs; `nil` for jobs that were not sent.
  func draw(
    _ jobs: [Job], _ documents: SharedDocuments, isFresh: Bool = false, room: Int, time: PageTime,
    _ losses: PluginLosses
  ) -> [Outcome?] {
    outcomes(of: jobs.count, isFresh: isFresh, room: room, time: time, losses) { worker, chunk in
      worker.draw(jobs[chunk], documents, within: .init(pool.isolation.sectionTime))
    }
  }

  func write(_ page: PageRequest, renderer: Int, _ losses: PluginLosses) -> Outcome {
    guard let documents = SharedDocuments([page.layout, page.options]) else {
      return .lost(DrawingFailure(cause: "has no memory to share the page with", isWorkers: true))
    }
    let outcomes = outcomes(of: 1, isFresh: false, room: 0, losses) { worker, _ in
      worker.write(documents, renderer: renderer, within: .init(pool.isolation.pageTime))
    }
    return outcomes[0] ?? .lost(.fullPage)
  }

  /// Runs jobs in workers, with as many messages as needed.
  ///
  /// If the worker ends:
  /// 1. Results of finished jobs are kept.
  /// 2. The interrupted job is repeated in a new worker, unless it exceeded its time limit.
  /// 3. If it exceeded the limit, or the new worker ends too, the job is lost and the plugin is
  ///    quarantined. The plugin's other jobs continue until one of its workers ends again.
  ///
  /// If the exceeded limit is that of wall-clock time, or that of the page, all remaining jobs are
  /// lost.
  /// - Parameter isFresh: Whether the first job runs alone in a new worker.
  private func outcomes(
    of jobs: Int, isFresh: Bool, room: Int, time: PageTime? = nil, _ losses: PluginLosses,
    _ work: (WorkerProcess, Range<Int>) -> WorkerProcess.Round
  ) -> [Outcome?] {
    var outcomes = [Outcome?](repeating: nil, count: jobs)
    func lose(_ lost: some Sequence<Int>, _ loss: DrawingFailure) -> [Outcome?] {
      for index in lost { outcomes[index] = .lost(loss) }
      return outcomes
    }
    if let loss = losses[self] { return lose(0..<jobs, loss) }
    var pending = 0..<jobs
    var room = room
    var isAgain = isFresh
    var ends = 0
    while let first = pending.first, room >= 0 {
      if let limit = time?.exceeded { return lose(pending, .outOfTime(limit)) }
      let round: WorkerProcess.Round
      do throws(WorkerFault) {
        round = try pool.withWorker(of: self, isFresh: isAgain) { start -> WorkerProcess.Round in
          if let end = start.loading.end { return WorkerProcess.Round(end: end) }
          start.worker.pageTime = time
          return work(start.worker, isAgain ? pending.prefix(1) : pending)
        }
      } catch {
        return lose(
          pending, DrawingFailure(cause: "has no worker: \(error.reason)", isWorkers: true))
      }
      for result in round.results {
        outcomes[pending.removeFirst()] = .drawn(result)
        room -= result.bytes.count
      }
      let wasAgain = isAgain
      isAgain = false
      guard let end = round.end else { continue }
      if case .page(let limit) = end { return lose(pending, .outOfTime(limit)) }
      ends += 1
      // Without an answer, at least one job is unfinished, even if forged counters deny that.
      if wasAgain || pending.isEmpty { pending = (wasAgain ? first : jobs - 1)..<jobs }
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

  /// Quarantines the plugin after the end of its worker, which ran no other plugin.
  func quarantine(
    after end: WorkerTermination, _ round: WorkerProcess.Round, _ losses: PluginLosses
  ) -> DrawingFailure {
    var loss = DrawingFailure(
      cause: end.cause, notes: round.lastCall.map { ["it was in \($0.name)"] } ?? [])
    loss.notes += round.log.denials.map { "it tried to \($0.words)" }
    loss.notes += lastLines(of: round.log.printed)
    loss.trace = pool.trace(of: self, round)
    pool.remember(self, &loss)
    losses[self] = loss
    return loss
  }
}
