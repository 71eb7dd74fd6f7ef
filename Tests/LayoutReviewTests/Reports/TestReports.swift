import Support

@testable import LayoutReview

/// Reports whose texts try to break out of each format.
enum TestReports {
  static let texts = [
    "plain", "", "100 % of %0A and %25", "a\nb\r\nc\rd", "x]]>y", "<!-- a -- b -->", "%\u{301}",
    "👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{202E}txet\u{2066} שלום \u{200F}", "汉字 かな 한글",
    "\u{0}\u{1}\u{1B}[31m\u{85}\u{2028}\u{FFFE}\u{FFFF}",
    "::error file=a::b", "a,b:c=d", "|`<b>&amp;*_@me#1</b>", "##[error]x",
    String(repeating: "长", count: 5_000),
  ]
  static let files: [String?] = [
    nil, "-", "./feeds/首页.json", "/home/ada/feeds/home.json", "git:HEAD~1:feeds/a b.json",
    "feeds/a,b:c%d|`.json", "https://example.com/home?a=1",
  ]

  static let rules = ["a-rule", "b-rule"].map {
    FindingReport.Rule(
      id: "SE-\($0)", name: $0, title: "about \($0)", help: "help", level: .warning)
  }

  /// Returns a report with `count` findings, which cycle through severities, texts and files.
  static func report(_ count: Int) -> FindingReport {
    let severities = Diagnostic.Severity.allCases
    let findings = (0..<count).map { index in
      FindingReport.Entry(
        severity: severities[index % 3], rule: rules[index % 2],
        message: texts[index % texts.count],
        details: [texts[(index + 1) % texts.count]], file: files[index % files.count],
        position: index % 5 == 0 ? nil : (index + 1, 2),
        node: index % 4 == 0 ? nil : texts[(index + 2) % texts.count],
        tests: ["test \(texts[index % 7])"], fingerprint: "\(index % 50)")
    }
    return FindingReport(
      command: "check", arguments: ["a b.json"], summary: "\(count) findings", file: "./feed.json",
      rules: rules,
      suites: [.init(name: texts.joined(), tests: ["passes", "test plain"], findings: findings)])
  }

  static let counts = [0, 1, 3, 40, 5_000]
}
