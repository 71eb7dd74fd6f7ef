import LayoutCore
import Page
import Renderers
import Support
import Testing

@testable import LayoutReview

/// The findings that checks, differences and snapshots report to CI.
@Suite("Findings of reports") struct ReportedFindingsTests {
  @Test("a check has a test for each rule that ran, and fails those with findings")
  func check() throws {
    let pages = TestPages.section { section, _ in
      TestNode.box("", nil, 100, [.box("target", 20, 20, action: "app://x")])
        .add(to: &section.arena)
      section.rows = [.init(node: 0, height: 100)]
    }
    var configuration = CheckConfiguration()
    configuration.weights["overlap"] = .off
    let checked = configuration.report(of: pages)
    func reports(_ name: String?) -> FindingReport {
      var reports = CheckReports()
      reports.feeds = [.init(name: name, file: name.map { "\($0.dropFirst(2))" }, report: checked)]
      return reports.findingReport
    }
    let report = reports("./feeds/a b.json")
    let suite = try #require(report.suites.first)
    #expect(suite.name == "feeds/a b.json" && suite.tests.count == CheckRule.all.count - 1)
    #expect(!suite.tests.contains("overlap"))
    let finding = try #require(suite.findings.first { $0.rule.id == "SE2107" })
    #expect(finding.rule.name == "touch-target" && finding.tests == ["touch-target"])
    #expect(finding.severity == .warning && finding.node?.hasPrefix("CODE") == true)
    #expect(finding.message.contains("20 x 20"))
    let remark = report.remark(on: [(.note, 1)])
    #expect(remark?.contains("`sectionengine check './feeds/a b.json'`") == true)
    #expect(reports(nil).file == "news")
  }

