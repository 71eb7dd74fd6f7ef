internal import Support
internal import Feeds
internal import LayoutCore
internal import LayoutReview
internal import Renderers
internal import SectionEngine

/// Draws the feeds of a comparison, each in the environment of the other side.
struct DiffPages {
  let drawing: FeedSelection
  let environment: EnvironmentSettings
  /// The scroll view of a compared app.
  let root: String?
  /// Diagnostics about drawing them.
  private(set) var notes: [Diagnostic] = []

  init(drawing: FeedSelection, environment: EnvironmentSettings, root: String?) {
    self.drawing = drawing
    self.environment = environment
    self.root = root
  }

  static let unlike = Diagnostic(
    .unknownInput, .error, "the two sides cannot be compared",
    notes: ["a folder is compared with a folder, and an app with a page"],
    helps: ["`sectionengine explain SE5005` lists what can be compared"])

  /// Returns a page as a dump shows it. A feed is drawn in the environment of the dump on the other side,
  /// unless options differ, and includes everything off the screen, unless that dump omits it.
  mutating func page(of input: DiffInput, beside other: DiffInput) throws -> FlatPage {
    let (name, document): (String, SourceReply.Outcome?)
    switch input {
    case .page(let page): return page
    case .feed(let feed, let reply): (name, document) = (feed, reply)
    case .app: throw Ending.couldNotRun(Self.unlike)
    }
    var feed = drawing
    feed.feed = name
    var environment = environment
    var options = RenderOptions()
    options.all = true
    if case .app(let hierarchy) = other, environment.width == nil, environment.device == nil,
      let root = AppComparison.candidates(in: hierarchy, named: root).first
    {
      let width = hierarchy.views[root].frame.width
      // A width that no page can have is ignored.
      if width >= 1, width <= 100_000 {
        environment.width = width
        notes.append(
          Diagnostic(
            .takenEnvironment, .note, "`\(shown(name))` is drawn as wide as the app is",
            notes: ["\(points(width)) points"],
            helps: ["options such as --width, --device and --text-size override this"]))
      }
    }
    if case .page(let page) = other {
      let library = LayoutLibrary(folder: try Installation.required().layouts)
      environment.take(from: page, into: &feed, library: library)
      options.all = !page.leavesOut("offscreen")
      options.chrome = page.sections.contains { $0.keyword != .section }
      options.unrounded = page.header.isUnrounded
      notes.append(
        Diagnostic(
          .takenEnvironment, .note, "`\(shown(name))` is drawn in the environment of the dump",
          notes: [environment.inWords(of: page)],
          helps: ["options such as --width and --device override this"]))
    }
    var inputs = PageInputs()
    if let document { inputs.replies.inputs[KeptReplies.primary] = document }
    let opened = try OpenedFeed(feed, metrics: environment.metrics, inputs: &inputs)
    let drawn = try opened.page(in: environment).rendered
    // Only lost content is reported here, because it changes the result; `render` and `check`
    // report the rest.
    notes += opened.feed.diagnostics.filter { $0.severity == .error }
    let absent = opened.absentSources(
      note: "`\(shown(name))` is drawn without it",
      help: "compare dumps instead, which `sectionengine dump` writes with `--source NAME=FILE`")
    let known = notes
    notes += absent.filter { !known.contains($0) }
    return FlatPage(drawn, options: options)
  }
}

extension EnvironmentSettings {
  /// Fills the settings that are not given from a dump.
  fileprivate mutating func take(
    from page: FlatPage, into feed: inout FeedSelection, library: LayoutLibrary
  ) {
    let attributes = page.feed.attributes
    if device == nil {
      if width == nil { width = page.feed.size.width }
      if scale == nil { scale = page.header.scale }
    }
    if appearance == nil {
      appearance = attributes["appearance"].flatMap { LayoutEnvironment.Appearance(rawValue: $0) }
    }
    if direction == nil {
      direction = attributes["direction"].flatMap { LayoutEnvironment.Direction(rawValue: $0) }
    }
    if textSize == nil {
      textSize = attributes["text-size"].flatMap { LayoutEnvironment.TextSize(rawValue: $0) }
    }
    if locale == nil { locale = attributes["locale"] }
    if metrics == nil, let name = attributes["metrics"], (try? library.metrics(name)) != nil {
      metrics = name
    }
    // "news@2" is version 2 of the layout `news`.
    if feed.layout == nil, let layout = attributes["layout"] {
      let name = String(layout.prefix { $0 != "@" })
      if library.names.contains(name) { feed.layout = name }
    }
  }

  fileprivate func inWords(of page: FlatPage) -> String {
    var words: [String] = []
    if let device { words.append(device) }
    if let width { words.append("\(points(width)) points") }
    if let scale { words.append("scale \(scale)") }
    if let appearance { words.append(appearance.rawValue) }
    if let direction { words.append(direction.rawValue) }
    if let textSize { words.append("text size \(textSize.rawValue)") }
    if let locale { words.append("locale \(shown(locale))") }
    if let metrics { words.append("metrics \(shown(metrics))") }
    return words.joined(separator: ", ")
  }
}

extension FlatPage {
  /// Whether a line such as "… 4 offscreen" replaces omitted lines.
  fileprivate func leavesOut(_ what: String) -> Bool {
    lines.contains { $0.kind == .elided && bytes[$0.name.range].elementsEqual(what.utf8) }
  }
}
