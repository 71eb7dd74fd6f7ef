import ArgumentParser
import Providers

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

  init() {}

  init(feed: String, drawing: DrawingOptions) {
    self.feed = feed
    sample = false
    self.drawing = drawing
  }

  func validate() throws {
    if sample, feed != nil || !source.isEmpty || fetch.url != nil {
      throw ValidationError("--sample draws the sample instead of a feed, --source or --url")
    }
  }

  var layout: String? { drawing.layout }
  var source: [String] { drawing.source }
  var unknown: UnknownPolicy { drawing.unknown }
  var strict: Bool { drawing.strict }
  var plugins: PluginOptions { drawing.plugins }
  var fetch: FetchOptions { drawing.fetch }

  /// Whether any source is loaded over http(s).
  var asksServers: Bool {
    fetch.url != nil || isWebAddress(feed ?? "") || named.contains { isWebAddress($0.place) }
  }

  /// The sources of `--source`; the last one with a name counts.
  var named: [(name: String, place: String)] { drawing.named }

  /// The locations of FEED and the sources of `--source`.
  var places: [String] { [feed].compactMap { $0 } + named.map(\.place) }
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

  /// The sources of `--source`; the last one with a name counts.
  var named: [(name: String, place: String)] {
    source.map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1)
      return (String(parts[0]), String(parts[1]))
    }
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
}

extension UnknownPolicy: ExpressibleByArgument {}
