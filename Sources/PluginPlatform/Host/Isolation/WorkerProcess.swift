internal import CIsolation
internal import Glibc
internal import PluginCalls

/// A worker process, with its socket, its output pipe and its arena (shared memory for results).
///
/// A plugin may forge everything that a worker returns. So all numbers are checked against the
/// size of the arena, and a result is copied before it is used.
final class WorkerProcess: @unchecked Sendable {
  // Invariant behind @unchecked: only the thread that took the worker from its pool uses it.

  struct Result {
    var bytes: [UInt8]
    /// Whether the result is too large for the arena and is missing.
    var isTooLarge = false
    var log = WorkerLog()
  }

  struct Limit {
    /// The processor time of all threads in seconds, independent of the machine's load.
    var processor: Double
    /// The wall-clock time in seconds, without waits for a processor.
    var clock: Double

    /// - Parameter clock: The wall-clock time; by default ten times the processor time.
    init(_ processor: Double, clock: Double? = nil) {
      self.processor = processor
      self.clock = clock ?? 10 * processor
    }

    func reached(in time: Limit) -> WorkerTermination.Time? {
      if time.processor > processor { return .processor(processor) }
      return time.clock > clock ? .clock(clock) : nil
    }

    static func - (end: Limit, start: Limit) -> Limit {
      Limit(end.processor - start.processor, clock: end.clock - start.clock)
    }
  }

  struct Round {
    var results: [Result] = []
    /// The reason why the worker ended; `nil` if it is alive and answered the message.
    var end: WorkerTermination?
    /// Whether the worker had started any job of the message.
    var hasBegun = false
    /// The log of the interrupted job. Only the last 4096 bytes of its output are kept.
    var log = WorkerLog()
    /// The bytes of the `se_crash` record of a crash; a plugin can forge them.
    var crash: [UInt8]?
    /// The plugin's function that was running when the worker ended; a plugin can forge it.
    var lastCall: HostContext.Call?
  }

  let process: pid_t
  private let control: Int32
  private let output: Int32
  private let arenaFile: Int32
  private let arena: UnsafeMutableRawPointer
  private(set) var isAlive = true
  private(set) var inForce: Protections = []
  /// The wall-clock time at `lastLook` without waits for a processor, in seconds; see `spent`.
  private var clock = 0.0
  private var lastLook = (clock: 0.0, delayed: 0.0)
  var documents: SharedDocuments?
  private var memoryLimit: UInt64 = 0
  /// The processor time of the page to which messages add; `nil` if the messages draw no page.
  var pageTime: PageTime?

  // MARK: Start and end

  /// - Parameter debugging: The environment of a debugged worker; `nil` for a normal worker.
  init(program: String, debugging environment: [String]? = nil) throws(WorkerFault) {
    let arenaFile = se_memory_file("sectionengine arena", false)
    guard arenaFile >= 0 else { throw WorkerFault(noMemory: systemReason(-arenaFile)) }
    var open = [arenaFile]
    defer { for file in open { close(file) } }
    guard ftruncate(arenaFile, off_t(SE_ARENA_SIZE)) == 0, se_seal(arenaFile, false) == 0,
      let arena = se_map(arenaFile, Int(SE_ARENA_SIZE), true)
    else { throw WorkerFault(noMemory: systemReason()) }

    var sockets: [Int32] = [-1, -1]
    var pipe: [Int32] = [-1, -1]
    let failed = min(se_socket_pair(&sockets), se_quiet_pipe(&pipe))
    open += (sockets + pipe).filter { $0 >= 0 }
    guard failed == 0 else {
      se_unmap(arena, Int(SE_ARENA_SIZE))
      throw WorkerFault(noMemory: systemReason(-failed))
    }
    var variables = (environment ?? []).map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    let process = variables.withUnsafeMutableBufferPointer {
      se_spawn_worker(
        program, sockets[1], arenaFile, pipe[1], pipe[0],
        environment == nil ? nil : UnsafePointer($0.baseAddress))
    }
    guard process > 0 else {
      se_unmap(arena, Int(SE_ARENA_SIZE))
      throw WorkerFault(cannotStart: systemReason(-process))
    }
    let kept: Set<Int32> = [arenaFile, sockets[0], pipe[0]]
    open.removeAll { kept.contains($0) }
    self.process = process
    self.arenaFile = arenaFile
    self.arena = arena
    control = sockets[0]
    output = pipe[0]
  }

  deinit {
    if isAlive { _ = se_kill_and_wait(process) }
    for file in [control, output, arenaFile] { close(file) }
    se_unmap(arena, Int(SE_ARENA_SIZE))
  }

  /// Stops all threads of an idle worker. It can still be killed, and ends with this process.
  func pause() { if isAlive { kill(process, SIGSTOP) } }