  @Test("several feeds are one suite each, and a feed that was not checked has the reason")
  func severalFeeds() throws {
    let pages = TestPages.section { section, _ in
      TestNode.box("", nil, 100, [.text("A text")]).add(to: &section.arena)
      section.rows = [.init(node: 0, height: 100)]
    }
    var failed = CheckReports.Feed(name: "新闻", file: "feeds/新闻.json")
    failed.failure = [
      Diagnostic(
        .truncatedDocument, .error, "the document ends",
        at: SourceLocation(file: "n", line: 2, column: 1))
    ]
    var reports = CheckReports()
    reports.feeds = [failed, .init(name: "home", report: CheckConfiguration().report(of: pages))]
    let found = reports.findingReport
    #expect(found.suites.map(\.name) == ["新闻", "home"])
    #expect(found.suites[0].findings.map(\.rule.id) == ["SE1003"])
    #expect(found.suites[1].tests.count == CheckRule.all.count)
    #expect(found.summary.hasPrefix("2 feeds: ") && found.summary.hasSuffix("; 1 failed"))
    let text = String(decoding: reports.text(color: false, limit: 40), as: UTF8.self)
    #expect(
      text.hasPrefix(found.summary + "\n\n== 新闻\nit could not be checked: the document ends\n"))
    let json = String(decoding: reports.json, as: UTF8.self)
    #expect(
      json.contains("\"failure\": [\n        \"the document ends\"")
        && json.contains("\"report\": {"))
  }

  @Test("a difference has a finding for each changed section, and the other sections pass")
  func diff() throws {
    let old = PageDiffTests.rails(6)
    var new = old
    new.sections[2] = TestDump.rail("S2", height: 262)
    new.sections.remove(at: 4)
    new.sections.append(TestDump.rail("汉字 👨‍👩‍👧"))
    new.stack()
    let location = SourceLocation(file: "new.json", line: 7, column: 3)
    let diff = PageDiffTests.diff(old, new)
    let suite = diff.suite(named: "news", places: [nil, nil, location])
    #expect(suite.tests == ["page", "S0", "S1", "S2", "S3", "S5", "汉字 👨‍👩‍👧"])
    #expect(
      suite.findings.map { [$0.rule.id] + $0.tests } == [
        ["diff-resized", "S2"], ["diff-removed", "S4"], ["diff-added", "汉字 👨‍👩‍👧"],
      ])
    let grown = suite.findings[0]
    #expect(grown.message == "S2 414x240 -> 414x262 (+22 high)")
    #expect(grown.details.first == "carousel: 414x190 -> 414x212 (+22 high)")
    #expect(grown.path == "new.json" && grown.position?.line == 7 && grown.severity == .warning)
    #expect(suite.findings[1].file == nil && suite.findings[1].position == nil)
    #expect(
      diff.summary == "news 414 x 1440 -> 414 x 1462 (+22): \(ChangeWords(diff: diff).counts)")
    #expect(Set(suite.findings.map(\.fingerprint)).count == 3)
  }

  @Test("equal pages have no findings, and a change of the page alone is one")
  func page() {
    let old = PageDiffTests.rails(2)
    #expect(PageDiffTests.diff(old, old).suite(named: "news").findings.isEmpty)
    #expect(PageDiffTests.diff(old, old).summary == "no differences")
    var dark = old
    dark.feed.attributes = [Page.Text("appearance", "dark")]
    let suite = PageDiffTests.diff(old, dark).suite(named: "news", file: "a/new.dump")
    #expect(suite.findings.map(\.tests) == [["page"]])
    #expect(suite.findings.first?.details == ["environment: appearance light -> dark"])
    #expect(suite.findings.first?.file == "a/new.dump")
  }

  @Test("every word of a difference has a rule")
  func rules() {
    let report = FindingReport(
      comparing: ["a", "b"], file: "b", summary: "", suites: [])
    let known = Set(report.rules.map(\.id))
    for kind in ["added", "removed", "moved", "resized", "changed", "page", "missing", "stranger"] {
      #expect(known.contains("diff-\(kind)"))
    }
    #expect(known.count == report.rules.count)
  }

  @Test("a problem of snapshots names its file, and fails the test of each file with its cause")
  func snapshots() throws {
    func dump(_ height: Double) throws -> SnapshotText {
      var dump = TestDump(sections: [TestDump.rail("A", height: height)])
      dump.feed.attributes += [
        .init("locale", "en"), .init("direction", "ltr"), .init("text-size", "large"),
      ]
      return try #require(
        SnapshotText(
          DumpRenderer(options: RenderOptions()).bytes(of: dump.page),
          of: LayoutEnvironment(locale: "en")))
    }
    var problems = ["home/a.dump", "home/b.dump"].map {
      SnapshotProblem(.changed, at: $0, count: 1)
    }
    for index in problems.indices {
      problems[index].file = problems[index].place
      problems[index].difference = SnapshotDifference(from: try dump(240), to: try dump(262))
    }
    problems.append(SnapshotProblem(.missing, at: "home/c.dark", cells: "c.dark", count: 1))
    problems.append(SnapshotProblem(.orphaned, at: "home/x.dump"))
    var feed = SnapshotReport.Feed(name: "home", cells: 5, files: 3, problems: problems)
    feed.passed = [("home/b.dump", try dump(240)), ("home/d.dump", try dump(240))]
    let report = SnapshotReport(
      feeds: [feed], strays: [SnapshotProblem(.orphaned, at: "old/a.dump")], folder: "./Snapshots/",
      allowsOutside: false
    ).findingReport
    #expect(report.suites.map(\.name) == ["home", "./Snapshots"])
    #expect(
      report.findings.map(\.path) == [
        "Snapshots/home/a.dump", "Snapshots/snapshots.json", "Snapshots/home/x.dump",
        "Snapshots/old/a.dump",
      ])
    #expect(report.findings.map(\.severity) == [.error, .error, .warning, .warning])
    #expect(report.findings.first?.tests == ["home/a.dump", "home/b.dump"])
    #expect(report.findings.first?.details.contains { $0.contains("+22 high") } == true)
    let junit = String(decoding: report.junit, as: UTF8.self)
    #expect(junit.contains(#"<testsuite name="home" tests="5" failures="4" "#), "\(junit)")
    #expect(report.summary.contains("sectionengine snapshot accept"))
  }
}
