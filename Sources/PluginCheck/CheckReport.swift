/// What came of examining one plugin.
package struct CheckReport: Sendable {
  /// As it was named.
  package let file: String
  /// `nil` where it could not be loaded.
  package var plugin: Plugin?
  /// Where payloads come from.
  package var payloads: Payloads
  package var seed: UInt64
  package var results: [TestResult] = []
  /// Durations, which differ from run to run: "load" and its seconds.
  package var timings: [(name: String, seconds: Double)] = []

  package struct Plugin: Sendable, Hashable {
    package let id: String
    package let version: String
    package let blockCodes: [String]
    package let showTypes: [String]
    /// Names of its renderers.
    package let formats: [String]
  }

  package struct Payloads: Sendable, Hashable {
    package enum Source: String, Sendable { case feed, besideTheFile = "beside-the-file", made }
    package var source: Source
    /// Of the feeds.
    package var files: [String]
    /// Blocks of the plugin's codes.
    package var blocks: Int
  }

  package func count(_ status: TestResult.Status) -> Int { results.count { $0.status == status } }

  /// No test failed, crashed or took too long.
  package var isClean: Bool { results.allSatisfy { $0.status == .passed || $0.status == .skipped } }
}

/// What came of one test.
package struct TestResult: Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case passed, failed, skipped, crashed
    case timedOut = "timed-out"
  }

  package struct Finding: Sendable, Hashable {
    /// What was found, in lower case: "row_height of row 0 is NaN".
    package var message: String
    /// Which payloads or environments; the first ones where there are many.
    package var places: [String]
    /// How often.
    package var count: Int
    /// What to do about it.
    package var help: String
  }

  package let id: String
  package let summary: String
  package var status: Status = .passed
  package var findings: [Finding] = []
  /// Worth knowing, and nothing wrong.
  package var notes: [String] = []
  /// Why it is skipped.
  package var reason: String?

  init(_ test: CheckTest) {
    id = test.id
    summary = test.summary
  }

  /// Places that are told of one finding.
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
