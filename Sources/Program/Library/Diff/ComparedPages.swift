internal import SectionEngine
internal import LayoutReview
internal import Glibc

/// Renders the feeds of a comparison. Against a dump, a feed gets the dump's environment.
struct ComparedPages {
  let drawing: FeedSettings
  let environment: EnvironmentSettings
  let root: String?
  /// Whether pages keep their layout, from which pictures are drawn.
  var keepsPages = false
  /// Diagnostics about rendering the feeds.
  private(set) var notes: [Diagnostic] = []
  /// The source locations of the last rendered page's sections; empty if none was rendered.
  private(set) var places: [SourceLocation?] = []
  /// The folder that file names in `places` are relative to; `nil` for the working folder.
  private(set) var folder: String?

  static let unlike = Diagnostic(
    .unknownInput, .error, "the two sides cannot be compared",
    notes: ["a folder is compared with a folder only"],
    helps: ["`sectionengine explain SE5005` lists what can be compared"])

  /// Returns a page in the form of a dump. If `other` is a dump, a feed is rendered in the dump's
  /// environment; options override it. Offscreen content is included unless the dump omits it.
  mutating func page(of input: DiffInput, beside other: DiffInput) throws -> Page {
    places = []
    let (name, document): (String, SourceReply.Outcome?)
    switch input {
    case .page(let page): return page
    case .feed(let feed, let reply): (name, document) = (feed, reply)
    case .app, .design: throw ExitError.couldNotRun(Self.unlike)
    }
    var chosen = try drawing.naming(name).chosen(in: environment)
    if chosen.settings.name.isEmpty, case .feed(let counterpart, _) = other {
      // A file compared with a feed of the project is rendered with the settings of that feed.
      let project = try drawing.naming(counterpart).chosen(in: environment)
      if !project.settings.name.isEmpty { chosen = project }
      (chosen.feed.feed, chosen.feed.location) = (name, nil)
      if !project.settings.sources.isEmpty {
        note(
          "`\(shown(name))` is drawn with the sources of the feed `\(shown(project.settings.name))`",
          help: "`sectionengine diff FEED --base REVISION` draws the sources of the revision")
      }
    }
    var (feed, environment) = (chosen.feed, chosen.environment)
    var options = RenderOptions(all: true)
    var viewport: Viewport?
    if case .app(let hierarchies) = other, environment.width == nil, environment.device == nil,
      let hierarchy = hierarchies.first,
      let width = AppComparison.width(of: hierarchy, named: root)
    {
      environment.width = width
      note(
        "`\(shown(name))` is drawn as wide as the \(hierarchy.source == .figma ? "frame" : "app") is",
        ["\(points(width)) points"],
        help: "options such as --width, --device and --text-size override this")
    }
    if case .page(let page) = other {
      let library = LayoutLibrary(folder: try Installation.required().layouts)
      environment.take(from: page, into: &feed, library: library)
      if let lines = page.lines { options = RenderOptions(matching: lines) }
      environment.isExact = page.environment.isExact
      viewport = page.viewport
      if environment.device == nil, environment.height == nil {
        environment.height = viewport?.height
      }
      note(
        "`\(shown(name))` is drawn in the environment of the dump",
        [environment.inWords(of: page)],
        help: "options such as --width and --device override this")
    }
    let page = try page(
      of: feed, named: name, document, in: environment, options, scrolledLike: viewport)
    if case .app(let hierarchies) = other, let device = environment.device {
      noteOtherPlatform(of: device, page.environment.platform, hierarchies)
    }
    return page
  }