  /// Lets a paused worker go on; must precede the next message.
  func resume() { if isAlive { kill(process, SIGCONT) } }

  /// Closes the connection to a debugged worker and waits until it ends; a debugger may delay that.
  /// - Returns: The status as `waitpid` gives it; `nil` if another process waited for the worker.
  func hangUp() -> Int32? {
    shutdown(control, Int32(SHUT_RDWR))
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { return nil }
    isAlive = false
    return status
  }

  /// Makes the worker enter its sandbox. Throws if one of the `required` protections is missing.
  func prepare(
    _ setup: WorkerSetup, measuring: PrivateCopy? = nil, required: Protections
  ) throws(WorkerFault) {
    var setup = setup
    setup.measuringSize = measuring?.size
    memoryLimit = setup.memoryLimit
    let round = send(
      .prepare, jobs: 1, FlatWriter.bytes(of: setup),
      files: measuring.map { [$0.descriptor] } ?? [],
      within: Limit(10))
    var reader = FlatReader(round.results.first?.bytes ?? [])
    guard round.end == nil, let word = try? reader.read(UInt32.self) else {
      if let library = DynamicLoader.missingLibrary(in: round.log.printed) {
        throw WorkerFault(cannotStart: "it needs \(library), which is not installed")
      }
      throw WorkerFault(cannotStart: round.end.map { "it \($0.cause)" } ?? "it gave no answer")
    }
    inForce = Protections(rawValue: word)
    let missing = required.subtracting(inForce)
    guard missing.isEmpty else { throw WorkerFault(missing: missing.names) }
  }

  // MARK: Messages

  private var header: UnsafeMutablePointer<se_arena_header> {
    arena.assumingMemoryBound(to: se_arena_header.self)
  }

  /// Sends a message and waits for the answer or the end of the worker.
  /// - Parameter limit: The time limit of one job.
  func send(
    _ kind: WorkerMessage, jobs: Int, _ payload: [UInt8], files: [Int32] = [],
    within limit: Limit
  ) -> Round {
    se_store(&header.pointee.started, 0)
    se_store(&header.pointee.done, 0)
    se_store(&header.pointee.denial_count, 0)
    se_store(&header.pointee.place, 0)
    se_store(&header.pointee.crash, 0)
    se_store(&header.pointee.asked, 0)
    var message = se_message(
      kind: kind.rawValue, jobs: UInt32(jobs), files: UInt32(files.count), reserved: 0,
      length: UInt64(payload.count))
    var round = Round()
    // If an answer arrives before the message is sent, the plugin has forged the answer.
    let early = se_take_byte(control)
    guard early == -EAGAIN else {
      round.end = ended(by: early >= 0 ? .meddling : nil)
      read(&round, jobs: 0)
      return round
    }
    let sent = payload.withUnsafeBytes {
      se_send(control, &message, files, $0.baseAddress, Int32(min(limit.clock * 1000, 1e9)) + 1)
    }
    if sent == 0 {
      round.end = wait(for: jobs, limit)
    } else {
      round.end = ended(by: sent == -EAGAIN ? .silence(.clock(limit.clock)) : nil)
    }
    read(&round, jobs: jobs)
    return round
  }

  /// Waits for the answer to a message; returns `nil` when it arrives. Each job has a time limit.
  ///
  /// A plugin can overwrite the counter of started jobs, so decreases of it are ignored, and all
  /// jobs together also have a time limit.
  private func wait(for jobs: Int, _ limit: Limit) -> WorkerTermination? {
    // The limit of all jobs together is (10 + jobs / 20) times the limit of one job.
    let factor = 10 + Double(jobs) / 20
    let patience = Limit(limit.processor * factor, clock: limit.clock * factor)
    let slice = Int32(max(2, min(20, limit.processor * 1000 / 8)))
    let start = spent()
    var since = start
    var last = start
    var started = 0
    defer { if let pageTime, isAlive { pageTime.spend(spent().processor - last.processor) } }
    while true {
      switch se_wait_readable(control, slice) {
      case 0:
        let (now, begun) = (spent(), min(Int(se_load(&header.pointee.started)), jobs))
        if begun > started {
          started = begun
          since = now
        }
        let pageLimit = pageTime?.spend(now.processor - last.processor)
        last = now
        if let pageLimit { return ended(by: .page(seconds: pageLimit)) }
        if let time = limit.reached(in: now - since) { return ended(by: .silence(time)) }
        if let time = patience.reached(in: now - start) { return ended(by: .slowness(time)) }
        if se_thread_count(process) > Self.mostThreads {
          return ended(by: .threads(Self.mostThreads))
        }
      case 1:
        let byte = se_take_byte(control)
        let done = Int(se_load(&header.pointee.done))
        if byte == -EAGAIN { continue }
        guard let answer = UInt8(exactly: byte) else { return ended(by: nil) }
        switch WorkerAnswer(rawValue: answer) {
        case .finished where done == jobs: return nil
        case .outOfRoom where done > 0 && done < jobs: return nil
        default: return ended(by: .meddling)
        }
      default: return ended(by: nil)
      }
    }
  }

