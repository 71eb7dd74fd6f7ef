internal import Support
internal import PluginCalls

/// The side effects of a plugin's code while it ran in a worker.
package struct SideEffects: Sendable {
  /// The text that it printed.
  package var printed = ""
  package var denials: [Denial] = []
  /// The stack trace of a crash, for the plugin's author.
  package var trace: [String] = []

  static func += (effects: inout SideEffects, other: SideEffects) {
    effects.printed += other.printed
    effects.denials += other.denials
    effects.trace += other.trace
  }

  /// The side effects with each denial once.
  var distinct: SideEffects {
    var seen: Set<Denial> = []
    var effects = self
    effects.denials.removeAll { !seen.insert($0).inserted }
    return effects
  }

  /// Returns the diagnostics of the denied calls and of the output.
  /// - Parameters:
  ///   - subject: The plugin at the start of the messages.
  ///   - plugin: Its file or identity.
  ///   - time: The end of the message about the output.
  ///   - note: The consequence of a denied call.
  ///   - help: The advice on the output.
  func diagnostics(
    of subject: String, plugin: String, time: String = "", note: String,
    help: String = "a plugin reports through `warn` and `fail`"
  ) -> [Diagnostic] {
    var found = denials.map { denial in
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

/// The worker does not start or lacks a protection, so nothing is known about the plugin.
package struct WorkerFault: Error, Sendable {
  package let reason: String
  /// Protections that this system lacks.
  package var missing: [String] = []

  package init(reason: String, missing: [String] = []) {
    self.reason = reason
    self.missing = missing
  }
}
