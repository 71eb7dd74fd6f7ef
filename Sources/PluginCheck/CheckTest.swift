internal import PluginHost

/// One thing that a plugin has to stand. Each runs in worker processes of its own.
package struct CheckTest: Sendable {
  package let id: String
  /// One line: what holds when it passes.
  package let summary: String
  let run: @Sendable (Examination, inout TestResult) throws(ExaminedPlugin.WorkerFault) -> Void

  init(
    _ id: String, _ summary: String,
    _ run:
      @escaping @Sendable (Examination, inout TestResult) throws(ExaminedPlugin.WorkerFault)
      -> Void
  ) {
    self.id = id
    self.summary = summary
    self.run = run
  }

  /// In the order in which they run.
  package static let all: [CheckTest] = loading + drawing + payloads + surroundings + [random]
}
