package import FeedDocument

/// A file of `flex-layout-cases/1`: bare node trees, how to run them, and the expected frames.
package struct FlexCaseFile {
  private let values: FeedValue

  package init(_ document: FeedDocument) throws(CaseIssue) {
    guard try CaseFile.format(of: document) == .flexLayoutCases else {
      throw document.root["format"].malformed(
        "the cases are no bare node trees", expected: "`\(CaseFile.flexLayoutCases.rawValue)`",
        helps: ["give `--check` to compare cases of this format"])
    }
    values = try document.root.required("cases").requireArray()
  }

  /// The cases in order. A case that cannot be read does not affect the others.
  package var cases: some Sequence<Result<FlexCase, CaseIssue>> {
    values.children.lazy.map { value in
      Result { () throws(CaseIssue) in try FlexCase(value) }
    }
  }

  /// Compares each case with its expectations.
  package func check() -> CaseReport {
    var report = CaseReport()
    for result in cases {
      do throws(CaseIssue) {
        let test = try result.get()
        let differences = try test.differences()
        if differences.isEmpty {
          report.passed += 1
        } else {
          report.failed += 1
          report.failures += differences
        }
      } catch {
        report.add(error)
      }
    }
    return report
  }
}