  /// The maximum number of threads of a worker. For root, the system has no limit of its own.
  private static let mostThreads = 256

  /// Kills the worker if a reason is given; otherwise it has ended already. Collects its process
  /// and returns the reason of its end.
  private func ended(by end: WorkerTermination?) -> WorkerTermination {
    isAlive = false
    if let end {
      if end.isSilence {
        // The worker records its stack, for which it has 0.2 seconds.
        _ = se_interrupt_and_collect(process, 200)
      } else {
        _ = se_kill_and_wait(process)
      }
      return end
    }
    let end = WorkerTermination(status: se_collect(process, 1_000))
    let asked = se_load(&header.pointee.asked)
    guard end.canFollowRefusal, asked > 0,
      header.pointee.memory_job == se_load(&header.pointee.started)
    else { return end }
    return .memory(
      .init(asked: asked, used: header.pointee.used, limit: memoryLimit, end: end.cause))
  }

  /// Returns the worker's processor time, and its wall-clock time without waits for a processor.
  private func spent() -> Limit {
    let look = (clock: Self.now(), delayed: se_delayed_time(process))
    let passed = look.clock - lastLook.clock
    clock += max(0, passed - max(0, look.delayed - lastLook.delayed))
    lastLook = look
    return Limit(se_processor_time(process), clock: clock)
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Results

  private func read(_ round: inout Round, jobs: Int) {
    let done = min(Int(se_load(&header.pointee.done)), jobs)
    let started = min(Int(se_load(&header.pointee.started)), jobs)
    round.hasBegun = started > 0
    let denials = self.denials()
    var used = Int(SE_ARENA_DATA_OFFSET)
    for job in 0..<done {
      var result = result(of: job, used: &used)
      result.log.denials = denials.filter { $0.job == job }.map(\.denial)
      round.results.append(result)
    }
    if round.end != nil, se_load(&header.pointee.crash) == SE_CRASH_COMPLETE {
      round.crash = copy(Int(SE_ARENA_CRASH_OFFSET), MemoryLayout<se_crash>.size)
    }
    // The arena keeps its memory for the next message, unless more than 8 MB were used.
    if used > 8 << 20 { se_discard(arena, Int(SE_ARENA_SIZE), Int(SE_ARENA_DATA_OFFSET)) }
    guard round.end != nil else { return }
    round.lastCall = HostContext.Call(place: se_load(&header.pointee.place))
    round.log.denials = denials.filter { $0.job >= done }.map(\.denial)
    var words = [UInt8](repeating: 0, count: 1 << 20)
    let count = se_drain(output, &words, words.count)
    guard count <= words.count else { return }
    round.log.printed = String(decoding: words[..<count].suffix(4096), as: UTF8.self)
  }

  /// - Parameter used: The end of the previous result in the arena, updated to the end of this one.
  private func result(of job: Int, used: inout Int) -> Result {
    var entry = se_arena_entry()
    se_copy(
      &entry, arena + Int(SE_ARENA_ENTRIES_OFFSET) + job * MemoryLayout<se_arena_entry>.stride,
      MemoryLayout<se_arena_entry>.size)
    if entry.length == tooLargeResult { return Result(bytes: [], isTooLarge: true) }
    let size = Int(SE_ARENA_SIZE)
    guard entry.offset >= UInt64(used), entry.offset <= UInt64(size) else {
      return Result(bytes: [])
    }
    let start = Int(entry.offset)
    let length = Int(entry.length)
    let printed = min(Int(entry.output_length), 2048)
    guard length <= size - start, printed <= size - start - length else { return Result(bytes: []) }
    used = start + length + printed
    return Result(
      bytes: copy(start, length),
      log: WorkerLog(
        printed: String(decoding: copy(start + length, printed), as: UTF8.self)))
  }

  /// Returns a copy of bytes of the arena, which the plugin cannot change any more.
  private func copy(_ start: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let target = buffer.baseAddress { se_copy(target, arena + start, count) }
      filled = count
    }
  }

  private func denials() -> [(job: Int, denial: Denial)] {
    let count = min(Int(se_load(&header.pointee.denial_count)), Int(SE_ARENA_DENIALS))
    let start = MemoryLayout<se_arena_header>.offset(of: \.denials) ?? 0
    return (0..<count).compactMap { index in
      var note = se_denial()
      se_copy(
        &note, arena + start + index * MemoryLayout<se_denial>.stride,
        MemoryLayout<se_denial>.size)
      return Denial(note).map { (Int(note.job), $0) }
    }
  }
}
