internal import ArgumentParser
internal import LayoutReview
internal import SectionEngine

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", _superCommandName: CommandGuide.program,
    abstract: "Lay out one feed per line, and write one result per line.",
    discussion: """
      Results have the order of the feeds, and the same bytes for any number of threads. A feed that \
      cannot be laid out has a result with its error, and the exit status is 1.

      Fields of --select:
      \(BatchField.selectable.map(\.help).joined(separator: "\n"))

      To resume an interrupted run, remove the incomplete last line of its output, and pass the number of \
      complete lines plus 1 to --from.
      """)

  @Argument(
    help: .value(
      "Files with one feed per line, or folders. A folder has one feed in each .json file; - is standard input.",
      "input"))
  var input: [String] = []

  @OptionGroup(title: "Feed") var feed: BatchFeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Feed") var project: ProjectOptions

  @Option(help: .value("Format of the results: json, dump, check.", "format"))
  var format: BatchFormat = .json

  @Option(
    help: .value(
      "Write only these fields, such as height,sections. They replace the format.",
      "fields"), transform: BatchField.list)
  var select: [BatchField] = []

  @Option(help: .value("Configuration of the check, for findings.", "file"), completion: .file())
  var config: String?

  @Option(
    help: .value(
      "JSON path in each feed of the `id` for its result. It leads to a text or an integer.",
      "path"))
  var id: String?

  @Option(help: .value("Number of threads, 1 to 1024. By default one per processor.", "n"))
  var threads: Int?

  @Option(help: .value("Begin with this feed. Those before it are skipped.", "line"))
  var from = 1

  @Option(
    help: .value(
      "End the run when a plugin fails in n consecutive feeds that need it; 0 means never.",
      "n"))
  var maxPluginFailures = 3

  @Flag(help: "Print processor times of stages on standard error.")
  var profile = false

  func validate() throws {
    try require(threads, in: 1...1024, "--threads takes a number from 1 to 1024")
    try require(from, in: 1..., "--from takes a number from 1")
    try require(maxPluginFailures, in: 0..., "--max-plugin-failures takes a number from 0")
    try require(
      select.isEmpty || format == .json, "--select replaces --format: give one of them")
    if let id {
      try require(
        FeedDocument.isPath(id), "--id takes a path such as $.data.id, found `\(id)`")
      try require(
        !fields.isEmpty,
        "--id is for --select, --format dump and --format check: layout JSON has no place for it")
    }
    try require(
      input.count { $0 == "-" } <= 1, "standard input is named more than once")
    try require(
      config == nil || fields.contains(.findings),
      "--config is for --format check and the field findings")
    try feed.check()
  }

  /// The fields of a result; if empty, a result is the layout of the page as JSON.
  var fields: [BatchField] {
    switch format {
    case .json: select
    case .check: [.findings]
    case .dump: [.dump]
    }
  }

  func run() throws {
    let shared = try FeedSettings(
      usesProject: !project.noProject, isSample: true, plugins: plugins.selection
    ).chosen()
    let settings = BatchSettings(
      inputs: input, layout: feed.layout, isBySource: feed.bySource, unknown: feed.unknown,
      environment: environment.settings,
      plugins: shared.feed.plugins, fields: fields, id: id,
      check: try fields.contains(.findings) ? shared.checkConfiguration(config) : .init(),
      threads: threads, first: from,
      maxPluginFailures: maxPluginFailures, isProfiled: profile)
    try BatchJob(settings).run()
  }
}

struct BatchFeedOptions: ParsableArguments {
  @Option(
    help: .value(
      "Feed layout: a bundled name or a file. By default, for each feed, the bundled one that fits.",
      "name|file"))
  var layout: String?

  @Flag(
    help:
      "Each line is an object with the documents of the layout's sources by name. Needs --layout.")
  var bySource = false

  @Option(help: "How to draw a block that no plugin claims.")
  var unknown: UnknownPolicy = .generic

  func check() throws {
    try require(
      !bySource || layout != nil, "--by-source needs --layout, whose sources the lines name")
  }
}

enum BatchFormat: String, ArgumentWord { case json, dump, check }

extension BatchField {
  fileprivate static func list(_ text: String) throws -> [BatchField] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      let name = String(name)
      if let field = BatchField(rawValue: name), selectable.contains(field) { return field }
      let names = selectable.map(\.rawValue)
      let meant = Suggestion.question(for: name, among: names)
      throw ValidationError(
        "\(meant)'\(name)' is not a field. Fields: \(names.joined(separator: ", ")).")
    }
  }
}
