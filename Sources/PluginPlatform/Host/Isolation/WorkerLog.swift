internal import CIsolation
internal import Glibc
internal import PluginCalls

/// The log of a worker that ran a plugin: printed text, denied calls, a stack trace.
package struct WorkerLog: Sendable {
  package var printed = ""
  package var denials: [Denial] = []
  package var trace: [String] = []

  static func += (log: inout WorkerLog, other: WorkerLog) {
    log.printed += other.printed
    log.denials += other.denials
    log.trace += other.trace
  }

  /// Returns one diagnostic for each different denial, and one for printed text.
  func diagnostics(
    of subject: String, plugin: String, time: String = "", note: String,
    help: String = "a plugin reports through `warn` and `fail`"
  ) -> [Diagnostic] {
    var found = denials.uniqued.map { denial in
      Diagnostic(
        .deniedCall, .warning, "\(subject) tried to \(denial.words)", notes: [note],
        helps: ["use the plugin only if you know why it does this"], plugin: plugin)
    }
    if !printed.isEmpty {
      found.append(
        Diagnostic(
          .pluginOutput, .note, "\(subject) printed something\(time)",
          notes: [shown(printed, limit: 300)], helps: [help], plugin: plugin))
    }
    return found
  }
}
