package import Diagnostics

/// What came of running the cases of one or more files.
package struct CaseReport: Sendable, Hashable {
  /// Cases whose every run has the expected frames.
  package var passed = 0
  /// Cases with another frame than expected, and cases that could not be read.
  package var failed = 0
  /// Cases that need a feature which the engine does not have, counted by feature.
  package var skipped: [String: Int] = [:]
  /// For people: one line each, with the case's name, the run, the node, and found and expected.
  package var failures: [String] = []
  /// What was wrong with the files themselves.
  package var diagnostics: [Diagnostic] = []

  package init() {}

  package var skippedCount: Int { skipped.values.reduce(0, +) }

  /// "310 passed, 0 failed, 8 skipped".
  package var summary: String { "\(passed) passed, \(failed) failed, \(skippedCount) skipped" }

  package mutating func merge(_ other: CaseReport) {
    passed += other.passed
    failed += other.failed
    skipped.merge(other.skipped, uniquingKeysWith: +)
    failures += other.failures
    diagnostics += other.diagnostics
  }

  /// Counts a case that was not run.
  package mutating func add(_ issue: CaseIssue) {
    switch issue {
    case .unsupported(let feature): skipped[feature, default: 0] += 1
    case .malformed(let diagnostic):
      failed += 1
      diagnostics.append(diagnostic)
    }
  }
}
