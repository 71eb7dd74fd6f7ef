internal import LayoutReview
internal import SectionEngine

/// The pages, changes and findings of one feed in a report.
struct ReportedFeed {
  struct Page {
    /// The name of the device; without a device, the page size.
    var device: String
    var sections: Int
    /// The page width in points.
    var width: Double
    var height: Double
    /// The change since the base revision; `nil` without a base revision.
    var change: PageDiffs.File.Status?
    /// The file with the comparison; `nil` if the page did not change.
    var diff: String?
    /// The file with a picture of the page or, if it changed, of the first change; `nil` without one.
    var picture: String?
  }

  var name: String
  /// The number of pages of a feed that exists only at the base revision; 0 for other feeds.
  var removedPages = 0
  var pages: [Page] = []
  /// The file with the redlines of all devices; `nil` if rendering failed.
  var redline: String?
  /// The states of the layout that are rendered, each with its file.
  var states: [(name: String, file: String)] = []
  /// The findings of `check` on all devices; `nil` if the feed could not be drawn.
  var report: CheckReport?
  /// Diagnostics about rendering the feed and its earlier revision.
  var diagnostics: [Diagnostic] = []
  /// The folder that the file names of findings are relative to; `nil` for the working folder.
  var folder: String?
  /// The comparison with the most changed sections, and its file; `nil` if no page changed.
  var change: (diff: PageDiff, file: String)?
  /// The picture of `change`; `nil` without one.
  var picture: String?
  /// The page on the first device; `nil` if rendering failed.
  var drawn: SectionEngine.Page?
  /// The commands that accept the changes and the findings, each with its effect.
  var acceptances: [(effect: String, command: String)] = []

  var isRemoved: Bool { removedPages > 0 }
  var hasFailed: Bool { redline == nil && !isRemoved || pages.contains { $0.change == .failed } }
  var changes: Int { isRemoved ? 1 : pages.count { ($0.change ?? .same) != .same } }
  var findings: [Finding] { report?.findings ?? [] }
  /// The diagnostics that are no findings.
  var diagnosticsOfDrawing: [Diagnostic] {
    diagnostics.filter { found in !findings.contains { $0.diagnostic == found } }
  }
  /// Whether nothing changed and no finding is new.
  var isQuiet: Bool { changes == 0 && !hasFailed && report?.hasFindings != true }

  var state: ReviewComment.State {
    if isRemoved { return .removed }
    if hasFailed { return .failed }
    if pages.contains(where: { $0.change == .added }) { return .added }
    return changes > 0 ? .changed : .same
  }

  /// The file that shows the change or, without one, the pages; `nil` if there is none.
  var page: String? { change?.file ?? redline }
}

extension [ReportedFeed] {
  /// The findings of the feeds, as `check` reports them.
  var checks: CheckReports {
    var checks = CheckReports()
    checks.feeds = filter { !$0.isRemoved }.map { feed in
      var checked = CheckReports.Feed(name: feed.name, report: feed.report)
      if feed.report == nil { checked.failure = feed.diagnostics }
      return checked
    }
    return checks
  }

  /// Returns the blocks of a comment. Notes are left out: they fail no gate.
  /// - Parameter site: The address of the report's folder; `nil` for no links.
  func blocks(site: String?) -> [ReviewComment.Feed] {
    let present = filter { !$0.isRemoved }
    let suites = checks.findingReport.naming(below: present.map(\.folder)).suites
    let found = Dictionary(zip(present.map(\.name), suites)) { first, _ in first }
    return map { feed in
      var block = ReviewComment.Feed(name: feed.name, state: feed.state)
      if let diff = feed.change?.diff, feed.state == .changed {
        block = ReviewComment.Feed(name: feed.name, diff: diff)
      }
      block.findings = found[feed.name]?.findings.filter { $0.severity > .note } ?? []
      block.picture = site.flatMap { site in
        feed.picture.map { "\(site)/\(PercentEncoding.encodePath($0))" }
      }
      block.link = site.flatMap { site in
        feed.page.map { "\(site)/\(PercentEncoding.encodePath($0))" }
      }
      return block
    }
  }
}
