import FeedDocument
import LayoutCases

extension CaseReport {
  /// Runs the cases of a file of any format. If the format is unknown, the report contains the
  /// reason and no counts.
  static func of(_ document: FeedDocument) -> CaseReport {
    do throws(CaseIssue) {
      switch document.root["format"].string {
      case "section-pages/1": return try SectionPagesCheck(document).check()
      case "section-steps/1": return try SectionStepsCheck(document).check()
      default: return FlexCaseFile.check(document)
      }
    } catch {
      var report = CaseReport()
      report.add(error)
      return report
    }
  }
}

extension FeedValue {
  /// Runs each case of a file.
  /// - Parameter differences: returns the lines that describe the differences of a case, none if it
  ///   passes.
  func checkCases(
    _ differences: (FeedValue) throws(CaseIssue) -> [String]
  ) throws(CaseIssue) -> CaseReport {
    var report = CaseReport()
    for value in try required("cases").requireArray().children {
      do throws(CaseIssue) {
        let lines = try differences(value.requireObject())
        if lines.isEmpty { report.passed += 1 } else { report.failed += 1 }
        report.failures += lines
      } catch {
        report.add(error)
      }
    }
    return report
  }
}
