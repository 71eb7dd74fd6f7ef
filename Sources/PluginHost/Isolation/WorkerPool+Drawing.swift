internal import CIsolation
internal import Diagnostics
internal import FeedDocument
internal import PluginCalls
internal import Providers

extension WorkerPool {
  struct Job {
    /// Number of the plugin among the members.
    var plugin: Int
    var provider: Int
    var request: SectionRequest
  }

  enum Outcome {
    case drawn(WorkerProcess.Result)
    case lost(Loss)
  }

  /// Why a section is not drawn.
  struct Loss {
    /// "died of SIGSEGV".
    var cause: String
    /// What else is known of it.
    var notes: [String] = []
    /// Where the plugin died, for its author.
    var trace: [String] = []
    /// The worker, not the plugin, failed.
    var isWorkers = false
    /// The plugin is asked again for the next page.
    var isForgiven = false
    /// Nobody failed: the page is full.
    var isLimit = false

    static let fullPage = Loss(
      cause: "is not asked: the sections before take all memory of the page", isLimit: true)
  }

  /// Outcomes in the order of the jobs. Complexity: one message, as long as no worker ends.
  func draw(_ jobs: [Job]) -> [Outcome] {
    withState { state in
      var outcomes = [Outcome?](repeating: nil, count: jobs.count)
      draw(jobs, &outcomes, &state)
      return outcomes.map { $0 ?? .lost(Loss(cause: "was not asked", isWorkers: true)) }
    }
  }

  /// As `draw`, with a worker for each plugin: what the others do cannot be seen here.
  func drawApart(_ jobs: [Job]) -> [Outcome] {
    withState { state in
      var outcomes = [Outcome?](repeating: nil, count: jobs.count)
      separate(jobs, &outcomes, &state)
      return outcomes.enumerated().map { index, outcome in
        outcome
          ?? .lost(
            state.convicted[jobs[index].plugin] ?? Loss(cause: "was not asked", isWorkers: true))
      }
    }
  }

  /// Writes a plugin off whose results cannot be read though nobody else was there to spoil them.
  func convictOfMeddling(_ plugin: Int) -> Loss {
    withState { state in
      state.convicted[plugin] ?? convict(plugin, .meddling, WorkerProcess.Round(), &state)
    }
  }

  private func draw(_ jobs: [Job], _ outcomes: inout [Outcome?], _ state: inout State) {
    var pending: [Int] = []
    for (index, job) in jobs.enumerated() {
      if let loss = state.convicted[job.plugin] {
        outcomes[index] = .lost(loss)
      } else {
        pending.append(index)
      }
    }
    var ends: [Int: Int] = [:]
    var idleEnds = 0
    var bytes = 0
    while !pending.isEmpty {
      guard bytes <= isolation.pageBytes else { return lose(pending, .fullPage, &outcomes) }
      let worker: WorkerProcess
      do throws(WorkerProcess.Failure) {
        guard let common = try common(&state, Set(pending.map { jobs[$0].plugin })) else {
          return separate(jobs, &outcomes, &state)
        }
        worker = common
      } catch {
        let loss = Loss(cause: "has no worker: \(error.words)", isWorkers: true)
        return lose(pending, loss, &outcomes)
      }
      let round = round(in: worker, jobs, pending, &state)
      for (index, result) in zip(pending, round.results) { outcomes[index] = .drawn(result) }
      pending.removeFirst(round.results.count)
      bytes += round.results.reduce(0) { $0 + $1.bytes.count }
      guard round.end != nil else { continue }
      state.common = nil
      guard round.hasBegun, let suspect = pending.first else {
        // It ended between two messages: whoever did that has nothing under way.
        idleEnds += 1
        guard idleEnds < 2 else { return separate(jobs, &outcomes, &state) }
        continue
      }
      pending.removeFirst()
      switch alone(suspect, jobs, &state) {
      case .drawn(let result):
        outcomes[suspect] = .drawn(result)
        return separate(jobs, &outcomes, &state)
      case .lost(let loss):
        outcomes[suspect] = .lost(loss)
        let plugin = jobs[suspect].plugin
        ends[plugin, default: 0] += 1
        // Its other sections get one more chance, and no more than that.
        if ends[plugin] == 2 {
          lose(pending.filter { jobs[$0].plugin == plugin }, loss, &outcomes)
          pending.removeAll { jobs[$0].plugin == plugin }
        }
      }
    }
  }

  private func lose(_ indices: [Int], _ loss: Loss, _ outcomes: inout [Outcome?]) {
    for index in indices { outcomes[index] = .lost(loss) }
  }

  /// The common worker, started anew where it ended; `nil` where it ends while it loads what it has
  /// loaded before.
  private func common(
    _ state: inout State, _ wanted: Set<Int>
  ) throws(WorkerProcess.Failure) -> WorkerProcess? {
    if let worker = state.common, worker.isAlive { return worker }
    let plugins = state.members.indices.filter {
      state.members[$0].identity != nil && (state.convicted[$0] == nil || wanted.contains($0))
    }
    let start = try start(plugins, state)
    guard start.end == nil else { return nil }
    state.common = start.worker
    return start.worker
  }

  // MARK: Blame

