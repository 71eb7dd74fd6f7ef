internal import ArgumentParser
internal import SectionEngine
internal import PluginTools

struct PluginNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", _superCommandName: CommandGuide.program,
    abstract: "Create the folder of a new plugin, ready to build.",
    usage: """
      sectionengine plugin new <name> [--code <code>] [--lang <language>] [-o <dir>]
      sectionengine plugin new [<name>] --from <feed> <code> [--lang <language>] [-o <dir>]
      """,
    discussion: """
      The folder has sources, a fixture, its expected dump and a README. With --from, models are \
      written from every block of the code in the feed, the section draws what it found, the \
      fixture is these blocks, and `make record` writes the expected dump. An existing folder is never touched.

      Exit status: 0 written; 2 the folder exists, the feed has no such block, or a file cannot be \
      read or written; 64 usage.
      """)

  @Argument(
    help: .value(
      "Name of the plugin: letters, digits, - and _; with --from, then the block code.", "name"))
  var words: [String] = []

  @Option(help: "Language: \(PluginLanguage.allCases.map(\.rawValue).joined(separator: ", ")).")
  var lang: PluginLanguage = .swift

  @Option(help: ArgumentHelp("Block code to draw; by default the name in capitals."))
  var code: String?

  @Option(
    help: .value(
      "Derive models, body and fixture from the blocks of a feed: a file, or -.", "feed"),
    completion: .file())
  var from: String?

  @Option(
    help: .value("Feed layout of --from: a bundled name or a file.", "name|file"),
    completion: .layout)
  var layout: String?

  @Option(help: .value("Another source of --from; repeatable.", "name=file"))
  var source: [String] = []

  @Option(
    name: .shortAndLong, help: .value("Folder to create; by default the name.", "dir"),
    completion: .directory)
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  private var given: (name: String?, code: String?) {
    guard from != nil, code == nil else { return (words.first, code) }
    return words.count > 1 ? (words[0], words[1]) : (nil, words.first)
  }

  func validate() throws {
    let most = from != nil && code == nil ? 2 : 1
    try require(words.count <= most, "unexpected argument `\(words[most])`")
    try require(from != nil || !words.isEmpty, "name the plugin: `plugin new NAME`")
    try require(
      lang != .renderer || (from == nil && code == nil),
      "an output format draws no blocks: leave out --from and --code")
    try require(
      from != nil || (layout == nil && source.isEmpty),
      "--layout and --source are about the feed of --from")
    try require(given.code != "", "a block code is not empty")
    try require(given.code != "*", "`*` would draw every block of every feed")
    try require(output != "", "--output names a folder")
    for entry in source {
      try require(
        FeedSettings.Source(entry) != nil, "--source takes NAME=FILE, found `\(entry)`")
    }
  }

  func run() throws {
    try PluginNewJob(
      name: given.name, blockCode: given.code, language: lang,
      feed: from.map {
        FeedSettings(feed: $0, layout: layout, sources: source.compactMap(FeedSettings.Source.init))
      }, folder: output, color: color
    ).run()
  }
}

extension PluginLanguage: ExpressibleByArgument {}
