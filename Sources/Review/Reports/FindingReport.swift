import Support

/// The findings of a check, a comparison or a verification, as CI systems show them.
package struct FindingReport: Sendable {
  package enum Format: String, Sendable { case markdown, github, gitlab, junit, sarif }

  package struct Rule: Sendable {
    /// The id in SARIF: "SE2107".
    var id: String
    /// The name that people know: "touch-target".
    var name: String
    var title: String
    /// The command that describes it.
    var help: String
    /// The severity, unless a configuration changes it; `nil` if it has no usual one.
    var level: Diagnostic.Severity?
  }

  package struct Finding: Sendable {
    var severity: Diagnostic.Severity
    var rule: Rule
    /// The finding in one line.
    var message: String
    /// Further lines.
    var details: [String] = []
    /// The file as typed; `nil` if it is about none.
    package var file: String?
    /// Line and column from 1, in Unicode scalars.
    var position: (line: Int, column: Int)?
    /// The path on the page.
    var node: String?
    /// The tests of the suite that fail because of it, unless it is a note.
    var tests: [String]
    /// The same on every machine, and for other lines and columns.
    var fingerprint: String
  }

  /// A page, or another group of tests.
  package struct Suite: Sendable {
    package var name: String
    /// The tests that ran. Those that findings name are added.
    package var tests: [String]
    package var findings: [Finding]

    package init(name: String, tests: [String], findings: [Finding]) {
      self.name = name
      self.tests = tests
      self.findings = findings
    }
  }

  /// The command: "snapshot verify".
  var command: String
  var arguments: [String]
  package var summary: String
  /// The file of findings without one, where a format requires it.
  package var file: String
  /// The kinds of findings, also of those that were not found.
  var rules: [Rule]
  package var suites: [Suite]

  package var findings: [Finding] { suites.flatMap(\.findings) }

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

  /// Returns how to list the findings that a format leaves out, such as "3 more warnings"; `nil` for
  /// none.
  func remark(on rest: [(Diagnostic.Severity, Int)]) -> String? {
    let more = rest.filter { $0.1 > 0 }.map { counted($0.1, "more \($0.0.rawValue)") }
    guard !more.isEmpty else { return nil }
    let words = (["sectionengine \(command)"] + arguments.map(shellWord)).joined(separator: " ")
    return "\(more.joined(separator: ", ")): `\(shown(words, limit: 400))` lists them,"
      + " with the same options but without --format"
  }

  /// Returns the name of a file relative to the repository; "stdin" for "-".
  static func path(of file: String) -> String {
    var name = file
    if name.hasPrefix("git:") {
      name = String(name.split(separator: ":", maxSplits: 2).last ?? "")
    }
    while name.hasPrefix("./") { name.removeFirst(2) }
    // An absolute path is meaningless on another machine.
    if name.hasPrefix("/") { name = name.split(separator: "/").last.map(String.init) ?? name }
    return name == "-" ? "stdin" : name
  }
}

extension FindingReport.Finding {
  var path: String? { file.map(FindingReport.path) }

  /// The message, the node unless the message begins with it, and the details, safe to show.
  var lines: [String] {
    let node = node.flatMap { message.hasPrefix($0) ? nil : "at \($0)" }
    return ([message] + [node].compactMap(\.self) + details).map { shown($0, limit: 1_000) }
  }
}

extension [String] {
  /// The first lines of a long list, and the number of the others.
  func cut(to limit: Int = 24) -> [String] {
    prefix(limit) + (count > limit ? ["… \(counted(count - limit, "more line"))"] : [])
  }
}
