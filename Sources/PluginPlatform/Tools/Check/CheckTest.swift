internal import PluginHost

/// One test of a plugin. Each test runs in its own worker processes.
package struct CheckTest: Sendable {
  package let id: String
  /// One line: the property that holds if the test passes.
  package let summary: String
  let run: @Sendable (Examination, inout TestResult) throws(WorkerFault) -> Void

  init(
    _ id: String, _ summary: String,
    _ run: @escaping @Sendable (Examination, inout TestResult) throws(WorkerFault) -> Void
  ) {
    self.id = id
    self.summary = summary
    self.run = run
  }

  /// All tests, in the order in which they run.
  package static let all = loading + drawing + payloads + surroundings + [random] + pages
}
