internal import PluginCalls
internal import Glibc

/// How a worker ended that was not told to, in words that follow the plugin's name.
enum WorkerEnd: Hashable {
  case signal(Int32)
  case status(Int32)
  /// Seconds after which it was ended.
  case silence(Double)

  /// - Parameter status: of waitpid.
  init(status: Int32) {
    let signal = status & 0x7f
    self = signal != 0 ? .signal(signal) : .status(status >> 8 & 0xff)
  }

  var cause: String {
    switch self {
    case .signal(SIGSYS): "was stopped by seccomp: it tried to start a process"
    case .signal(SIGXCPU): "used up the processor time of its worker"
    case .signal(let number): "died of \(Self.name(number))"
    case .status(disconnectedStatus): "closed the descriptors of its worker"
    case .status(let status): "called `exit(\(status))`"
    case .silence(let seconds): "gave no answer for \(ResultViolation.text(seconds)) s"
    }
  }

  private static func name(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGILL: "SIGILL",
      SIGFPE: "SIGFPE", SIGTRAP: "SIGTRAP", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM",
      SIGPIPE: "SIGPIPE",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
