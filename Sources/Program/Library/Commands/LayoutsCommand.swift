internal import ArgumentParser
internal import SectionEngine

struct LayoutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts", abstract: "List, check and create feed layouts.",
    subcommands: [
      LayoutsListCommand.self, LayoutsShowCommand.self, LayoutsCheckCommand.self,
      LayoutsNewCommand.self,
    ])
}

struct LayoutsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", _superCommandName: CommandGuide.program,
    abstract: "Print a bundled feed layout, to begin a layout of your own with.",
    discussion: """
      In another place, remove the members `sample`: they name files beside the bundled layout.
      """)

  @Argument(
    help: .value("The name of a layout, as `layouts list` prints it: netease-home@1.", "name"),
    completion: .shellCommand("sectionengine layouts list | sed -n 's/^\\([^ @][^ @]*\\)@.*/\\1/p'")
  )
  var name: String

  func run() throws {
    try Output.write(try Installation.required().library.text(ofLayout: name), to: nil)
  }
}

struct LayoutsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: CommandGuide.program,
    abstract: "List bundled feed layouts with their sources and block codes.")

  func run() throws {
    let library = try Installation.required().library
    var text = ""
    for name in library.names {
      let layout = try library.layout(name)
      text += "\(layout.label)  \(layout.title)\n"
      for source in layout.sources {
        text += "    source \(source.name)\(source.isPrimary ? " (primary)" : "")\n"
      }
      for code in layout.knownCodes { text += "    block \(code)\n" }
    }
    try Output.write(text)
  }
}

struct LayoutsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: CommandGuide.program,
    abstract: "Report every error of feed layouts, and settings without effect.",
    discussion: """
      Reports every violation of the format with line and column. For a valid layout it reports probable \
      mistakes: unknown codes, settings without effect and, if its sources have samples, samples that \
      cannot be drawn and paths without a value in them.

      Exit status: 0 all are ok; 1 findings; 2 a file cannot be read; 64 usage.
      """)

  @Argument(help: .value("Feed layouts, or - for standard input.", "file"), completion: .file())
  var files: [String]

  @Flag(help: "Read samples outside the folder of a layout, too.")
  var allowOutside = false

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    try require(files.count { $0 == "-" } <= 1, "standard input can be checked once")
  }

  func run() throws {
    try LayoutCheckJob(files: files, allowsOutside: allowOutside, color: color).run()
  }
}

struct LayoutsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", _superCommandName: CommandGuide.program,
    abstract: "Create a feed layout from a reply of the feed.",
    discussion: """
      Standard error lists what was found: the list of blocks, their codes with counts, the success rule \
      and the paging. To choose another list or code, pass --items and --code, or edit the file; \
      README.md in the folder of layouts that `doctor` prints explains every key. An existing file \
      is replaced only with --force, the feed never.

      Exit status: 0 written; 2 nothing was found, or a file cannot be read or written; 64 usage.
      """)

  @Option(
    parsing: .upToNextOption,
    help: .value(
      "A reply of the feed: a file, or - for standard input. Further files are replies of other days.",
      "feed"),
    completion: .file())
  var from: [String]

  @Option(help: .value("Name of the feed; by default the file's name.", "name"))
  var name: String?

  @Option(help: .value("JSON path of the list of blocks, such as '$.data.cards'.", "path"))
  var items: String?

  @Option(help: .value("Key of a block's code, such as type.", "key"))
  var code: String?

  @Option(name: .shortAndLong, help: .outputFile, completion: .file())
  var output: String?

  @Flag(help: "Replace the output file if it exists.")
  var force = false

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    if let name {
      try require(
        ConfigurationReader.isName(name),
        "--name takes letters, digits, `-`, `_` and `.`, found `\(name)`")
    }
    try validateReading(items: items, code: code)
  }

  func run() throws {
    try LayoutDraftJob(
      feed: from[0], others: Array(from.dropFirst()), name: name, items: items, code: code,
      output: output, replaces: force,
      color: color
    ).run()
  }
}
