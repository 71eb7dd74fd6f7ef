import Support

/// The findings of a check, a comparison or a snapshot verification, in the form of CI reports.
package struct FindingReport: Sendable {
  package enum Format: String, Sendable { case markdown, github, gitlab, junit, sarif }

  package struct Rule: Sendable {
    /// The id of the rule in SARIF, such as "SE2107".
    var id: String
    /// The readable name of the rule, such as "touch-target".
    var name: String
    var title: String
    /// The command that shows the description of the rule.
    var help: String
    /// The default severity; `nil` if the rule has none.
    var level: Diagnostic.Severity?
  }

  package struct Entry: Sendable {
    package var severity: Diagnostic.Severity
    var rule: Rule
    /// The message in one line.
    var message: String
    /// Further lines of the message.
    var details: [String] = []
    /// The file as typed; `nil` if the finding is not about a file.
    package var file: String?
    /// The line and column, starting at 1. Columns are Unicode scalars.
    var position: (line: Int, column: Int)?
    /// The path of the node on the page; `nil` if the finding is not about a node.
    var node: String?
    /// The tests of the suite that fail because of the finding. A note fails no test.
    var tests: [String]
    /// A hash that is the same on every machine, and does not depend on line and column. Several
    /// findings can have the same one.
    var fingerprint: String
    /// The party that has to change something: feed, layout, section or setup; `nil` if unknown.
    var owner: String?
    /// A digest that tells findings with one fingerprint apart.
    var content = ""
    /// The version of the rules for `fingerprint`.
    var fingerprintVersion = 1
  }

  /// A page, or another group of tests.
  package struct Suite: Sendable {
    package var name: String
    /// The tests that ran. Reports add the tests of findings.
    package var tests: [String]
    package var findings: [Entry]

    package init(name: String, tests: [String], findings: [Entry]) {
      self.name = name
      self.tests = tests
      self.findings = findings
    }
  }

  /// The command, such as "snapshot verify".
  var command: String
  var arguments: [String]
  package var summary: String
  /// The file for findings without a file, if a format requires one.
  package var file: String
  /// All rules that were applied, including those without findings.
  var rules: [Rule]
  package var suites: [Suite]

  package var findings: [Entry] { suites.flatMap(\.findings) }

  package func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .markdown: markdown
    case .github: github
    case .gitlab: gitlab
    case .junit: junit
    case .sarif: sarif
    }
  }

  static let severities: [Diagnostic.Severity] = [.error, .warning, .note]

  /// Returns a remark on the findings that a format omits, "3 more warnings: …", with the command
  /// that lists them; `nil` if there are none.
  func remark(on rest: [(Diagnostic.Severity, Int)]) -> String? {
    let more = rest.filter { $0.1 > 0 }.map { counted($0.1, "more \($0.0.rawValue)") }
    return more.isEmpty ? nil : "\(more.joined(separator: ", ")): \(source)"
  }

  /// A sentence with the command that lists all findings.
  var source: String {
    let words = (["sectionengine \(command)"] + arguments.map(shellWord)).joined(separator: " ")
    return "`\(shown(words, limit: 400))` lists them, with the same options but without --format"
  }

  /// Returns a file name relative to the repository; "stdin" for "-".
  static func path(of file: String) -> String {
    var name = file
    if name.hasPrefix("git:") {
      name = String(name.split(separator: ":", maxSplits: 2).last ?? "")
    }
    while name.hasPrefix("./") { name.removeFirst(2) }
    // An absolute path has no meaning on another machine, so only the file name is kept.
    if name.hasPrefix("/") { name = name.split(separator: "/").last.map(String.init) ?? name }
    return name == "-" ? "stdin" : name
  }
}

extension FindingReport.Entry {
  var path: String? { file.map(FindingReport.path) }

  /// The message, the node unless the message begins with the node, the details, and the owner. Safe
  /// to print.
  var lines: [String] {
    let node = node.flatMap { message.hasPrefix($0) ? nil : "at \($0)" }
    let owner = owner.map { "owner: \($0)" }
    return ([message] + [node].compactMap(\.self) + details + [owner].compactMap(\.self))
      .map { shown($0, limit: 1_000) }
  }
}

extension [String] {
  /// Returns the first lines, and a line with the number of the others.
  package func cut(to limit: Int = 24) -> [String] {
    prefix(limit) + (count > limit ? ["… \(counted(count - limit, "more line"))"] : [])
  }
}
