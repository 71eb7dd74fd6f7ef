package import PluginHost
internal import Support

package struct CheckReport: Sendable {
  package let file: String
  /// `nil` if it could not be loaded.
  package var plugin: PluginDescriptor?
  package var payloads: Payloads
  package var seed: UInt64
  package var results: [TestResult] = []
  /// Seconds until the plugin was loaded, which differ between runs.
  package var loadSeconds: Double?

  package struct Payloads: Sendable, Hashable {
    package enum Source: String, Sendable { case feed, besideTheFile = "beside-the-file", made }
    package var source: Source
    package var files: [String]
    /// The number of blocks with the plugin's codes.
    package var blocks: Int
  }

  package func count(_ status: TestResult.Status) -> Int { results.count { $0.status == status } }

  /// Whether no test failed, crashed or timed out.
  package var isClean: Bool { results.allSatisfy { $0.status == .passed || $0.status == .skipped } }
}

package struct TestResult: Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case passed, failed, skipped, crashed
    case timedOut = "timed-out"
  }

  package struct Finding: Sendable, Hashable {
    /// The finding in lower case, such as "row_height of row 0 is NaN".
    package var message: String
    /// The payloads or environments in which it occurred; only the first ones if there are many.
    package var places: [String]
    package var count: Int
    package var help: String
  }

  package let id: String
  package let summary: String
  package var status: Status = .passed
  package var findings: [Finding] = []
  /// Observations that are not errors.
  package var notes: [String] = []
  package var reason: String?

  init(_ test: CheckTest) {
    id = test.id
    summary = test.summary
  }

  /// Maximum number of places listed per finding.
  private static let mostPlaces = 3

  mutating func find(_ message: String, at place: String? = nil, help: String) {
    if status == .passed { status = .failed }
    guard let known = findings.firstIndex(where: { $0.message == message }) else {
      findings.append(
        Finding(message: message, places: place.map { [$0] } ?? [], count: 1, help: help))
      return
    }
    findings[known].count += 1
    if let place, findings[known].places.count < Self.mostPlaces,
      !findings[known].places.contains(place)
    {
      findings[known].places.append(place)
    }
  }

  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  mutating func skip(_ reason: String) {
    status = .skipped
    self.reason = reason
  }
}

extension TestResult {
  /// Adds notes with the side effects of a call.
  mutating func note(_ effects: SideEffects) {
    for denial in effects.denials { note("tried to \(denial.words)") }
    if !effects.printed.isEmpty { note("printed: \(shown(effects.printed, limit: 120))") }
  }

  /// Reports the denied calls in the notes of a result.
  mutating func find(deniedCalls notes: [String]) {
    for note in notes where note.hasPrefix("tried to ") {
      find(note, help: "leave it out: a plugin gets everything that it needs from its host")
    }
  }

  /// Adds notes with the last output of the plugin and the stack trace of its crash.
  mutating func noteEnd(_ end: ExaminedWorker.End) {
    status = end.isSilence ? .timedOut : .crashed
    for denial in end.effects.denials { note("tried to \(denial.words)") }
    if !end.effects.printed.isEmpty {
      note("it printed: \(shown(String(end.effects.printed.suffix(200)), limit: 200))")
    }
    noteTrace(end.effects.trace)
  }

  /// Adds notes with the place of a crash. Calling frames are indented and left out.
  mutating func noteTrace(_ trace: [String]) {
    for line in trace where !line.hasPrefix(" ") && !line.hasPrefix(">") { note(line) }
  }
}
