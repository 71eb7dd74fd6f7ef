internal import ArgumentParser
internal import Support
internal import FeedDocument
internal import PluginHost

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Lay out one feed per line, and write one result per line.",
    discussion: """
      Results have the order of the feeds, and the same bytes for any number of threads. A feed that \
      cannot be laid out has a result with its error, and the exit status is 1.

      Figures of --select:
      \(BatchField.selectable.map(\.help).joined(separator: "\n"))

      To resume an interrupted run, remove the incomplete last line of its output, and pass the number of \
      complete lines plus 1 to --from.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files with one feed per line, folders with one feed in each .json file, or - for standard input.",
      valueName: "input"))
  var input: [String] = []

  @OptionGroup(title: "Feed") var feed: BatchFeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Option(
    help: ArgumentHelp("Format of the results: \(BatchFormat.names).", valueName: "format"))
  var format: BatchFormat = .json

  @Option(
    help: ArgumentHelp(
      "Write only these figures of each page, such as height,sections, instead of a format.",
      valueName: "figures"), transform: BatchField.list)
  var select: [BatchField] = []

  @Option(
    help: ArgumentHelp(
      "Configuration of the check, for findings.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp(
      "JSON path of a text or an integer in each feed, which becomes the `id` of its result.",
      valueName: "path"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Number of threads, 1 to 1024; by default one per processor.", valueName: "n"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Begin with the feed of this number, and skip those before it.", valueName: "line"))
  var from = 1

  @Option(
    help: ArgumentHelp(
      "End the run when a plugin fails in this many consecutive feeds that need it; 0 means never.",
      valueName: "n"))
  var maxPluginFailures = 3

  @Flag(help: "Print the processor time of each stage on standard error.")
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
      throw ValidationError("--select replaces --format: give one of them")
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

  func run() throws {
    let settings = BatchSettings(
      inputs: input, layout: feed.layout, isBySource: feed.bySource, unknown: feed.unknown,
      environment: environment.settings, plugins: plugins.selection, fields: fields, id: id,
      configuration: config, threads: threads, first: from,
      maxPluginFailures: maxPluginFailures, isProfiled: profile)
    try BatchJob(settings).run()
  }
}

/// Options for turning a line into a page.
struct BatchFeedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Feed layout: a bundled name or a file. By default, for each feed, the bundled one that fits.",
      valueName: "name|file"))
  var layout: String?

  @Flag(
    help:
      "Each line is an object with the documents of the layout's sources by name. Needs --layout.")
  var bySource = false

  @Option(help: "How to draw a block that no plugin claims.")
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

extension BatchField {
  /// Parses names separated by commas.
  fileprivate static func list(_ text: String) throws -> [BatchField] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      let name = String(name)
      if let field = BatchField(rawValue: name), selectable.contains(field) { return field }
      let names = selectable.map(\.rawValue)
      let meant = Suggestion.closest(to: name, among: names).map { "Did you mean '\($0)'? " } ?? ""
      throw ValidationError(
        "\(meant)'\(name)' is no figure. Figures: \(names.joined(separator: ", ")).")
    }
  }
}
