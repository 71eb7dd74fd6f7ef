internal import Diagnostics
package import FeedDocument

/// The formats of case files. The raw value is the file's `format` member.
package enum CaseFile: String, CaseIterable, Sendable {
  case flexLayoutCases = "flex-layout-cases/1"
  case sectionPages = "section-pages/1"
  case sectionSteps = "section-steps/1"

  /// Runs the cases of a file of any known format and compares the results with their expectations.
  /// For a file of another format, the report holds the reason and no counts.
  package static func check(_ document: FeedDocument) -> CaseReport {
    do throws(CaseIssue) {
      switch try format(of: document) {
      case .flexLayoutCases: return try FlexCaseFile(document).check()
      case .sectionPages: return try SectionPagesCheck(document).check()
      case .sectionSteps: return try SectionStepsCheck(document).check()
      }
    } catch {
      var report = CaseReport()
      if case .malformed(let diagnostic) = error { report.diagnostics = [diagnostic] }
      return report
    }
  }

  /// Returns the format that a file declares.
  static func format(of document: FeedDocument) throws(CaseIssue) -> CaseFile {
    let known = allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    let format = document.root["format"]
    guard document.root.kind == .object, format.exists else {
      throw .malformed(
        Diagnostic(
          .unexpectedShape, .error, "the document is no file of layout cases",
          at: document.root.location, label: "expected an object with a member `format`",
          notes: ["no case is run"], helps: ["known formats: \(known)"]))
    }
    guard let name = format.string, let file = CaseFile(rawValue: name) else {
      let meant = format.string.flatMap {
        Suggestion.closest(to: $0, among: allCases.map(\.rawValue))
      }
      throw .malformed(
        Diagnostic(
          .unexpectedShape, .error, "the format of the cases is unknown", at: format.location,
          label: "expected \(known)", notes: ["no case is run"],
          helps: meant.map { ["did you mean `\($0)`?"] } ?? ["known formats: \(known)"]))
    }
    return file
  }
}
