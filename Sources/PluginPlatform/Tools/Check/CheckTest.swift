internal import PluginHost

/// One test of a plugin. Each test runs in its own worker processes.
package struct CheckTest: Sendable {
  /// The features that a plugin must have for the test to apply.
  enum Subject: Sendable { case anything, sections, formats }

  package let id: String
  /// One line: the property that holds if the test passes.
  package let summary: String
  var subject = Subject.anything
  let run: @Sendable (Examination, inout TestResult) throws(WorkerFault) -> Void

  init(
    _ id: String, _ summary: String,
    _ run:
      @escaping @Sendable (Examination, inout TestResult) throws(WorkerFault)
      -> Void
  ) {
    self.id = id
    self.summary = summary
    self.run = run
  }

  /// All tests, in the order in which they run.
  package static let all: [CheckTest] =
    loading
    + (drawing + payloads + surroundings + [random]).map { $0.about(.sections) }
    + pages.map { $0.about(.formats) }

  private func about(_ subject: Subject) -> CheckTest {
    var copy = self
    copy.subject = subject
    return copy
  }
}
