internal import ArgumentParser
internal import SectionEngine
internal import LayoutReview

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two pages: what moved, resized, appeared or disappeared.",
    discussion: """
      A and B are feeds (a file, a folder with replies, an http(s) URL, a feed of the project, or - for \
      standard input), dumps, layout JSON, any of these at a revision (git:HEAD~1:feed.json), folders \
      of dumps, the views of a real app (recursiveDescription, Appium, uiautomator, idb, AXe, Compose), or \
      a design (Figma's REST API). A feed is drawn in the environment of the dump on the other side, \
      unless options change it. A alone is compared with itself at --base, or with --app; without A and \
      B, each feed of the project is. With two clients, A is a feed, and B is left out.

      Exit status: 0 no difference; 1 differences; 2 could not run; 64 usage.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json, html, github, gitlab, junit, sarif
  }

  /// A length in points, such as "1.5", or a share of the page width, such as "2%".
  struct Tolerance: ExpressibleByArgument {
    let amount: Double
    let isPercent: Bool

    init?(argument: String) {
      isPercent = argument.hasSuffix("%")
      guard let amount = Double(isPercent ? String(argument.dropLast()) : argument) else {
        return nil
      }
      self.amount = amount
    }
  }

  enum Anchor: String, ExpressibleByArgument, CaseIterable { case texts, names }

  @Argument(help: .value("The old page; alone, the new page.", "a"))
  var old: String?

  @Argument(help: .value("The new page.", "b"))
  var new: String?

  @Option(help: .value("Compare the pages of two clients; given twice.", "name|file"))
  var client: [String] = []

  @Option(help: .value("Revision of the old page, if it is not named. By default HEAD.", "rev"))
  var base: String?

  @Option(help: "Output format: text, markdown, json, html, github, gitlab, junit or sarif.")
  var format: Format = .text

  @Option(
    help: .value(
      "Ignored difference of frames, in points, or beside an app in percent of the page's width: 2%. "
        + "By default 0, and 0.5 for an app.",
      "pt"))
  var tolerance: Tolerance?

  @Option(help: .value("The app's scroll view: an identifier or a class.", "id"))
  var root: String?

  @Option(
    help: .value(
      "A dump of the app, in place of B; repeated for screens that were scrolled down.", "file"))
  var app: [String] = []

  @Option(
    help: .value(
      "The frame of a design, by name or id; repeated for several devices.", "name|id"))
  var frame: [String] = []

  @Option(help: "What the layers of a design are matched by: texts or names.")
  var match: Anchor = .texts

  @OptionGroup var images: PictureOptions

  @Option(name: .shortAndLong, help: .outputFile)
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @OptionGroup var exit: ExitOptions

  @OptionGroup var drawing: DrawingOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  func validate() throws {
    try OutputEnding.require(output, fits: format, unless: .text)
    try require(tolerance?.amount, in: 0...1_000, "--tolerance takes points from 0 to 1000")
    try require(
      new == nil || client.isEmpty, "with --client, one feed is compared: leave out <b>")
    try require(base == nil || client.isEmpty, "--base and --client are two comparisons")
    try require(
      old != "-" || new != "-", "standard input is given twice; write one side to a file")
    try require(new == nil || base == nil, "--base takes the place of A; leave one of them out")
    try require(
      app.isEmpty || (old != nil && new == nil && client.isEmpty && base == nil),
      "--app is compared with one page: give <a> alone, without --client and --base")
    try require(base.isRevision, "--base takes a revision such as main or HEAD~1")
  }

  func run() throws {
    let project = drawing.project.noProject ? nil : try Project.find()
    guard client.isEmpty else { return try compareClients() }
    let names = project?.feeds.map(\.name) ?? []
    if let old, !app.isEmpty {
      let screens = try DiffInput.screens(app, frames: frame, feeds: names)
      let page = try DiffInput(old, feeds: names)
      try requireNamed(by: [page])
      return try compare(screens, with: page)
    }
    guard let old, let new else {
      // The given feed, or each feed of the project, is compared with its earlier revision.
      let (comparison, notes) = try RevisionDiff(
        base: base ?? "HEAD", drawing: drawing.selection, environment: environment.settings,
        tolerance: points, keepsPages: format == .html
      ).comparison(of: old, in: project)
      return try finish(comparison, below: project?.folder, notes: notes)
    }
    if isFolder(old), isFolder(new),
      let comparison = try PagesDiff(old, new, tolerance: points)
    {
      try requireNamed(by: [])
      return try finish(comparison, notes: [])
    }
    // A folder of dumps is not a page, so it cannot be compared with a single page.
    guard ![old, new].contains(where: { isFolder($0) && !FeedFolder.hasReplies(in: $0) }) else {
      throw Ending.couldNotRun(DiffPages.unlike)
    }
    let sides = try [old, new].map { try DiffInput($0, feeds: names, frames: frame) }
    try requireNamed(by: sides)
    for (app, page) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      if case .app(let hierarchies) = app { return try compare(hierarchies, with: page) }
    }
    var pages = newPages
    let before = try pages.page(of: sides[0], beside: sides[1])
    let after = try pages.page(of: sides[1], beside: sides[0])
    try finish(from: before, to: after, pages)
  }

  /// Throws `Ending` if neither side is a feed, and something that is named for drawing is absent.
  /// Drawing a feed reports it otherwise.
  private func requireNamed(by sides: [DiffInput]) throws {
    guard !sides.contains(where: { if case .feed = $0 { true } else { false } }) else { return }
    let selection = drawing.selection
    let installation = try Installation.required()
    try selection.plugins.inProject(selection.usesProject).requirePresence(installation)
    if let layout = selection.layout { _ = try installation.library.layout(layout) }
    for place in selection.places where !isWebAddress(place) {
      _ = try readDocument(place, unreadable: .unreadableSource).required()
    }
    let texts = environment.settings
    if texts.font != nil || texts.metrics != nil { _ = try installation.library.measuring(texts) }
  }

  private var newPages: DiffPages {
    DiffPages(
      drawing: drawing.selection, environment: environment.settings, root: root,
      keepsPages: format == .html)
  }

  /// The tolerance in points. Throws `Ending` for a percentage, which needs an app or a design.
  private var points: Double {
    get throws {
      guard tolerance?.isPercent != true else {
        throw Ending.usage(
          .invalidOption, "--tolerance in percent is for an app or a design",
          helps: ["give it in points: `--tolerance 1`"])
      }
      return tolerance?.amount ?? 0
    }
  }

  private func compare(_ hierarchies: [ViewHierarchy], with page: DiffInput) throws {
    var pages = newPages
    let isDesign = hierarchies.allSatisfy { $0.source == .figma }
    guard isDesign || frame.isEmpty && match == .texts else {
      throw Ending.usage(
        .invalidOption, "--frame and --match are for designs",
        helps: ["leave them out: the file is a dump of an app"])
    }
    let reports = try hierarchies.map { hierarchy in
      let views = try pages.inPoints(hierarchy, beside: page)
      let drawn = try pages.page(of: page, beside: .app([views]))
      return try comparison(of: match == .names ? views.namedAlike(drawn) : views, with: drawn)
    }
    let suites = reports.map { $0.suite(isOneOfMany: reports.count > 1) }
    let summary = reports.map { "\($0.summary); \($0.matched)" }.joined(separator: "; ")
    try finish(
      isEmpty: reports.allSatisfy { $0.isEmpty && $0.isReliable }, notes: pages.notes,
      text: reports.map { $0.text(color: usesColor) }.joined(separator: "\n"),
      markdown: reports.map(\.markdown).joined(separator: "\n"), json: AppComparison.json(reports),
      findings: findings(summary, suites), below: pages.folder,
      html: AppComparison.html(reports), hasFailed: !reports.allSatisfy(\.isReliable))
  }

  private func compareClients() throws {
    let chosen = try drawing.selection.naming(old).chosen(in: environment.settings)
    let clients = try ClientFile.selected(by: client, among: chosen.clients, count: 2)
    var options = RenderOptions()
    options.all = true
    var pages = newPages
    let drawn = try clients.map { client in
      var feed = chosen.feed
      feed.client = client
      return try pages.page(
        of: feed, named: old ?? chosen.settings.name, in: chosen.environment, options)
    }
    try finish(from: drawn[0], to: drawn[1], pages)
  }

  private func finish(from old: FlatPage, to new: FlatPage, _ pages: DiffPages) throws {
    var comparison = PagesDiff(of: "page", tolerance: try points)
    comparison.add(new.feed.name, places: pages.places, from: old, to: new)
    try finish(comparison, below: pages.folder, notes: pages.notes)
  }

  private func comparison(
    of hierarchy: ViewHierarchy, with page: FlatPage
  ) throws -> AppComparison {
    let share = tolerance?.isPercent == true ? page.feed.size.width / 100 : 1
    let limit = tolerance.map { $0.amount * share } ?? 0.5
    let best = AppComparison.best(
      hierarchy, named: root, page: page, tolerance: limit)
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

  private func finish(
    _ comparison: PagesDiff, below folder: String? = nil, notes: [Diagnostic]
  ) throws {
    guard old != nil || !client.isEmpty, let diff = comparison.single,
      let file = comparison.files.first
    else {
      return try finish(
        isEmpty: comparison.isEmpty, notes: notes, text: comparison.text(color: usesColor),
        markdown: comparison.markdown, json: comparison.json,
        findings: findings(comparison.summary, comparison.suites), below: folder,
        hasFailed: comparison.hasFailed)
    }
    let suite = diff.suite(named: diff.new.feed.name, file: file.path, places: file.places)
    try finish(
      isEmpty: diff.isEmpty, notes: notes, text: DiffText(color: usesColor).text(of: diff),
      markdown: DiffMarkdown.text(of: diff), json: DiffJSON.bytes(of: diff),
      findings: findings(diff.summary, [suite]), below: folder,
      html: DiffHTML.bytes(of: diff, pictures: images.pictures()?.pictures))
  }

  private func findings(_ summary: String, _ suites: [FindingReport.Suite]) -> FindingReport {
    FindingReport(
      comparing: [old, new].compactMap { $0 } + (base.map { ["--base", $0] } ?? []),
      file: new ?? old ?? Project.fileName, summary: summary, suites: suites)
  }

  private var usesColor: Bool { color.isUsed(in: output) }

  /// Writes a comparison in the chosen format. `html` is `nil` if there is no picture.
  private func finish(
    isEmpty: Bool, notes: [Diagnostic], text: @autoclosure () -> String,
    markdown: @autoclosure () -> String, json: @autoclosure () -> [UInt8],
    findings: @autoclosure () -> FindingReport, below folder: String?,
    html: @autoclosure () throws -> [UInt8]? = nil, hasFailed: Bool = false
  ) throws {
    switch format {
    case .text: try Output.write(text(), to: output)
    case .markdown: try Output.write(markdown(), to: output)
    case .json: try Output.write(json(), to: output)
    case .github, .gitlab, .junit, .sarif:
      try Output.write(findings(), as: format.rawValue, below: [folder], to: output)
    case .html:
      guard let html = try html() else {
        throw Ending.usage(
          .invalidOption, "html is for two pages",
          helps: ["choose another format, or name one feed"])
      }
      try Output.write(html, to: output)
    }
    Output.report(notes, color: color)
    if hasFailed { throw Ending(status: 2, diagnostics: []) }
    if !isEmpty, !exit.exitZero { throw Ending(status: 1, diagnostics: []) }
  }
}
