package import SectionEngine

/// A file of the format `flex-layout-cases/1`: node trees, runs, and the expected frames.
package struct FlexCaseFile {
  private static let format = "flex-layout-cases/1"
  private let values: FeedValue

  package init(_ document: FeedDocument) throws(CaseIssue) {
    let format = document.root["format"]
    guard document.root.kind == .object, format.exists else {
      throw .malformed(
        Diagnostic(
          .unexpectedShape, .error, "the document is not a file of layout cases",
          at: document.root.location, label: "expected an object with a member `format`",
          notes: ["no case is run"], helps: ["known format: `\(Self.format)`"]))
    }
    guard format.string == Self.format else {
      throw .malformed(
        Diagnostic(
          .unexpectedShape, .error, "the format of the cases is unknown", at: format.location,
          label: "expected `\(Self.format)`", notes: ["no case is run"]))
    }
    values = try document.root.required("cases").requireArray()
  }

  /// Compares cases with their expectations. A document of another format only gives an error.
  package static func check(_ document: FeedDocument) -> CaseReport {
    var report = CaseReport()
    do throws(CaseIssue) {
      for result in try FlexCaseFile(document).cases {
        do throws(CaseIssue) {
          let differences = try result.get().differences()
          if differences.isEmpty { report.passed += 1 } else { report.failed += 1 }
          report.failures += differences
        } catch {
          report.add(error)
        }
      }
    } catch {
      if case .malformed(let diagnostic) = error { report.diagnostics = [diagnostic] }
    }
    return report
  }

  /// The cases in order. An unreadable case does not affect the others.
  package var cases: some Sequence<Result<FlexCase, CaseIssue>> {
    values.children.lazy.map { value in
      Result { () throws(CaseIssue) in try FlexCase(value) }
    }
  }
}

/// The result of running the cases of one or more files.
package struct CaseReport: Sendable, Hashable {
  /// The number of cases whose frames match in every run.
  package var passed = 0
  /// The number of cases that have a differing frame or cannot be read.
  package var failed = 0
  /// The number of skipped cases, by the missing feature of the engine.
  package var skipped: [String: Int] = [:]
  /// One line per difference: the case, the run, the node, the found and the expected value.
  package var failures: [String] = []
  package var diagnostics: [Diagnostic] = []

  package init() {}

  package var skippedCount: Int { skipped.values.reduce(0, +) }

  /// The counts as text, such as "310 passed, 0 failed, 8 skipped".
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
