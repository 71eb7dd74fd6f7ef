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
      side, unless options change it. With two clients, A is a feed, and B is left out.

      Exit status: 0 no difference; 1 differences; 2 could not run; 64 usage.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, markdown, json, html }

  @Argument(help: .value("The old page.", "a"))
  var old: String

  @Argument(help: .value("The new page.", "b"))
  var new: String?

  @Option(help: .value("Compare the pages of two clients; given twice.", "name|file"))
  var client: [String] = []

  @Option(help: "Output format: text, markdown, json or html.")
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
      (new == nil) == !client.isEmpty,
      client.isEmpty
        ? "Missing expected argument '<b>'" : "with --client, one feed is compared: leave out <b>")
    try require(
      old != "-" || new != "-", "standard input is given twice; write one side to a file")
  }

  func run() throws {
    guard let new else { return try compareClients() }
    if isFolder(old) || isFolder(new) {
      guard isFolder(old), isFolder(new) else { throw Ending.couldNotRun(DiffPages.unlike) }
      return try compareFolders(old, new)
    }
    let sides = [try DiffInput(old), try DiffInput(new)]
    var pages = DiffPages(
      drawing: drawing.selection, environment: environment.settings, root: root)
    for (app, page) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .app(let hierarchy) = app else { continue }
      let report = try comparison(of: hierarchy, with: try pages.page(of: page, beside: app))
      return try finish(
        isEmpty: report.isEmpty, notes: pages.notes, text: report.text(color: usesColor),
        markdown: report.markdown, json: report.json)
    }
    let before = try pages.page(of: sides[0], beside: sides[1])
    let after = try pages.page(of: sides[1], beside: sides[0])
    try compare(before, after, notes: pages.notes)
  }

  /// Compares the pages of one feed that two clients draw.
  private func compareClients() throws {
    let clients = try ClientFile.selected(by: client, count: 2)
    let feed = try DiffInput(old)
    guard case .feed = feed else {
      throw Ending.couldNotRun(
        .unknownInput, "`\(shown(old))` is not a feed",
        notes: ["a page that is drawn already belongs to no client"], helps: ["give a feed"])
    }
    var pages = DiffPages(
      drawing: drawing.selection, environment: environment.settings, root: root)
    let drawn = try clients.map { client in
      pages.drawing.client = client
      return try pages.page(of: feed, beside: feed)
    }
    try compare(drawn[0], drawn[1], notes: pages.notes)
  }

  private func compare(_ before: FlatPage, _ after: FlatPage, notes: [Diagnostic]) throws {
    let diff = PageDiff(from: before, to: after, tolerance: tolerance ?? 0)
    try finish(
      isEmpty: diff.isEmpty, notes: notes, text: DiffText(color: usesColor).text(of: diff),
      markdown: DiffMarkdown.text(of: diff), json: DiffJSON.bytes(of: diff),
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

  private func compareFolders(_ old: String, _ new: String) throws {
    let comparison = try FolderDiff(old, new, tolerance: tolerance ?? 0)
    try finish(
      isEmpty: comparison.isEmpty, notes: [], text: comparison.text(color: usesColor),
      markdown: comparison.markdown, json: comparison.json)
  }

  private var usesColor: Bool { color.isUsed(in: output) }

  /// Writes a comparison in the format; `html` is `nil` if the comparison has no picture.
  private func finish(
    isEmpty: Bool, notes: [Diagnostic], text: @autoclosure () -> String,
    markdown: @autoclosure () -> String, json: @autoclosure () -> [UInt8],
    html: @autoclosure () -> [UInt8]? = nil
  ) throws {
    switch format {
    case .text: try Output.write(text(), to: output)
    case .markdown: try Output.write(markdown(), to: output)
    case .json: try Output.write(json(), to: output)
    case .html:
      guard let html = html() else {
        throw Ending.usage(
          .invalidOption, "html is for two pages", helps: ["choose text, markdown or json"])
      }
      try Output.write(html, to: output)
    }
    Output.report(notes, color: color)
    if !isEmpty { throw Ending(status: 1, diagnostics: []) }
  }
}