  /// Records a warning if a page is drawn for a device of another platform than that of the app.
  private mutating func noteOtherPlatform(
    of device: String, _ platform: LayoutEnvironment.Platform, _ hierarchies: [ViewHierarchy]
  ) {
    let (drawn, example) =
      platform == .ios ? ("iOS", "pixel-9") : ("Android", "iphone-16")
    guard let app = hierarchies.first, app.source != .figma, app.source.platform != drawn else {
      return
    }
    notes.append(
      Diagnostic(
        .otherCircumstances, .warning,
        "the app runs on \(app.source.platform), and the page is drawn for `\(shown(device))`, "
          + "a device of \(drawn)",
        helps: [
          "name the device of the app, such as `--device \(example)`; `sectionengine devices` lists them"
        ]))
  }

  private mutating func note(_ message: String, _ facts: [String] = [], help: String) {
    notes.append(Diagnostic(.takenEnvironment, .note, message, notes: facts, helps: [help]))
  }

  /// Renders a feed, and records diagnostics that affect the comparison.
  /// - Parameter viewport: The scrolled screen of the other page; `nil` for a whole page.
  mutating func page(
    of feed: FeedSettings, named name: String, _ document: SourceReply.Outcome? = nil,
    in environment: EnvironmentSettings, _ options: RenderOptions,
    scrolledLike viewport: Viewport? = nil
  ) throws -> Page {
    var inputs = KeptInputs()
    if let document { inputs.replies.inputs[KeptReplies.primary] = document }
    let opened = try LoadedFeed(feed, texts: environment, inputs: &inputs)
    let page = try opened.page(in: environment)
    let drawn = viewport.map { page.laidOut.scrolled(by: $0.top) } ?? page.laidOut
    try opened.requireComplete(drawing: drawn.diagnostics)
    folder = feed.root
    places = drawn.sections.indices.map { page.block(ofSection: $0)?.value.location }
    // Only errors, deviations from the client and parts of the feed that the page does not show are
    // added; `render` and `check` report the rest.
    notes += opened.feed.diagnostics.filter {
      $0.severity == .error || $0.code == .otherThanClient
        || (PageDiff.losses.contains($0.code) && !notes.contains($0))
    }
    let absent = opened.absentSources(
      note: "`\(shown(name))` is drawn without it",
      help: feed.root != nil
        ? "name its file under `sources` of the feed in \(Project.fileName)"
        : "compare dumps instead, which `sectionengine dump` writes with `--source NAME=FILE`")
    let known = notes.map(\.message)
    let losses = drawn.diagnostics.filter { $0.code == .undrawnItems }
    notes +=
      (absent + losses + page.memberFindings().diagnostics.filter { $0.code == .unmatchedName })
      .filter { !known.contains($0.message) }
    return drawn.projected(options, keepsSections: keepsPages)
  }
}

extension EnvironmentSettings {
  /// Takes settings from a dump unless options give them.
  fileprivate mutating func take(
    from page: Page, into feed: inout FeedSettings, library: LayoutLibrary
  ) {
    let attributes = page.lines?.facts ?? []
    if device == nil {
      if width == nil { width = page.environment.width }
      if scale == nil { scale = page.environment.scale }
      platform = attributes["platform"].flatMap { .init(rawValue: $0) } ?? .ios
    }
    appearance = appearance ?? attributes["appearance"].flatMap { .init(rawValue: $0) }
    direction = direction ?? attributes["direction"].flatMap { .init(rawValue: $0) }
    textSize = textSize ?? attributes["text-size"].flatMap { .init(rawValue: $0) }
    locale = locale ?? attributes["locale"]
    if metrics == nil, let name = attributes["metrics"], (try? library.metrics(name)) != nil {
      metrics = name
    }
    // "news@2" is version 2 of the layout `news`.
    if feed.layout == nil, let layout = attributes["layout"] {
      let name = String(layout.prefix { $0 != "@" })
      if library.names.contains(name) { feed.layout = name }
    }
  }

  fileprivate func inWords(of page: Page) -> String {
    let words = [
      device, width.map { "\(points($0)) points" }, scale.map { "scale \(scaleText($0))" },
      appearance?.rawValue, direction?.rawValue, textSize.map { "text size \($0.rawValue)" },
      locale.map { "locale \(shown($0))" }, metrics.map { "metrics \(shown($0))" },
    ]
    return words.compactMap { $0 }.joined(separator: ", ")
  }
}

