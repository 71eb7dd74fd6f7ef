package import SectionEngine

/// A file of `flex-layout-cases/1`: bare node trees, how to run them, and the expected frames.
package struct FlexCaseFile {
  private static let format = "flex-layout-cases/1"
  private let values: FeedValue

  package init(_ document: FeedDocument) throws(CaseIssue) {
    let format = document.root["format"]
    guard document.root.kind == .object, format.exists else {
      throw .malformed(
        Diagnostic(
          .unexpectedShape, .error, "the document is no file of layout cases",
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

  /// Compares cases with their expectations; for another format, the report has only the reason.
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

  /// The cases in order. A case that cannot be read does not affect the others.
  package var cases: some Sequence<Result<FlexCase, CaseIssue>> {
    values.children.lazy.map { value in
      Result { () throws(CaseIssue) in try FlexCase(value) }
    }
  }
}
