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
  var subject: String?

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

  @Option(
    help: .value("Explain the topmost node at a point of the page, and say what a tap does.", "x,y")
  )
  var at: PointArgument?

  @Flag(help: "Print every step up to the width of the page.")
  var chain = false

  func validate() throws {
    try require(
      code == nil || (format == .text && !chain), "--as excludes --format json and --chain")
    if at != nil {
      return try require(
        subject == nil || feed.primary.feed == nil,
        "--at names the node; leave out `\(shown(subject ?? ""))`")
    }
    try require(subject != nil, "name a node, a code or a text, or a point with --at X,Y")
    guard let subject else { return }
    try require(
      code == nil || (CheckRule.named(subject) == nil && !Self.isCode(subject)),
      "--as is about a node or a section, and `\(shown(subject))` is a code")
  }

  func run() throws {
    guard at == nil, let subject else { return try explainPoint() }
    if let rule = CheckRule.named(subject) { return try Output.write(Self.page(of: rule.code)) }
    if Self.isCode(subject) { return try explainCode(subject) }
    let (chosen, opened, page) = try drawn(feed)
    let laidOut = page.laidOut
    let search = NodeSearch(subject, on: page)
    let found = laidOut.place(at: subject) == nil ? search.paths() : [subject]
    guard let path = found.first, let place = laidOut.place(at: path) else {
      throw ExitError.couldNotRun(search.absence() ?? UnknownNode.diagnostic(subject, in: laidOut))
    }
    try explain(place, at: path, on: page, chosen)
    if let others = NodeSearch.others(found) { Output.remark([others]) }
    report(opened)
  }

  /// Explains the topmost node at the point, after what a tap there does.
  private func explainPoint() throws {
    // With --at, the first argument is the feed.
    var feed = feed
    feed.primary.feed = feed.primary.feed ?? subject
    let (chosen, opened, page) = try drawn(feed)
    guard let point = at?.point else { return }
    guard let tapped = page.node(at: point) else {
      let size = "\(points(page.environment.width))x\(points(page.height))"
      throw ExitError.couldNotRun(
        .unknownNode, "no section is at \(points(point.x)),\(points(point.y))",
        helps: ["name a point of the page, which is \(size)"])
    }
    let tap = TapReport(tapped, on: page)
    let place = NodePlace(.section(tapped.section), node: tapped.node)
    try explain(place, at: tap.path, on: page, chosen, tap: tap)
    report(opened)
  }

  private func drawn(
    _ feed: FeedOptions
  ) throws -> (chosen: ChosenFeed, opened: LoadedFeed, page: FeedPage) {
    var chosen = try feed.settings.chosen(in: environment.settings)
    try chosen.select(client: client)
    let opened = try chosen.opened(state: state?.content)
    return (chosen, opened, try opened.page(in: chosen.environment))
  }

  private func report(_ opened: LoadedFeed) {
    guard code == nil else { return }
    Output.report(
      PluginMemory.ignoredFolders + opened.absences + opened.absentSources(), color: .auto)
  }

  /// Writes how the frame of a node or section was computed, or its CSS.
  private func explain(
    _ place: NodePlace, at path: String, on page: FeedPage, _ chosen: ChosenFeed,
    tap: TapReport? = nil
  ) throws {
    let laidOut = page.laidOut
    if code != nil {
      guard let css = SectionCSS(place, on: laidOut) else {
        throw ExitError.couldNotRun(
          .unknownSection,
          "`\(shown(path, limit: 200))` has no nodes, so there is nothing to lay out",
          helps: ["name a section with content: `sectionengine dump` lists the nodes"])
      }
      return try Output.write(css.html, to: nil)
    }
    guard let explanation = NodeExplanation(of: place, on: page, showsChain: chain) else {
      throw ExitError.couldNotRun(.internalError, "`\(path)` cannot be explained")
    }
    let beginning = tap.map { tap in
      tap.lines.map { "\($0.name.padded(to: 8))\(TerminalText.line($0.words))\n" }.joined() + "\n"
    }
    let ending = try findings(at: path, on: page, chosen)
    try Output.write(
      as: format, text: (beginning ?? "") + explanation.text + ending,
      json: explanation.json(tap: tap))
  }

  /// Whether the subject looks like a code, such as "SE1004", even if no such code exists.
  private static func isCode(_ subject: String) -> Bool {
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

  private func explainCode(_ subject: String) throws {
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
