import ArgumentParser
import FeedDocument
import Providers

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Lay out one feed a line, and write one result a line.",
    discussion: """
      Results have the order of the feeds, and are the same bytes for every number of threads. A \
      feed that cannot be laid out has a result with its error, and the program ends with 1.

      Figures of --select:
      \(BatchField.selectable.map(\.help).joined(separator: "\n"))

      To go on with a run that was ended, cut what it wrote after its last whole line, and start behind \
      it: --from is the number of whole lines plus 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files with one feed a line, folders with one feed in each .json file, or - for standard input.",
      valueName: "input"))
  var input: [String] = []

  @OptionGroup var feed: BatchFeedOptions
  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var plugins: PluginOptions

  @Option(
    help: ArgumentHelp("Result of a feed: \(BatchFormat.names).", valueName: "name"))
  var format: BatchFormat = .json

  @Option(
    help: ArgumentHelp(
      "Only figures of each page, such as height,sections; instead of a format.",
      valueName: "figures"), transform: BatchField.list)
  var select: [BatchField] = []

  @Option(
    help: ArgumentHelp(
      "Configuration of what is checked, for findings.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Path in the feed's document to a text or an integer that its result has as `id`.",
      valueName: "path"))
  var id: String?

  @Option(help: ArgumentHelp("Threads, 1 to 1024; by default one a processor.", valueName: "n"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Begin with the feed of this number; those before get no result.", valueName: "line"))
  var from = 1

  @Option(
    help: ArgumentHelp(
      "End the run when a plugin breaks in this many feeds in a row that need it; 0: never.",
      valueName: "n"))
  var maxPluginFailures = 3

  @Flag(help: "Say on standard error what the time of processors went into.")
  var profile = false

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads takes a number from 1 to 1024, found \(threads)")
    }
    guard from >= 1 else { throw ValidationError("--from takes a number from 1, found \(from)") }
    guard maxPluginFailures >= 0 else {
      throw ValidationError(
        "--max-plugin-failures takes a number from 0, found \(maxPluginFailures)")
    }
    if !select.isEmpty, format != .json {
      throw ValidationError("--select stands instead of --format")
    }
    if let id {
      guard FeedDocument.isPath(id) else {
        throw ValidationError("--id takes a path such as $.data.id, found `\(id)`")
      }
      guard !fields.isEmpty else {
        throw ValidationError(
          "--id is for --select, --format dump and --format check: layout JSON has no place for it")
      }
    }
    if input.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input is named more than once")
    }
    guard config == nil || fields.contains(.findings) else {
      throw ValidationError("--config is for --format check and the figure findings")
    }
    try feed.check()
  }

  /// The members of a result; if empty, it is layout JSON.
  var fields: [BatchField] {
    switch format {
    case .json: select
    case .check: [.findings]
    case .dump: [.dump]
    }
  }

  func run() throws { try BatchJob(self).run() }
}

/// Options for turning a line into a page.
struct BatchFeedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Feed layout: a bundled name or a file. By default, for each feed, the bundled one whose shape fits.",
      valueName: "name|file"))
  var layout: String?

  @Flag(
    help: "Each line is an object: documents by the names of the layout's sources. Needs --layout.")
  var bySource = false

  @Option(help: "What to do with a block that no plugin claims.")
  var unknown: UnknownPolicy = .generic

  func check() throws {
    guard !bySource || layout != nil else {
      throw ValidationError("--by-source needs --layout, whose sources the lines name")
    }
  }
}

enum BatchFormat: String, ExpressibleByArgument, CaseIterable {
  case json, dump, check

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
