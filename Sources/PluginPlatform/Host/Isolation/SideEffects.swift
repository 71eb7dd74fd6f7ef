internal import CIsolation
internal import Glibc
internal import PluginCalls

/// The side effects of a plugin's code in a worker: printed text, denied calls, a stack trace.
package struct SideEffects: Sendable {
  package var printed = ""
  package var denials: [Denial] = []
  package var trace: [String] = []

  static func += (effects: inout SideEffects, other: SideEffects) {
    effects.printed += other.printed
    effects.denials += other.denials
    effects.trace += other.trace
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
