import FeedDocument
import LayoutCases

/// Runs files of `section-pages/1`: pages of list sections with every expected frame, and the
/// visible part to whose edges headers and footers are pinned. The whole engine lays out the pages.
struct SectionPagesCheck {
  private let root: FeedValue

  init(_ document: FeedDocument) { root = document.root }

  func check() throws(CaseIssue) -> CaseReport {
    try root.checkCases { (value) throws(CaseIssue) in
      var page = try SectionPage(value)
      return try page.differences(from: value.required("expected").requireArray())
    }
  }
}
