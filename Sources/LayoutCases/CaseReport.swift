/// What came of running the cases of one or more files.
package struct CaseReport: Sendable, Hashable {
  /// Cases whose every run has the expected frames.
  package var passed = 0
  package var failed = 0
  /// Cases that need a feature which the engine does not have, counted by feature.
  package var skipped: [String: Int] = [:]
  /// For people: one line each, with the case's name, the run, the node, and found and expected.
  package var failures: [String] = []

  package init() {}

  package var skippedCount: Int { skipped.values.reduce(0, +) }

  /// "310 passed, 0 failed, 8 skipped".
  package var summary: String { "\(passed) passed, \(failed) failed, \(skippedCount) skipped" }

  package mutating func merge(_ other: CaseReport) {
    passed += other.passed
    failed += other.failed
    skipped.merge(other.skipped, uniquingKeysWith: +)
    failures += other.failures
  }
}
