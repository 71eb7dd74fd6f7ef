internal import ArgumentParser
internal import SectionEngine
internal import LayoutReview

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", _superCommandName: CommandGuide.program,
    abstract: "Explain a diagnostic code, or how a frame was computed.",
    discussion: """
      The path of a node has the names of the lines of a dump that lead to it: \
      HOMEPAGE_BANNER/pager/image[0]. A block code alone names the section; top and bottom are the bars. \
      A JSON path, FILE:LINE or a text on the page names the node that shows it; if none does, the reason is \
      given.
      """)

  @Argument(
    help: .value(
      """
      Path of a node or section, a code like SE1004, a check rule, a JSON path, FILE:LINE or a visible \
      text.
      """,
      "node|code|rule|path|text"))
  var subject: String

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(
    help: .value("Draw this state instead of the feed: loading, empty or failed.", "name"))
  var state: ShownState?

  @Option(help: .value("Explain the page of this client.", "name|file"))
  var client: String?

  @Option(help: "Output format: text or json.")
  var format = ReportFormat.text

  @Option(
    name: .customLong("as"),
    help: .value("Print the section or node as code instead: css, in an HTML page.", "language"))
  var code: CodeLanguage?

  @Flag(help: "Print every step up to the width of the page.")
  var chain = false

  func validate() throws {
    try require(
      code == nil || (format == .text && !chain), "--as excludes --format json and --chain")
    try require(
      code == nil || (CheckRule.named(subject) == nil && !isCode),
      "--as is about a node or a section, and `\(shown(subject))` is a code")
  }

  func run() throws {
    if let rule = CheckRule.named(subject) { return try Output.write(Self.page(of: rule.code)) }
    if isCode { return try explainCode() }
    var chosen = try feed.settings.chosen(in: environment.settings)
    try chosen.select(client: client)
    let opened = try chosen.opened(state: state?.content)
    let page = try opened.page(in: chosen.environment)
    let laidOut = page.laidOut
    let search = NodeSearch(subject, on: page)
    let found = laidOut.place(at: subject) == nil ? search.paths() : [subject]
    guard let path = found.first, let place = laidOut.place(at: path) else {
      throw ExitError.couldNotRun(search.absence() ?? UnknownNode.diagnostic(subject, in: laidOut))
    }
    if code != nil {
      guard let css = SectionCSS(place, on: laidOut) else {
        throw ExitError.couldNotRun(
          .unknownSection,
          "`\(shown(path, limit: 200))` has no nodes, so there is nothing to lay out",
          helps: ["name a section with content: `sectionengine dump` lists the nodes"])
      }
      try Output.write(css.html, to: nil)
      if let others = NodeSearch.others(found) { Output.remark([others]) }
      return
    }
    guard let explanation = NodeExplanation(of: place, on: page, showsChain: chain) else {
      throw ExitError.couldNotRun(.internalError, "`\(subject)` cannot be explained")
    }
    let ending = try findings(at: path, on: page, chosen)
    try Output.write(as: format, text: explanation.text + ending, json: explanation.json)
    if let others = NodeSearch.others(found) { Output.remark([others]) }
    Output.report(
      PluginMemory.ignoredFolders + opened.absences + opened.absentSources(), color: .auto)
  }

  /// Whether the subject looks like a code, such as "SE1004", even if no such code exists.
  private var isCode: Bool {
    subject.lowercased().hasPrefix("se") && subject.count > 2
      && subject.dropFirst(2).allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Returns the page of the catalogue, and who has to act.
  private static func page(of code: DiagnosticCode) -> String {
    guard let owner = code.owner else { return code.page }
    var page = code.page
    while page.hasSuffix("\n") { page.removeLast() }
    return page + "\n\n**Who has to act**: \(owner.duty). `check` names the owner of each finding, "
      + "which its cause can change.\n"
  }

  /// Returns the findings of `check` at a node, each with its owner and what to do; "" for none.
  private func findings(at path: String, on page: FeedPage, _ chosen: ChosenFeed) throws -> String {
    let pages = CheckPages(
      page, bothAppearances: environment.settings.appearance == nil, clients: [],
      expectations: Expectations())
    let report = try chosen.checkConfiguration().report(of: pages)
    return report.findings.filter { $0.diagnostic.node == path }.map { finding in
      let diagnostic = finding.diagnostic
      let label = diagnostic.label.map { ": \($0)" } ?? ""
      return
        "\n\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]: \(diagnostic.message)\(label)\n"
        + "  who: \(finding.owner.duty)\n"
        + diagnostic.helps.map { "  how: \(TerminalText.line($0))\n" }.joined()
    }.joined()
  }

  private func explainCode() throws {
    if let known = DiagnosticCode(rawValue: subject.uppercased()) {
      return try Output.write(Self.page(of: known))
    }
    let codes = DiagnosticCode.allCases.map(\.rawValue)
    throw ExitError.couldNotRun(
      .invalidOption, "there is no diagnostic code `\(subject)`",
      helps: Suggestion.helps(
        for: subject, among: codes, else: "codes: \(codes.joined(separator: ", "))"))
  }
}

/// A language in which a section is written as code.
enum CodeLanguage: String, CaseIterable {
  /// Flexbox CSS, in an HTML document.
  case css
}

extension CodeLanguage: ArgumentWord {}
