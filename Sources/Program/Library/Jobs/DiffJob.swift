internal import Glibc
internal import LayoutReview
internal import SectionEngine

/// The work of `diff`: compares two pages, an app or a design with a page, two folders of dumps, or
/// the feeds of a project with an earlier revision.
struct DiffJob {
  enum Format: String, CaseIterable {
    case text, markdown, json, html, png, pdf, github, gitlab, junit, sarif

    /// Whether the format shows the pages.
    var showsPages: Bool { self == .html || picture != nil }
    var picture: PictureFormat? { PictureFormat(rawValue: rawValue) }
  }

  /// A length in points, such as "1.5", or a share of the page width, such as "2%".
  struct Tolerance {
    let amount: Double
    let isPercent: Bool

    init?(_ text: String) {
      isPercent = text.hasSuffix("%")
      guard let amount = Double(isPercent ? String(text.dropLast()) : text) else { return nil }
      self.amount = amount
    }
  }

  /// The parts of a design by which its layers are matched with nodes.
  enum Anchor: String, CaseIterable { case texts, names }

  /// The pages as typed. Without both, the feeds of the project are compared with `base`.
  var old, new: String?
  /// The names or files of two clients whose pages of `old` are compared; empty for none.
  var clients: [String] = []
  /// The revision of the old page; `nil` means HEAD.
  var base: String?
  var format = Format.text
  var tolerance: Tolerance?
  /// The identifier or class of the app's scroll view.
  var root: String?
  /// The dumps of an app that is compared with `old`.
  var apps: [String] = []
  /// The names or ids of a design's frames.
  var frames: [String] = []
  var anchor = Anchor.texts
  /// The folder with pictures; `nil` for none.
  var pictures: String?
  /// The file to write; `nil` for standard output.
  var output: String?
  var color = ColorChoice.auto
  /// Whether differences do not change the exit status.
  var exitsZero = false
  /// Whether to write one line for each page instead of the format.
  var isShort = false
  var drawing = FeedSettings()
  var environment = EnvironmentSettings()

