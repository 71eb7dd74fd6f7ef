internal import ArgumentParser
internal import PluginHost

/// The feed, its feed layout, and the plugins that draw it.
struct FeedOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The first source: a file, an http(s) URL, or - for standard input. By default the layout's sample.",
      valueName: "feed"), completion: .file())
  var feed: String?

  @Flag(help: "Draw the layout's sample.")
  var sample = false

  @OptionGroup(title: "Feed") var drawing: DrawingOptions

  func validate() throws {
    if sample, feed != nil || !drawing.source.isEmpty || drawing.fetch.url != nil {
      throw ValidationError("--sample draws the sample instead of a feed, --source or --url")
    }
  }

  var selection: FeedSelection {
    var selection = drawing.selection
    selection.feed = feed
    selection.isSample = sample
    return selection
  }
}

/// Options for drawing any feed.
struct DrawingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Feed layout: a bundled name or a file. By default the bundled one that fits the feed.",
      valueName: "name|file"), completion: .layout)
  var layout: String?

  @Option(
    help: ArgumentHelp("Another source of the layout; repeatable.", valueName: "name=file|url"))
  var source: [String] = []

  @Option(help: "How to draw a block that no plugin claims.")
  var unknown: UnknownPolicy = .generic

  @Flag(help: "Read samples outside the folder of a layout file, too.")
  var allowOutside = false

  @Flag(help: "Exit with 1 if a section is lost.")
  var strict = false

  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Server") var fetch: FetchOptions

  func validate() throws {
    for entry in source where entry.split(separator: "=", maxSplits: 1).count != 2 {
      throw ValidationError("--source takes NAME=FILE or NAME=URL, found `\(entry)`")
    }
  }

  /// The selection without a primary source.
  var selection: FeedSelection {
    FeedSelection(
      layout: layout, sources: source.map(FeedSelection.Source.init), unknown: unknown,
      allowsOutside: allowOutside, isStrict: strict, plugins: plugins.selection,
      fetch: fetch.settings)
  }
}

extension FeedSelection.Source {
  /// Parses `NAME=PLACE`, whose form is validated before.
  init(_ option: String) {
    let parts = option.split(separator: "=", maxSplits: 1)
    self.init(name: String(parts[0]), place: String(parts[1]))
  }
}

/// Options for finding plugins and for isolating external ones.
struct PluginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder with plugins; repeatable.", valueName: "dir"), completion: .directory
  )
  var plugins: [String] = []

  @Option(
    help: ArgumentHelp(
      "Plugin file to trust in its present version: it runs in the program itself. Repeatable.",
      valueName: "file"),
    completion: .plugin)
  var trust: [String] = []

  @Flag(help: "Run untrusted plugins even if this machine lacks a protection.")
  var allowUnconfined = false

  @Option(
    help: ArgumentHelp(
      "Time limit of untrusted plugins for a section, 0.01 to 600 seconds.", valueName: "seconds"))
  var sectionTime = 2.0

  func validate() throws {
    guard (0.01...600).contains(sectionTime) else {
      throw ValidationError("--section-time is \(sectionTime); expected 0.01 to 600 seconds")
    }
  }

  var selection: PluginSelection {
    PluginSelection(
      folders: plugins, trusted: trust, allowsUnconfined: allowUnconfined,
      sectionTime: sectionTime)
  }
}

extension UnknownPolicy: ExpressibleByArgument {}
