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

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, markdown, json, html }

  @Argument(help: ArgumentHelp("The old page.", valueName: "a"))
  var old: String

  @Argument(help: ArgumentHelp("The new page.", valueName: "b"))
  var new: String

  @Option(help: "Output format: text, markdown, json or html.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "Differences of frames up to this many points are ignored; by default 0, and 0.5 for an app.",
      valueName: "pt"))
  var tolerance: Double?

  @Option(
    help: ArgumentHelp(
      "Identifier or class of the app's scroll view that shows the feed.", valueName: "id"))
  var root: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @OptionGroup(title: "Feed") var drawing: DrawingOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  func validate() throws {
    if let tolerance, !(tolerance >= 0 && tolerance <= 1_000) {
      throw ValidationError("--tolerance takes points from 0 to 1000, found \(tolerance)")
    }
    if old == "-", new == "-" {
      throw ValidationError("standard input is given twice; write one side to a file")
    }
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
      let report = AppReport(
        try comparison(of: hierarchy, with: try pages.page(of: page, beside: app)))
      return try finish(try bytes(of: report), isEmpty: report.isEmpty, notes: pages.notes)
    }
    let before = try pages.page(of: sides[0], beside: sides[1])
    let after = try pages.page(of: sides[1], beside: sides[0])
    let diff = PageDiff(from: before, to: after, tolerance: tolerance ?? 0)
    try finish(bytes(of: diff), isEmpty: diff.isEmpty, notes: pages.notes)
  }

  /// Compares with the scroll view that shows most of the page; the first among equals.
  private func comparison(
    of hierarchy: ViewHierarchy, with page: FlatPage
  ) throws -> AppComparison {
    let comparisons = AppComparison.candidates(in: hierarchy, named: root).map {
      AppComparison(hierarchy, root: $0, page: page, tolerance: tolerance ?? 0.5)
    }
    var best: AppComparison?
    for comparison in comparisons
    where comparison.comparedSections > best?.comparedSections ?? (root == nil ? 0 : -1) {
      best = comparison
    }
    if let best { return best }
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
    let bytes: [UInt8] =
      switch format {
      case .text: Array(comparison.text(color: usesColor).utf8)
      case .markdown: Array(comparison.markdown.utf8)
      case .json: comparison.json
      case .html: throw Self.noPicture
      }
    try finish(bytes, isEmpty: comparison.isEmpty, notes: [])
  }

  private func bytes(of diff: PageDiff) -> [UInt8] {
    switch format {
    case .text: Array(DiffText(color: usesColor).text(of: diff).utf8)
    case .markdown: Array(DiffMarkdown.text(of: diff).utf8)
    case .json: DiffJSON.bytes(of: diff)
    case .html: DiffHTML.bytes(of: diff)
    }
  }

  private static let noPicture = Ending(
    status: 64,
    diagnostics: [
      Diagnostic(
        .invalidOption, .error, "html is for two pages", helps: ["choose text, markdown or json"])
    ])

  private func bytes(of report: AppReport) throws -> [UInt8] {
    switch format {
    case .text: Array(report.text(color: usesColor).utf8)
    case .markdown: Array(report.markdown.utf8)
    case .json: report.json
    case .html: throw Self.noPicture
    }
  }

  private var usesColor: Bool { color.isUsed(in: output) }

  private func finish(_ bytes: [UInt8], isEmpty: Bool, notes: [Diagnostic]) throws {
    try Output.write(bytes, to: output)
    Output.report(notes, color: color)
    if !isEmpty { throw Ending(status: 1, diagnostics: []) }
  }
}
