internal import ArgumentParser
internal import Support
internal import LayoutReview
internal import Renderers

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two pages: what moved, resized, appeared or disappeared.",
    discussion: """
      A and B are feeds (a file, an http(s) URL, or - for standard input), dumps, layout JSON, any of \
      these at a revision (git:HEAD~1:feed.json), folders of dumps, or the views of a real app as \
      recursiveDescription prints them. A feed is drawn in the environment of the dump on the other \
      side, unless options change it.

      Exit status: 0 no difference; 1 differences; 2 could not run; 64 usage.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json, html, github, gitlab, junit, sarif
  }

  @Argument(help: .value("The old page.", "a"))
  var old: String

  @Argument(help: .value("The new page.", "b"))
  var new: String

  @Option(help: "Output format: text, markdown, json, html, github, gitlab, junit or sarif.")
  var format: Format = .text

  @Option(
    help: .value(
      "Ignored difference of frames, in points. By default 0, and 0.5 for an app.",
      "pt"))
  var tolerance: Double?

  @Option(help: .value("The app's scroll view: an identifier or a class.", "id"))
  var root: String?

  @Option(name: .shortAndLong, help: .outputFile)
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @OptionGroup var drawing: DrawingOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  func validate() throws {
    try require(tolerance, in: 0...1_000, "--tolerance takes points from 0 to 1000")
    try require(
      old != "-" || new != "-", "standard input is given twice; write one side to a file")
  }

  func run() throws {
    if isFolder(old) || isFolder(new) {
      guard isFolder(old), isFolder(new) else { throw Ending.couldNotRun(DiffPages.unlike) }
      return try compareFolders()
    }
    let sides = [try DiffInput(old), try DiffInput(new)]
    var pages = DiffPages(
      drawing: drawing.selection, environment: environment.settings, root: root)
    for (app, page) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .app(let hierarchy) = app else { continue }
      let report = try comparison(of: hierarchy, with: try pages.page(of: page, beside: app))
      return try finish(
        isEmpty: report.isEmpty, notes: pages.notes, text: report.text(color: usesColor),
        markdown: report.markdown, json: report.json,
        findings: findings(report.summary, [report.suite]))
    }
    let before = try pages.page(of: sides[0], beside: sides[1])
    let after = try pages.page(of: sides[1], beside: sides[0])
    let diff = PageDiff(from: before, to: after, tolerance: tolerance ?? 0)
    try finish(
      isEmpty: diff.isEmpty, notes: pages.notes, text: DiffText(color: usesColor).text(of: diff),
      markdown: DiffMarkdown.text(of: diff), json: DiffJSON.bytes(of: diff),
      findings: findings(
        diff.summary, [diff.suite(named: after.feed.name, places: pages.places)]),
      html: DiffHTML.bytes(of: diff))
  }

  /// Compares with the scroll view that shows most of the page; the first among equals.
  private func comparison(
    of hierarchy: ViewHierarchy, with page: FlatPage
  ) throws -> AppComparison {
    let comparisons = AppComparison.candidates(in: hierarchy, named: root).map {
      AppComparison(hierarchy, root: $0, page: page, tolerance: tolerance ?? 0.5)
    }
    let best = comparisons.max { $0.comparedSections < $1.comparedSections }
    if let best, root != nil || best.comparedSections > 0 { return best }
    let names = hierarchy.views.filter(\.isScrolling).map { $0.identifier ?? $0.name }
    let list = names.prefix(8).map { shown($0) }.joined(separator: ", ")
    throw Ending.couldNotRun(
      Diagnostic(
        .noScrollView, .error,
        root.map { "the app has no view `\(shown($0))`" }
          ?? "no scroll view of the app shows the page",
        notes: names.isEmpty ? ["it has no scroll view"] : ["its scroll views: \(list)"],
        helps: ["name the one that holds the feed: `--root ID`"]))
  }

  private func compareFolders() throws {
    let comparison = try FolderDiff(old, new, tolerance: tolerance ?? 0)
    try finish(
      isEmpty: comparison.isEmpty, notes: [], text: comparison.text(color: usesColor),
      markdown: comparison.markdown, json: comparison.json,
      findings: findings(comparison.summary, comparison.suites(in: new)))
  }

  private func findings(_ summary: String, _ suites: [FindingReport.Suite]) -> FindingReport {
    FindingReport(comparing: old, with: new, summary: summary, suites: suites)
  }

  private var usesColor: Bool { color.isUsed(in: output) }

  /// Writes a comparison in the format; `html` is `nil` if the comparison has no picture.
  private func finish(
    isEmpty: Bool, notes: [Diagnostic], text: @autoclosure () -> String,
    markdown: @autoclosure () -> String, json: @autoclosure () -> [UInt8],
    findings: @autoclosure () -> FindingReport, html: @autoclosure () -> [UInt8]? = nil
  ) throws {
    switch format {
    case .text: try Output.write(text(), to: output)
    case .markdown: try Output.write(markdown(), to: output)
    case .json: try Output.write(json(), to: output)
    case .github: try Output.write(findings().github, to: output)
    case .gitlab: try Output.write(findings().gitlab, to: output)
    case .junit: try Output.write(findings().junit, to: output)
    case .sarif: try Output.write(findings().sarif, to: output)
    case .html:
      guard let html = html() else {
        throw Ending.usage(
          .invalidOption, "html is for two pages", helps: ["choose another format"])
      }
      try Output.write(html, to: output)
    }
    Output.report(notes, color: color)
    if !isEmpty { throw Ending(status: 1, diagnostics: []) }
  }
}