  /// Writes the comparison in the chosen format.
  /// - Throws: `ExitError` with status 1 for differences, and with 2 if a page cannot be compared.
  func run() throws {
    let project = drawing.usesProject ? try Project.find() : nil
    guard clients.isEmpty else { return try compareClients() }
    let names = project?.feeds.map(\.name) ?? []
    if let old, !apps.isEmpty {
      let page = try DiffInput(old, feeds: names, frames: frames)
      try requireNamed(by: [page])
      if let views = try page.views(named: old) {
        return try compare(views, with: screens(beside: views.count, frames: frames, feeds: names))
      }
      return try compare(
        try DiffInput.screens(apps, frames: frames, feeds: names), with: page)
    }
    if let old, let new { try refuseRevisions(old, new, in: project) }
    guard let old, let new else {
      // The given feed, or each feed of the project, is compared with its earlier revision.
      let (comparison, notes) = try RevisionDiff(
        base: base ?? "HEAD", drawing: drawing, environment: environment,
        tolerance: points, keepsPages: format.showsPages
      ).comparison(of: old, in: project)
      return try finish(comparison, below: project?.folder, notes: notes)
    }
    if isFolder(old), isFolder(new),
      let comparison = try PageDiffs(old, new, tolerance: points)
    {
      try requireNamed(by: [])
      return try finish(comparison, notes: [])
    }
    // A folder of dumps is not a page, so it cannot be compared with a single page.
    guard ![old, new].contains(where: { isFolder($0) && !FeedFolder.hasReplies(in: $0) }) else {
      throw ExitError.couldNotRun(ComparedPages.unlike)
    }
    let sides = try [old, new].map { try DiffInput($0, feeds: names, frames: frames) }
    try requireNamed(by: sides)
    if let first = try sides[0].views(named: old), let second = try sides[1].views(named: new) {
      return try compare(first, with: second)
    }
    for (app, page) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      if case .app(let hierarchies) = try app.besidePage() {
        return try compare(hierarchies, with: page)
      }
    }
    var pages = newPages
    let before = try pages.page(of: sides[0], beside: sides[1])
    let after = try pages.page(of: sides[1], beside: sides[0])
    try finish(from: before, to: after, pages)
  }

  /// Throws `ExitError` if neither side is a feed, and something that is named for drawing is absent.
  /// Drawing a feed reports it otherwise.
  private func requireNamed(by sides: [DiffInput]) throws {
    guard !sides.contains(where: { if case .feed = $0 { true } else { false } }) else { return }
    let installation = try Installation.required()
    try drawing.plugins.inProject(drawing.usesProject).requirePresence(installation)
    if let layout = drawing.layout { _ = try installation.library.layout(layout) }
    for place in drawing.places where !isWebAddress(place) {
      _ = try readDocument(place, unreadable: .unreadableSource).required()
    }
    if environment.font != nil || environment.metrics != nil {
      _ = try installation.library.measuring(environment)
    }
  }

  /// Throws `ExitError` if a side is a revision of git, with the commands that compare with it.
  private func refuseRevisions(_ old: String, _ new: String, in project: Project?) throws {
    for (revision, page) in [(old, new), (new, old)] {
      guard access(revision, F_OK) != 0, !isWebAddress(revision), revision != "-",
        project?.feeds.contains(where: { $0.name == revision }) != true,
        GitObject.isRevision(revision)
      else { continue }
      let feed = project?.feeds.first { $0.name == page }
      let file = feed.flatMap { feed in feed.place.map { project?.path($0) ?? $0 } } ?? page
      let earlier = shellWord("\(GitObject.prefix)\(revision):./\(file)")
      throw ExitError.usage(
        .invalidOption, "`\(shown(revision))` is a revision of git, not a page",
        helps: [
          "compare with the feed at the revision: `sectionengine diff \(earlier) \(shellWord(page))`",
          "or with its layout and sources, too: "
            + "`sectionengine diff \(shellWord(page)) --base \(shellWord(revision))`",
        ])
    }
  }

  private var newPages: ComparedPages {
    ComparedPages(
      drawing: drawing, environment: environment, root: root,
      keepsPages: format.showsPages)
  }

  /// The tolerance in points. Throws `ExitError` for a percentage, which needs an app or a design.
  private var points: Double {
    get throws {
      guard tolerance?.isPercent != true else {
        throw ExitError.usage(
          .invalidOption, "--tolerance in percent is for an app or a design",
          helps: ["give it in points: `--tolerance 1`"])
      }
      return tolerance?.amount ?? 0
    }
  }

  private func compare(_ hierarchies: [ViewHierarchy], with page: DiffInput) throws {
    var pages = newPages
    let isDesign = hierarchies.allSatisfy { $0.source == .figma }
    guard isDesign || frames.isEmpty && anchor == .texts else {
      throw ExitError.usage(
        .invalidOption, "--frame and --match are for designs",
        helps: ["leave them out: the file is a dump of an app"])
    }
    let reports = try hierarchies.map { hierarchy in
      let views = try pages.inPoints(hierarchy, beside: page)
      let drawn = try pages.page(of: page, beside: .app([views]))
      let named = anchor == .names ? views.namedAlike(drawn) : views
      return try comparison(of: named, width: drawn.environment.width) { name, limit in
        AppComparison.best(named, named: name, page: ReferencePage(drawn), tolerance: limit)
      }
    }
    try finish(reports, notes: pages.notes + notes(about: reports), below: pages.folder)
  }

  private typealias NamedViews = (name: String, views: ViewHierarchy)

  /// Reads the files of `--app` for a comparison with another app, or with the frames of a design.
  /// Several files are the screens of one page, unless they belong to several frames.
  private func screens(
    beside frameCount: Int, frames: [String], feeds: [String]
  ) throws -> [NamedViews] {
    if frameCount == 1 {
      return try DiffInput.screens(apps, frames: frames, feeds: feeds).map { (apps[0], $0) }
    }
    return try apps.flatMap { name in
      let views = try DiffInput(name, feeds: feeds).views(named: name)
      guard let views else { throw DiffInput.notViews(name) }
      return views
    }
  }

  /// Compares two apps, or an app with a design. Several frames of a design are matched with several
  /// screens.
  private func compare(_ old: [NamedViews], with new: [NamedViews]) throws {
    guard anchor == .texts else {
      throw ExitError.usage(
        .invalidOption, "--match names is for a design beside a feed",
        helps: ["leave it out: the texts match the layers with the views of the app"])
    }
    let pages = newPages
    let isDesignFirst = old[0].views.source == .figma && new[0].views.source != .figma
    let (screens, frames) = try (
      (isDesignFirst ? new : old).map { ($0.name, try pages.inPoints($0.views)) },
      (isDesignFirst ? old : new).map { ($0.name, try pages.inPoints($0.views)) }
    )
    guard screens.count > 1 || frames.count > 1 else {
      let found = try comparison(of: frames[0].1, width: nil) { name, limit in
        AppComparison.best(frames[0].1, beside: screens[0].1, named: name, tolerance: limit)
      }
      return try finish([found], notes: notes(about: [found]))
    }
    let pairs = ScreenPairs(frames, screens)
    let reports = try pairs.pairs.map { pair in
      try comparison(of: frames[pair.frame].1, width: nil) { name, limit in
        AppComparison.best(
          frames[pair.frame].1, beside: screens[pair.screen].1, named: name, tolerance: limit)
      }
    }
    guard !reports.isEmpty else {
      throw ExitError.couldNotRun(
        .noScrollView, "no screen shows a frame of the design", notes: pairs.remarks,
        helps: ["dump the screens that the design shows, in its language"])
    }
    try finish(reports, pairs: pairs, notes: notes(about: reports))
  }

  private func finish(
    _ reports: [AppComparison], pairs: ScreenPairs? = nil, notes: [Diagnostic],
    below folder: String? = nil
  ) throws {
    let isOneOfMany = reports.count > 1 || pairs != nil
    let suites = reports.map { $0.suite(isOneOfMany: isOneOfMany) }
    let summary = reports.map { "\($0.summary); \($0.matched)" }.joined(separator: "; ")
    let texts = reports.map { $0.text(color: usesColor) }
    try finish(
      isEmpty: reports.allSatisfy { $0.isEmpty && $0.isReliable }, notes: notes,
      stat: reports.map(\.stat) + (pairs?.remarks ?? []),
      text: ((pairs.map { [$0.text] } ?? []) + texts).joined(separator: "\n"),
      markdown: ((pairs.map { [$0.markdown] } ?? []) + reports.map(\.markdown))
        .joined(separator: "\n"),
      json: AppComparison.json(reports, pairs), findings: findings(summary, suites), below: folder,
      html: AppComparison.html(reports, pictures: pictureFiles?.pictures),
      rows: AppComparison.cells(reports, pictures: pictureFiles?.pictures),
      hasFailed: !reports.allSatisfy(\.isReliable))
  }

  /// Returns diagnostics about circumstances that make comparisons doubtful as a whole.
  private func notes(about reports: [AppComparison]) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    for note in reports.flatMap(\.doubts) where !notes.contains(note) { notes.append(note) }
    return notes
  }

  private func compareClients() throws {
    let chosen = try drawing.naming(old).chosen(in: environment)
    let files = try ClientFile.selected(by: clients, among: chosen.clients, count: 2)
    var options = RenderOptions()
    options.all = true
    var pages = newPages
    let drawn = try files.map { client in
      var feed = chosen.feed
      feed.client = client
      return try pages.page(
        of: feed, named: old ?? chosen.settings.name, in: chosen.environment, options)
    }
    try finish(from: drawn[0], to: drawn[1], pages)
  }

  private func finish(from old: Page, to new: Page, _ pages: ComparedPages) throws {
    var comparison = PageDiffs(of: "page", tolerance: try points)
    comparison.add(new.feedID, places: pages.places, from: old, to: new)
    try finish(comparison, below: pages.folder, notes: pages.notes)
  }

  /// Returns the best comparison. `best` receives the name of the scroll view and the tolerance in
  /// points; without `width`, a percentage is that of the view's width. Throws `ExitError` if there is
  /// none.
  private func comparison(
    of hierarchy: ViewHierarchy, width: Double?, _ best: (String?, Double) -> AppComparison?
  ) throws -> AppComparison {
    let whole = width ?? AppComparison.width(of: hierarchy, named: root) ?? 100
    let share = tolerance?.isPercent == true ? whole / 100 : 1
    if let best = best(root, tolerance.map { $0.amount * share } ?? 0.5) { return best }
    let names = hierarchy.views.filter(\.isScrolling).map { $0.identifier ?? $0.name }
    let list = names.prefix(8).map { shown($0) }.joined(separator: ", ")
    throw ExitError.couldNotRun(
      Diagnostic(
        .noScrollView, .error,
        root.map { "the app has no view `\(shown($0))`" }
          ?? "no scroll view of the app shows the page",
        notes: [
          names.isEmpty
            ? "it has no scroll view, so its windows were tried" : "its scroll views: \(list)"
        ] + [hierarchy.textsInWords].compactMap { $0.map { "its texts: \($0)" } },
        helps: [
          names.isEmpty
            ? "dump the screen that shows the feed, in the language of the page"
            : "name the one that holds the feed: `--root ID`"
        ]))
  }

  private func finish(
    _ comparison: PageDiffs, below folder: String? = nil, notes: [Diagnostic]
  ) throws {
    let notes = notes + [comparison.rulesNote].compactMap(\.self)
    guard old != nil || !clients.isEmpty, let diff = comparison.single,
      let file = comparison.files.first
    else {
      return try finish(
        isEmpty: comparison.isEmpty, notes: notes, stat: comparison.stats,
        text: comparison.text(color: usesColor),
        markdown: comparison.markdown, json: comparison.json,
        findings: findings(comparison.summary, comparison.suites), below: folder,
        hasFailed: comparison.hasFailed)
    }
    let suite = diff.suite(named: diff.new.feedID, file: file.path, places: file.places)
    try finish(
      isEmpty: diff.isEmpty, notes: notes, stat: [diff.stat],
      text: DiffText(color: usesColor).text(of: diff),
      markdown: DiffMarkdown.text(of: diff), json: DiffJSON.bytes(of: diff),
      findings: findings(diff.summary, [suite]), below: folder,
      html: DiffHTML.bytes(of: diff, pictures: pictureFiles?.pictures),
      rows: [DiffPicture.cells(of: diff, pictures: pictureFiles?.pictures)])
  }

  private func findings(_ summary: String, _ suites: [FindingReport.Suite]) -> FindingReport {
    FindingReport(
      comparing: [old, new].compactMap { $0 } + (base.map { ["--base", $0] } ?? []),
      file: new ?? old ?? Project.fileName, summary: summary, suites: suites)
  }

  private var pictureFiles: PictureFolder? {
    get throws { try pictures.map { try PictureFolder($0) } }
  }

  private var usesColor: Bool { color.isUsed(in: output) }

  private var notTwoPages: ExitError {
    ExitError.usage(
      .invalidOption, "\(format.rawValue) is for two pages",
      helps: ["choose another format, or name one feed"])
  }

  /// Writes a comparison in the chosen format. `html` and `rows` are `nil` if there is no picture.
  private func finish(
    isEmpty: Bool, notes: [Diagnostic], stat: @autoclosure () -> [String],
    text: @autoclosure () -> String, markdown: @autoclosure () -> String,
    json: @autoclosure () -> [UInt8],
    findings: @autoclosure () -> FindingReport, below folder: String?,
    html: @autoclosure () throws -> [UInt8]? = nil,
    rows: @autoclosure () throws -> [[PictureSheet.Cell]]? = nil, hasFailed: Bool = false
  ) throws {
    var notes = notes
    switch format {
    case .text where isShort: try Output.write(stat().map { $0 + "\n" }.joined(), to: output)
    case .text: try Output.write(text(), to: output)
    case .markdown: try Output.write(markdown(), to: output)
    case .json: try Output.write(json(), to: output)
    case .github, .gitlab, .junit, .sarif:
      try Output.write(findings(), as: format.rawValue, below: [folder], to: output)
    case .html:
      guard let html = try html() else { throw notTwoPages }
      try Output.write(html, to: output)
    case .png, .pdf:
      guard let rows = try rows(), let picture = format.picture else { throw notTwoPages }
      try PictureOutput.requireFile(output, for: picture)
      var writer = PictureOutput(picture, PictureSettings(scale: environment.scale))
      try Output.write(writer.bytes(of: PictureSheet(rows: rows)), to: output)
      notes += writer.remarks
    }
    Output.report(notes, color: color)
    if hasFailed { throw ExitError(status: 2, diagnostics: []) }
    if !isEmpty, !exitsZero { throw ExitError(status: 1, diagnostics: []) }
  }
}