/// Pairs of pages compared by name, such as the dumps of two folders or a project's feeds.
struct PageDiffs {
  struct File {
    /// The result; `failed` if one side could not be rendered.
    enum Status: String { case added, removed, different, same, failed }
    var name: String
    /// The path of the new page's file; `nil` if unknown.
    var path: String?
    /// The source locations of the sections; empty if unknown.
    var places: [SourceLocation?] = []
    var status: Status
    /// The differences, for a file with the status `different`.
    var diff: PageDiff?
    /// The reason for the status `failed`.
    var reason: Diagnostic?
  }

  private(set) var files: [File] = []
  /// The number of pairs whose pages have different layout rules.
  private var otherRules = 0
  /// The word for a page in messages.
  private var noun = "file"
  /// The maximum difference of lengths that count as equal, in points.
  let tolerance: Double

  /// Creates an empty comparison, to which pages are added.
  init(of noun: String, tolerance: Double) {
    self.noun = noun
    self.tolerance = tolerance
  }

  /// Compares the dumps in two folders and their subfolders. Returns `nil` if both have no dumps.
  /// - Throws: `ExitError` if a folder or a dump cannot be read.
  init?(_ old: String, _ new: String, tolerance: Double) throws {
    self.tolerance = tolerance
    let (before, after) = (Set(try Self.dumps(in: old)), Set(try Self.dumps(in: new)))
    guard !before.isEmpty || !after.isEmpty else { return nil }
    for name in before.union(after).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      add(
        name, path: "\(NewFolder.path(new))/\(name)",
        from: before.contains(name) ? try Self.page("\(old)/\(name)") : nil,
        to: after.contains(name) ? try Self.page("\(new)/\(name)") : nil)
    }
    single = nil
  }

  /// The differences of the only pair of pages; `nil` after a comparison of folders.
  private(set) var single: PageDiff?

  mutating func fail(_ name: String, path: String?, _ reason: Diagnostic?) {
    files.append(
      File(name: name, path: reason?.location?.file ?? path, status: .failed, reason: reason))
  }

  /// Compares two pages; a page that does not exist is `nil`.
  mutating func add(
    _ name: String, path: String? = nil, places: [SourceLocation?] = [], from old: Page?,
    to new: Page?
  ) {
    guard let old, let new else {
      files.append(File(name: name, path: path, status: old == nil ? .added : .removed))
      return
    }
    let diff = PageDiff(from: old, to: new, tolerance: tolerance)
    if diff.oldLines.rules != diff.newLines.rules { otherRules += 1 }
    single = files.isEmpty ? diff : nil
    files.append(
      File(
        name: name, path: path, places: places, status: diff.isEmpty ? .same : .different,
        diff: diff.isEmpty ? nil : diff))
  }

  /// A note that pages were recorded with other layout rules than their counterparts; `nil` if none
  /// was.
  var rulesNote: Diagnostic? {
    guard otherRules > 0 else { return nil }
    let what = files.count == 1 ? "a page was" : "\(counted(otherRules, noun)) were"
    return Diagnostic(
      .otherLayoutRules, .note, "\(what) recorded with the old layout rules",
      notes: ["lengths are compared within a pixel for each text"],
      helps: ["record it anew: `sectionengine dump FEED -o FILE`"])
  }

  var isEmpty: Bool { files.allSatisfy { $0.status == .same } }
  var hasFailed: Bool { files.contains { $0.status == .failed } }

  private static func page(_ path: String) throws -> Page {
    guard case .page(let page) = try DiffInput(path) else {
      throw ExitError.couldNotRun(ComparedPages.unlike)
    }
    return page
  }

  // MARK: Names

  /// Returns the files with the content or the extension of a dump. Does not follow folder links.
  private static func dumps(in root: String) throws -> [String] {
    try FolderWalk(root, suffix: "", skipsHidden: true).compactMap { item in
      switch item {
      case .file(let path, let name):
        return name.hasSuffix(".dump") || beginsDump(path) ? name : nil
      case .unreadable(let name, let reason) where name.isEmpty || name.hasSuffix("/"):
        let path = name.isEmpty ? root : "\(root)/\(name.dropLast())"
        throw ExitError.couldNotRun(
          .unreadableSource, "cannot read the folder `\(shown(path))`", label: reason,
          helps: ["check its permissions: `ls -ld \(shellWord(NewFolder.path(path)))`"])
      case .unreadable(let name, _):
        // A dangling link is included and then reported. A named pipe, for example, is omitted.
        return name.hasSuffix(".dump") && access("\(root)/\(name)", F_OK) != 0 ? name : nil
      case .text, .tooLong: return nil
      }
    }
  }

  private static func beginsDump(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(file, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).withUnsafeBufferPointer { InputKind($0) == .dump }
  }

  // MARK: Formats

  var summary: String { Self.summary(of: files.map(\.status), noun: noun) }

  /// Returns the numbers of pages, such as "5 pages: 1 different, 4 same".
  static func summary(of statuses: [File.Status], noun: String) -> String {
    func count(_ status: File.Status) -> Int { statuses.count { $0 == status } }
    let parts = [File.Status.different, .added, .removed, .failed, .same].filter { count($0) > 0 }
      .map { "\(count($0)) \($0.rawValue)" }
    return "\(counted(statuses.count, noun)): \(parts.joined(separator: ", "))"
  }

  /// The comparison in a line for each page that changed; a single line "same" if none did.
  var stats: [String] {
    if isEmpty { return ["same"] }
    return files.filter { $0.status != .same }.map { file in
      "\(shown(file.name, limit: 200)) \(file.diff?.stat ?? file.status.rawValue)"
    } + [summary]
  }

  func text(color: Bool) -> String {
    guard !isEmpty else { return "no differences\n" }
    var out = ""
    for file in files where file.status != .same {
      let marks: [File.Status: String] = [.added: "+ ", .removed: "- ", .failed: "! "]
      let mark = marks[file.status] ?? "= "
      out += "\(mark)\(shown(file.name, limit: 200))\n"
      if let diff = file.diff {
        out += DiffText(color: color).text(of: diff).split(separator: "\n")
          .map { "  \($0)\n" }.joined()
      }
    }
    return out + summary + "\n"
  }

  var markdown: String {
    let states: [File.Status: ReviewComment.State] = [
      .added: .added, .removed: .removed, .failed: .failed,
    ]
    let feeds = files.map { file in
      file.diff.map { ReviewComment.Feed(name: file.name, diff: $0) }
        ?? ReviewComment.Feed(name: file.name, state: states[file.status] ?? .same)
    }
    return ReviewComment("**\(summary)**", feeds).markdown(lines: .max, characters: 60_000)
  }

  /// The findings of each page as one suite.
  var suites: [FindingReport.Suite] {
    files.map { file in
      if let diff = file.diff {
        return diff.suite(named: file.name, file: file.path, places: file.places)
      }
      let status = file.status.rawValue
      let finding = FindingReport.Entry(
        changed: status,
        "\(shown(file.name, limit: 200)) was \(status)"
          + (file.reason.map { ": \($0.message)" } ?? ""), file: file.path,
        in: file.name, test: "page")
      return FindingReport.Suite(
        name: file.name, tests: ["page"], findings: file.status == .same ? [] : [finding])
    }
  }

  var json: [UInt8] {
    DiffJSON.bytes(
      ofFiles: files.map { (name: $0.name, status: $0.status.rawValue, diff: $0.diff) })
  }
}
