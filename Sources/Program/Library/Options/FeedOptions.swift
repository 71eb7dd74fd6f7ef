internal import ArgumentParser
internal import SectionEngine

struct FeedOptions: ParsableArguments {
  @OptionGroup(title: "Feed") var primary: PrimarySourceOptions
  // The groups of `DrawingOptions`, without a group around them: the parser describes the options of
  // a group once more for each group around it.
  @OptionGroup(title: "Feed") var feed: FeedLayoutOptions
  @OptionGroup(title: "Feed") var project: ProjectOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Server") var fetch: FetchOptions

  func validate() throws {
    let isGiven = primary.feed != nil || !feed.source.isEmpty || fetch.url != nil
    try require(
      !primary.sample || !isGiven,
      "--sample draws the sample instead of a feed, --source or --url")
  }

  /// Not checked in `validate`, because `explain --at` takes the feed from another argument.
  var settings: FeedSettings {
    get throws {
      try require(
        primary.feed != nil || (feed.items == nil && feed.code == nil),
        "--items and --code go with a feed")
      var settings = FeedSettings(feed, project, plugins, fetch)
      settings.feed = primary.feed
      settings.isSample = primary.sample
      return settings
    }
  }
}

struct PrimarySourceOptions: ParsableArguments {
  @Argument(
    help: .value(
      "A feed of the project, a file, a folder with replies, an http(s) URL, or - for standard input. By default the project's only feed, or the sample.",
      "feed"), completion: .file())
  var feed: String?

  @Flag(help: "Draw the layout's sample.")
  var sample = false
}

/// Options for rendering any feed. A command must include them without a title, because a title
/// would replace the titles of these groups.
struct DrawingOptions: ParsableArguments {
  @OptionGroup(title: "Feed") var feed: FeedLayoutOptions
  @OptionGroup(title: "Feed") var project: ProjectOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Server") var fetch: FetchOptions

  var settings: FeedSettings { FeedSettings(feed, project, plugins, fetch) }
}

extension FeedSettings {
  fileprivate init(
    _ feed: FeedLayoutOptions, _ project: ProjectOptions, _ plugins: PluginOptions,
    _ fetch: FetchOptions
  ) {
    self.init(
      layout: feed.layout, items: feed.items, code: feed.code,
      sources: feed.source.compactMap(FeedSettings.Source.init), stresses: feed.stresses,
      sectionSettings: feed.set.compactMap(SectionSetting.init),
      usesProject: !project.noProject, unknown: feed.unknown, allowsOutside: feed.allowOutside,
      isStrict: feed.strict,
      plugins: plugins.selection, fetch: fetch.settings)
  }
}

struct ProjectOptions: ParsableArguments {
  @Flag(help: "Ignore the project file sectionengine.json.")
  var noProject = false
}

struct FeedLayoutOptions: ParsableArguments {
  @Option(
    help: .value(
      "Feed layout: a bundled name or a file. By default the bundled one that fits the feed.",
      "name|file"), completion: .layout)
  var layout: String?

  @Option(
    help: .value(
      "Path of the blocks of a feed without a layout, such as $.tabs[*].cards.", "path"))
  var items: String?

  @Option(help: .value("Key of a block's code in a feed without a layout.", "key"))
  var code: String?

  @Option(help: .value("Another source of the layout; repeatable.", "name=file|url"))
  var source: [String] = []

  @Option(
    help: .value(
      "Setting of a section, such as BANNER.page=2 for its third page; repeatable.",
      "section.key=value"))
  var set: [String] = []

  @Option(
    help: .value(
      "Draw other content: long, short, empty, pseudo, pseudo-rtl, no-image or items=N; repeatable. "
        + "With check, all means every one of them.", "name,name"))
  var stress: [String] = []

  @Option(help: "How to draw a block that no plugin claims.")
  var unknown: UnknownPolicy = .generic

