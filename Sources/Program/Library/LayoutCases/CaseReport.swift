package import Support

/// The result of running the cases of one or more files.
package struct CaseReport: Sendable, Hashable {
  /// The number of cases whose frames are as expected in every run.
  package var passed = 0
  /// The number of cases with a frame that differs from the expected one, or that cannot be read.
  package var failed = 0
  /// The number of skipped cases by the feature that they need and the engine does not have.
  package var skipped: [String: Int] = [:]
  /// One line per failure: the case, the run, the node, the found and the expected value.
  package var failures: [String] = []
  package var diagnostics: [Diagnostic] = []

  package init() {}

  package var skippedCount: Int { skipped.values.reduce(0, +) }

  /// The counts as text: "310 passed, 0 failed, 8 skipped".
  package var summary: String { "\(passed) passed, \(failed) failed, \(skippedCount) skipped" }

  package mutating func merge(_ other: CaseReport) {
    passed += other.passed
    failed += other.failed
    skipped.merge(other.skipped, uniquingKeysWith: +)
    failures += other.failures
    diagnostics += other.diagnostics
  }

  package mutating func add(_ issue: CaseIssue) {
    switch issue {
    case .unsupported(let feature): skipped[feature, default: 0] += 1
    case .malformed(let diagnostic):
      failed += 1
      diagnostics.append(diagnostic)
    }
  }
}
