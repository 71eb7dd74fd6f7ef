internal import CIsolation
internal import Glibc
internal import PluginCalls

/// The reason why a worker process terminated unexpectedly.
enum WorkerTermination: Hashable {
  case signal(Int32)
  case status(Int32)
  /// The host killed the worker: one job (`silence`) or a whole message (`slowness`) took too long.
  case silence(Time)
  case slowness(Time)
  /// The host killed the worker because it had more threads than this number.
  case threads(Int)
  /// The worker ended after the system refused it memory in the same job.
  case memory(Memory)
  /// The host killed the worker because the plugins of the page used up its processor time.
  case page(seconds: Double)
  /// The host killed the worker because the plugin overwrote the worker's answers or counters.
  case meddling
  /// The exit status is unknown, because other code of this process called `waitpid` for it.
  case unknown

  /// A refusal of memory, in KB, and the reason for which the worker then ended.
  struct Memory: Hashable {
    var asked: UInt32
    var used: UInt32
    /// The limit of a worker, in bytes.
    var limit: UInt64
    var end: String

    fileprivate var words: String {
      func megabytes(_ kilobytes: UInt32) -> UInt32 { kilobytes / 1024 + (kilobytes % 1024) / 512 }
      let asked = asked < 1024 ? "\(asked) KB" : "\(megabytes(asked)) MB"
      return "ran out of memory: it asked for \(asked), \(megabytes(used)) of \(limit >> 20) MB "
        + "were in use; then it \(end)"
    }
  }

  /// The time limit that was exceeded, in seconds.
  enum Time: Hashable {
    /// The processor time of all threads together.
    case processor(Double)
    /// The wall-clock time.
    case clock(Double)

    fileprivate var words: String {
      switch self {
      case .processor(let seconds): "\(ResultViolation.text(seconds)) s of processor time"
      case .clock(let seconds): "\(ResultViolation.text(seconds)) s"
      }
    }
  }

  /// - Parameter status: The result of `se_collect`.
  init(status: Int32) {
    let signal = status & 0x7f
    self =
      switch status {
      case SE_NOT_A_CHILD: .unknown
      // The worker closed its socket but did not end.
      case SE_HAD_TO_BE_KILLED: .status(disconnectedStatus)
      default: signal != 0 ? .signal(signal) : .status(status >> 8 & 0xff)
      }
  }

  var cause: String {
    switch self {
    case .signal(SIGSYS): "was stopped by seccomp: it tried to start a process"
    case .signal(SIGXCPU): "used up the processor time of its worker"
    case .signal(let number): "died of \(Self.name(number))"
    case .status(disconnectedStatus): "closed the descriptors of its worker"
    case .status(let status): "called `exit(\(status))`"
    case .slowness(let time): "took more than \(time.words) for its sections together"
    case .threads(let count): "started more than \(count) threads"
    case .memory(let memory): memory.words
    case .page(let seconds): DrawingFailure.outOfTime(seconds).cause
    case .meddling: "overwrote the reply of its worker"
    case .unknown: "ended for an unknown reason, since this process does not collect its children"
    case .silence(let time): "gave no answer for \(time.words)"
    }
  }

  /// Whether a plugin may end its process in this way because it got no memory.
  var canFollowRefusal: Bool {
    switch self {
    case .signal(let number): number != SIGKILL && number != SIGSYS
    case .status(let status): status != disconnectedStatus
    default: false
    }
  }

  var isSilence: Bool {
    switch self {
    case .silence, .slowness: true
    default: false
    }
  }

  private static func name(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGILL: "SIGILL",
      SIGFPE: "SIGFPE", SIGTRAP: "SIGTRAP", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM",
      SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}

/// The error of a worker that does not start or lacks a protection. The plugin did not run.
package struct WorkerFault: Error, Sendable {
  package let reason: String
  package var missing: [String] = []

  package init(reason: String) { self.reason = reason }

  init(noMemory reason: String) { self.reason = "no shared memory: \(reason)" }
  init(cannotStart reason: String) { self.reason = "its program does not start: \(reason)" }

  init(missing: [String]) {
    self.missing = missing
    reason = "this system lacks \(missing.joined(separator: ", "))"
  }
}