  @Flag(help: "Read samples outside the layout file's folder, too.")
  var allowOutside = false

  @Flag(help: "Exit with 1 if a section is lost or a line-break dictionary is missing.")
  var strict = false

  func validate() throws {
    for entry in set {
      try require(
        SectionSetting(entry) != nil,
        "--set takes SECTION.KEY=VALUE, such as BANNER.page=2, found `\(entry)`")
    }
    for entry in source {
      try require(
        FeedSettings.Source(entry) != nil, "--source takes NAME=FILE or NAME=URL, found `\(entry)`"
      )
    }
    for word in stressWords where word != "all" && Stress(word) == nil {
      let meant = Suggestion.closest(to: word, among: Stress.words)
      throw ValidationError(
        "--stress takes \(Stress.words.joined(separator: ", ")), found `\(shown(word))`"
          + (meant.map { "; did you mean `\($0)`?" } ?? ""))
    }
    try validateReading(items: items, code: code)
    try require(
      layout == nil || (items == nil && code == nil),
      "--items and --code are for a feed without a layout")
  }

  private var stressWords: [String] {
    stress.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The changes of the page's content; "all" in the option means every change.
  var stresses: [Stress] {
    stressWords.flatMap { $0 == "all" ? Stress.all : Stress($0).map { [$0] } ?? [] }
  }
}

func validateReading(items: String?, code: String?) throws {
  if let items {
    try require(
      items.hasPrefix("$") && FlattenedPath(items) != nil,
      "--items takes a path like `$.data.cards`, found `\(items)`")
  }
  if let code {
    try require(
      !code.isEmpty && !code.hasPrefix("$") && FeedDocument.isPath(code),
      "--code takes a member of a block like `type`, found `\(code)`")
  }
}

extension FeedSettings.Source {
  /// Parses `NAME=PLACE`.
  init?(_ option: String) {
    let parts = option.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    self.init(name: String(parts[0]), place: String(parts[1]))
  }
}

struct PluginOptions: ParsableArguments {
  @Option(help: .value("Folder with plugins; repeatable.", "dir"), completion: .directory)
  var plugins: [String] = []

  @Option(
    help: .value(
      "Plugin file to trust in its present version: it runs in the program itself. Repeatable.",
      "file"), completion: .plugin)
  var trust: [String] = []

  @Flag(help: "Run untrusted plugins even if this machine lacks a protection.")
  var allowUnconfined = false

  @Option(
    help: .value("Time limit of untrusted plugins for a section, 0.01 to 600 seconds.", "seconds"))
  var sectionTime = 2.0

  @Option(
    help: .value(
      "Processor time of untrusted plugins for a page, with 0.02 seconds more for each block; 0: no limit.",
      "seconds"))
  var pageTime = 60.0

  func validate() throws {
    try require(
      (0.01...600).contains(sectionTime),
      "--section-time is \(sectionTime); expected 0.01 to 600 seconds")
    try require(pageTime, in: 0...86_400, "--page-time takes a number from 0 to 86400")
  }

  var selection: PluginSelection {
    PluginSelection(
      folders: plugins, trusted: trust, allowsUnconfined: allowUnconfined,
      sectionTime: sectionTime, pageTime: pageTime)
  }
}

extension UnknownPolicy: ArgumentWord {}

struct CheckFeedOptions: ParsableArguments {
  @Option(
    help: .value(
      "Feed with the blocks to draw: a file, or a feed of the project. By default feeds next to the plugin's file or package, or in `Fixtures/`.",
      "feed"), completion: .file())
  var feed: String?

  @Option(help: .value("Feed layout of the feed.", "name|file"), completion: .layout)
  var layout: String?

  func validate() throws {
    try require(layout == nil || feed != nil, "--layout needs --feed")
  }

  /// The feed in the options; `nil` for the feeds next to the plugin.
  var settings: FeedSettings? { feed.map { FeedSettings(feed: $0, layout: layout) } }
}
