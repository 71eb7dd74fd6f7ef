import SectionEngine

extension FindingReport {
  /// The report as JUnit XML without times. A page is a suite; a finding is a failure of its test.
  var junit: [UInt8] {
    let results = suites.map { (suite: $0, tests: $0.results) }
    var out = ByteWriter()
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    out.write(
      markup: """
        <testsuites name="sectionengine \(command)"\(Self.counts(results.flatMap(\.tests)))>

        """)
    for (suite, tests) in results {
      out.write(
        markup: """
            <testsuite name="\(suite.name)"\(Self.counts(tests)) skipped="0">

          """)
      for test in tests { test.write(to: &out, of: suite) }
      out.write("  </testsuite>\n")
    }
    out.write("</testsuites>\n")
    return out.bytes
  }

  private static func counts(_ tests: [Suite.Result]) -> XML {
    let failures = tests.count { !$0.failures.isEmpty }
    return " tests=\"\(tests.count)\" failures=\"\(failures)\" errors=\"0\" time=\"0\""
  }
}

extension FindingReport.Suite {
  fileprivate struct Result {
    var name: String
    var findings: [FindingReport.Entry]

    var failures: [FindingReport.Entry] { findings.filter { $0.severity > .note } }
  }

  /// The tests with their findings. The tests that ran are first, in their order.
  fileprivate var results: [Result] {
    var results: [(name: String, finding: FindingReport.Entry?)] = tests.map { ($0, nil) }
    for finding in findings { results += finding.tests.map { ($0, finding) } }
    return results.grouped { $0.name }
      .map { Result(name: $0[0].name, findings: $0.compactMap(\.finding)) }
  }
}

extension FindingReport.Suite.Result {
  fileprivate func write(to out: inout ByteWriter, of suite: FindingReport.Suite) {
    out.write(markup: "    <testcase classname=\"\(suite.name)\" name=\"\(name)\" time=\"0\"")
    guard !findings.isEmpty else { return out.write("/>\n") }
    out.write(">\n")
    if let first = failures.first {
      let message =
        failures.count > 1 ? "\(first.message), and \(failures.count - 1) more" : first.message
      out.write(
        markup: """
                <failure message="\(shown(message, limit: 400))" type="\(first.rule.name)">\
          \(Self.text(of: failures))</failure>

          """)
    }
    let notes = findings.filter { $0.severity == .note }
    if !notes.isEmpty {
      out.write(markup: "      <system-out>\(Self.text(of: notes))</system-out>\n")
    }
    out.write("    </testcase>\n")
  }

  private static func text(of findings: [FindingReport.Entry]) -> String {
    findings.map { finding in
      let place =
        [finding.path]
        + [finding.position?.line, finding.position?.column]
        .map { $0.map(String.init) }
      let start = place.compactMap { $0 }.joined(separator: ":")
      return ((start.isEmpty ? [] : [start]) + finding.lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