  /// The suspect's job, in a worker where nobody else could have done damage.
  private func alone(_ index: Int, _ jobs: [Job], _ state: inout State) -> Outcome {
    let plugin = jobs[index].plugin
    do throws(WorkerProcess.Failure) {
      let start = try start([plugin], state)
      if let end = start.end { return .lost(convict(plugin, end, WorkerProcess.Round(), &state)) }
      let round = round(in: start.worker, jobs, [index], &state)
      if let result = round.results.first { return .drawn(result) }
      guard let end = round.end else {
        return .lost(Loss(cause: "was not asked", isWorkers: true))
      }
      return .lost(convict(plugin, end, round, &state))
    } catch {
      return .lost(Loss(cause: "has no worker: \(error.words)", isWorkers: true))
    }
  }

  func convict(
    _ plugin: Int, _ end: WorkerEnd, _ round: WorkerProcess.Round, _ state: inout State
  ) -> Loss {
    var loss = Loss(cause: end.cause, notes: round.lastCall.map { ["it was in \($0.name)"] } ?? [])
    loss.notes += round.lastDenials.map { "it tried to \($0.words)" }
    loss.notes += round.printedNotes
    loss.trace = trace(of: plugin, round, state)
    convict(plugin, &loss, &state)
    return loss
  }

  /// A worker for each plugin of the batch. Sections that were drawn are drawn again only to see who
  /// breaks; from the first that does on, only those that are missing.
  private func separate(_ jobs: [Job], _ outcomes: inout [Outcome?], _ state: inout State) {
    var isFound = false
    var plugins: [Int] = []
    for job in jobs where !plugins.contains(job.plugin) { plugins.append(job.plugin) }
    for plugin in plugins where state.convicted[plugin] == nil {
      var rest = jobs.indices.filter { jobs[$0].plugin == plugin }
      if isFound { rest.removeAll { outcomes[$0] != nil } }
      guard !rest.isEmpty else { continue }
      let missing = rest.filter { outcomes[$0] == nil }
      let worker: WorkerProcess
      do throws(WorkerProcess.Failure) {
        let start = try start([plugin], state)
        if let end = start.end {
          isFound = true
          let loss = convict(plugin, end, WorkerProcess.Round(), &state)
          lose(missing, loss, &outcomes)
          continue
        }
        worker = start.worker
      } catch {
        let loss = Loss(cause: "has no worker: \(error.words)", isWorkers: true)
        lose(missing, loss, &outcomes)
        continue
      }
      while let first = rest.first {
        let round = round(in: worker, jobs, rest, &state)
        for (index, result) in zip(rest, round.results) where outcomes[index] == nil {
          outcomes[index] = .drawn(result)
        }
        rest.removeFirst(round.results.count)
        guard let end = round.end else { continue }
        isFound = true
        let loss = convict(plugin, end, round, &state)
        outcomes[rest.first ?? first] = .lost(loss)
        lose(rest.filter { outcomes[$0] == nil }, loss, &outcomes)
        break
      }
    }
  }

  // MARK: One message

  /// - Parameters:
  ///   - kind: draws, or times what drawing takes.
  ///   - seconds: that one job may take; `nil`: what a section may take.
  func round(
    in worker: WorkerProcess, _ jobs: [Job], _ indices: [Int], _ state: inout State,
    kind: WorkerMessage = .draw, within seconds: Double? = nil
  ) -> WorkerProcess.Round {
    let chunk = indices.prefix(Int(SE_ARENA_JOBS))
    let wanted = chunk.flatMap {
      [jobs[$0].request.block.document, jobs[$0].request.settings.document]
    }
    if state.documents?.holds(wanted) != true {
      state.documents = SharedDocuments(
        jobs.flatMap { [$0.request.block.document, $0.request.settings.document] })
    }
    guard let documents = state.documents else {
      return WorkerProcess.Round(end: .status(disconnectedStatus))
    }
    let isKnown = worker.documents === documents
    var payload = FlatWriter()
    payload.add(list: documents.descriptions) { $0.add($1) }
    payload.add(list: Array(chunk)) { writer, index in
      let job = jobs[index]
      writer.add(
        WorkerTask(
          plugin: worker.members.firstIndex(of: job.plugin) ?? .init(UInt32.max),
          provider: job.provider,
          feed: documents.number(of: job.request.block.document) ?? .init(UInt32.max),
          settings: documents.number(of: job.request.settings.document) ?? .init(UInt32.max),
          block: job.request.block.index, settingsValue: job.request.settings.index,
          blockCode: job.request.blockCode, showType: job.request.showType,
          environment: job.request.environment, layoutOverride: job.request.layoutOverride))
    }
    worker.documents = documents
    return worker.send(
      kind, jobs: chunk.count, payload.bytes, files: isKnown ? [] : [documents.file],
      within: seconds ?? isolation.sectionTime)
  }
}

extension WorkerProcess.Failure {
  /// Why there is no worker.
  var words: String {
    switch self {
    case .noMemory(let reason): "no shared memory: \(reason)"
    case .cannotStart(let reason): "its program does not start: \(reason)"
    case .unconfined(let missing):
      "this system lacks \(missing.names.joined(separator: ", "))"
    }
  }
}
