import Foundation
import Support
import TestConditions
import TestTools
import Testing

@testable import LayoutReview

@Suite("Reports for CI") struct FindingReportTests {
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: GitHub

  /// A workflow command, parsed as GitHub's runner parses it.
  private struct Command {
    var name: String
    var properties: [String: String] = [:]
    var data: String

    init?(_ line: some StringProtocol) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
      let words = head.split(separator: " ", maxSplits: 1)
      name = String(words[0])
      for property in words.dropFirst().flatMap({ $0.split(separator: ",") }) {
        let parts = property.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        properties[String(parts[0])] = Self.decoded(
          String(parts[1]), [("%3A", ":"), ("%2C", ",")])
      }
      data = Self.decoded(String(line[end.upperBound...]), [])
    }

    private static func decoded(_ text: String, _ more: [(String, String)]) -> String {
      ([("%0D", "\r"), ("%0A", "\n")] + more + [("%25", "%")]).reduce(text) {
        $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
      }
    }
  }

  @Test(
    "GitHub reads back every annotation, ten of each severity, the gravest first and rules in turn",
    arguments: TestReports.counts)
  func github(_ count: Int) throws {
    let report = TestReports.report(count)
    var lines = Self.text(report.github).components(separatedBy: "\n")
    #expect(lines.removeLast().isEmpty)
    #expect(lines.removeLast() == "\(count) findings")
    let bySeverity = FindingReport.severities.map { severity in
      report.findings.filter { $0.severity == severity }
    }
    if bySeverity.contains(where: { $0.count > 10 }) {
      let more = zip(["error", "warning", "note"], bySeverity).filter { $1.count > 10 }
        .map { "\($1.count - 10) more \($0)" + ($1.count == 11 ? "" : "s") }
      #expect(
        lines.removeLast() == more.joined(separator: ", ")
          + ": `sectionengine check 'a b.json'` lists them, with the same options but without --format"
      )
    }
    let commands = try lines.map { try #require(Command($0), "\($0)") }
    let expected = bySeverity.flatMap { found in
      let offsets = TestReports.rules.map { rule in
        found.indices.filter { found[$0].rule.id == rule.id }
      }
      let turns = (0..<found.count).flatMap { turn in
        offsets.compactMap { turn < $0.count ? $0[turn] : nil }.sorted()
      }
      return turns.prefix(10).map { found[$0] }
    }
    #expect(commands.count == expected.count)
    for (command, finding) in zip(commands, expected) {
      let names: [Diagnostic.Severity: String] = [
        .error: "error", .warning: "warning", .note: "notice",
      ]
      #expect(command.name == names[finding.severity])
      #expect(command.data == finding.lines.joined(separator: "\n"))
      #expect(command.properties["file"] == finding.path)
      #expect(command.properties["line"] == finding.position.map { "\($0.line)" })
      #expect(command.properties["title"] == "\(finding.rule.name) (\(finding.rule.id))")
    }
    let odd = Self.text(report.github).unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
    }
    #expect(odd.isEmpty)
  }

  @Test("a file is named relative to the repository")
  func paths() {
    let paths = TestReports.files.compactMap { $0.map(FindingReport.path) }
    #expect(
      paths == [
        "stdin", "feeds/首页.json", "home.json", "feeds/a b.json", "feeds/a,b:c%d|`.json",
        "https://example.com/home?a=1",
      ])
    #expect(FindingReport.path(of: ".//a/b.json") == "b.json")
  }

  // MARK: GitLab

  @Test("GitLab gets a path, a line and a fingerprint of its own for each finding")
  func gitlab() throws {
    for count in TestReports.counts {
      let bytes = TestReports.report(count).gitlab
      let issues = try #require(
        JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
      #expect(issues.count == count)
      #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == count)
      let places = issues.compactMap { $0["location"] as? [String: Any] }
      #expect(places.count == count)
      #expect(
        places.prefix(4).compactMap { $0["path"] as? String }
          == Array(["feed.json", "stdin", "feeds/首页.json", "home.json"].prefix(count)))
      #expect(
        issues.prefix(3).compactMap { $0["severity"] as? String }
          == Array(["info", "minor", "critical"].prefix(count)))
    }
    // The findings move to another line, as after an edit above them.
    var moved = TestReports.report(40)
    for index in moved.suites[0].findings.indices {
      moved.suites[0].findings[index].position = (1_000, 1)
    }
    func fingerprints(_ report: FindingReport) -> [Substring] {
      Self.text(report.gitlab).split(separator: "\n").filter { $0.contains("\"fingerprint\"") }
    }
    #expect(fingerprints(moved) == fingerprints(TestReports.report(40)))
  }

  /// Validates JSON with Python's `jsonschema`.
  private static func validate(_ bytes: [UInt8], _ schema: URL) throws {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.validators.validator_for(schema).check_schema(schema)
      jsonschema.validate(json.load(sys.stdin), schema)
      """
    _ = try Python.output(of: ["-c", script, schema.path], input: Data(bytes))
  }

  @Test("Code Quality matches GitLab's rules", .needs(shared: "schemas"), .needsJSONSchema)
  func gitlabSchema() throws {
    let schema = sharedData("schemas/gitlab-code-quality.schema.json")
    for count in TestReports.counts { try Self.validate(TestReports.report(count).gitlab, schema) }
    #expect(throws: Python.Failure.self) {
      try Self.validate(Array(#"[{"severity": 1}]"#.utf8), schema)
    }
  }

  // MARK: SARIF

  @Test("SARIF matches its schema", .needsJSONSchema)
  func sarif() throws {
    let schema = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../Schemas/sarif-2.1.0.json").standardizedFileURL
    for count in [0, 1, 40] { try Self.validate(TestReports.report(count).sarif, schema) }
    #expect(throws: Python.Failure.self) { try Self.validate(Array("{}".utf8), schema) }
  }

  // MARK: JUnit

  /// Parses XML with an independent parser. Returns each test as its name, the type and text of its
  /// failure, and its output.
  private static func tests(_ bytes: [UInt8]) throws -> [[String]] {
    let script = """
      import json, sys, xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      suites = list(root)
      for each in [root] + suites:
          tests = list(each.iter("testcase"))
          assert int(each.get("tests")) == len(tests)
          assert int(each.get("failures")) == len([test for test in tests if test.find("failure") is not None])
      rows = []
      for test in root.iter("testcase"):
          failure, out = test.find("failure"), test.find("system-out")
          rows.append([test.get("name"), "" if failure is None else failure.get("type"),
                       "" if failure is None else failure.text, "" if out is None else out.text])
      print(json.dumps(rows))
      """
    let found = try Python.output(of: ["-c", script], input: Data(bytes))
    return try JSONDecoder().decode([[String]].self, from: Data(found.utf8))
  }

  @Test(
    "JUnit has passing tests, failures for warnings and errors, and notes as output",
    .needs(python: "xml", of: "python3"))
  func junit() throws {
    let none = try Self.tests(TestReports.report(0).junit)
    #expect(none == [["passes", "", "", ""], ["test plain", "", "", ""]])
    // A report with one note.
    let note = try Self.tests(TestReports.report(1).junit)
    #expect(note == [["passes", "", "", ""], ["test plain", "", "", "plain\n"]])
    let many = TestReports.report(5_000)
    let found = try Self.tests(many.junit)
    #expect(found.count == 8 && found.count { !$0[1].isEmpty } == 7)
    let all = found.map { $0[2] + $0[3] }.joined()
    for text in ["x]]>y", "<!-- a -- b -->", "👨‍👩‍👧", "汉字 かな 한글", "100 % of %0A and %25"] {
      #expect(all.contains(text))
    }
    #expect(!all.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    #expect(TestReports.report(5_000).junit == many.junit)
  }

  @Test(
    "JUnit matches its schema", .needs(shared: "schemas"),
    .needs(python: "lxml", of: "python3-lxml"))
  func junitSchema() throws {
    let script = """
      import sys
      from lxml import etree
      schema = etree.XMLSchema(etree.parse(sys.argv[1]))
      schema.assertValid(etree.fromstring(sys.stdin.buffer.read(), etree.XMLParser(huge_tree=True)))
      """
    let schema = sharedData("schemas/junit-10.xsd").path
    for count in TestReports.counts {
      _ = try Python.output(
        of: ["-c", script, schema], input: Data(TestReports.report(count).junit))
    }
    #expect(throws: Python.Failure.self) {
      try Python.output(of: ["-c", script, schema], input: Data("<testsuite/>".utf8))
    }
  }

  // MARK: Markdown

  @Test("Markdown has a list item for each finding, whose texts cannot leave it")
  func markdown() {
    #expect(
      Self.text(TestReports.report(0).markdown) == "**sectionengine check**: 0 findings\n")
    let text = Self.text(TestReports.report(16).markdown)
    let lines = text.split(separator: "\n").dropFirst()
    #expect(lines.count == 16 && lines.allSatisfy { $0.hasSuffix("`)") })
    for (severity, count) in [("error", 5), ("warning", 5), ("note", 6)] {
      #expect(lines.count { $0.hasPrefix("- \(severity)") } == count)
    }
    #expect(!text.contains("<b>") && !text.contains("@me") && text.contains("汉字 かな 한글"))
  }

  @Test("Markdown fits a comment and counts the findings that it leaves out")
  func longMarkdown() throws {
    let text = Self.text(TestReports.report(5_000).markdown)
    #expect((50_000...60_000).contains(text.utf16.count), "\(text.utf16.count)")
    let items = text.split(separator: "\n").count { $0.hasSuffix("`)") }
    let last = try #require(text.split(separator: "\n").last)
    let left = last.matches(of: /(\d+) more/).compactMap { Int($0.1) }
    #expect(left.reduce(items, +) == 5_000, "\(last)")
    #expect(last.contains("sectionengine check"))
  }
}
