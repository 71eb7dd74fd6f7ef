internal import PluginHost

/// One thing that a plugin has to stand. Each runs in worker processes of its own.
package struct CheckTest: Sendable {
  /// What a plugin has to bring to be examined so.
  enum Subject: Sendable { case anything, sections, formats }

  package let id: String
  /// One line: what holds when it passes.
  package let summary: String
  var subject = Subject.anything
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
