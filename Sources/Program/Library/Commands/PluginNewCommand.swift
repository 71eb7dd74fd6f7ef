internal import ArgumentParser
internal import SectionEngine
internal import PluginTools

struct PluginNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
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
        FeedSelection.Source(entry) != nil, "--source takes NAME=FILE, found `\(entry)`")
    }
  }

  func run() throws {
    let name = try given.name.map { try Self.name(of: $0) }
    let installation = try Installation.required()
    let tools = PluginTools(
      kit: installation.kit, include: installation.include, program: Installation.program)
    if let from {
      let feed = FeedSelection(
        feed: from, layout: layout, sources: source.compactMap(FeedSelection.Source.init))
      let joined = try FeedSources.joined(try feed.chosen().feed, installation)
      let code = try blockCode(in: joined)
      // The diagnostics include a note if the layout was inferred.
      Output.report(joined.diagnostics, color: color)
      try write(
        PluginFolder(
          name: try name ?? Self.name(forCode: code), blockCode: code, language: lang, tools: tools,
          blocks: joined.blocks.filter { $0.blockCode == code }.map(\.value)))
    } else if let name {
      try write(
        PluginFolder(
          name: name, blockCode: given.code ?? name.blockCode, language: lang, tools: tools))
    }
  }

  /// Returns the given code of the blocks to render or, without one, the feed's only code.
  private func blockCode(in feed: Feed) throws -> String {
    let codes = feed.blocks.map(\.blockCode).uniqued
    let named = given.code
    if let code = named ?? codes.first, codes.contains(code), named != nil || codes.count == 1 {
      return code
    }
    let problem = Diagnostic(
      .unknownSection, .error,
      named.map { "the feed has no block `\($0)`" }
        ?? "the feed has blocks of \(codes.count) codes",
      notes: ["its codes: \(listed(codes, atMost: 12))"],
      helps: Suggestion.helps(
        for: named, among: codes,
        else: "name one of them: `sectionengine plugin new --from FEED CODE`")
        + [
          "if it is in another list of the feed, name a layout that reads it: `--layout FILE`,"
            + " drafted by `layouts new --items`"
        ])
    throw Ending(status: 2, diagnostics: feed.diagnostics + [problem])
  }

  private static func name(forCode code: String) throws -> PluginName {
    if let name = PluginName(forCode: code) { return name }
    throw Ending.usage(
      .invalidPluginName, "the block code gives no name",
      notes: ["it has neither letters nor digits of ASCII"],
      helps: ["name the plugin: `sectionengine plugin new NAME --from FEED CODE`"])
  }

  private static func name(of text: String) throws -> PluginName {
    if let name = PluginName(text) { return name }
    throw Ending.usage(
      .invalidPluginName, "the name `\(text)` \(PluginName.refusal(of: text) ?? "is none")",
      helps: [
        "take letters and digits of ASCII, `-` and `_`, a letter first: "
          + "`sectionengine plugin new \(PluginName(forCode: text)?.text ?? "my-section")`",
        "the block code may be anything: `--code CODE`",
      ])
  }

  private func write(_ folder: PluginFolder) throws {
    let path = NewFolder.path(output ?? folder.name.text)
    try NewFolder.write(folder.files, to: path)
    var text = "\(path): \(folder.language.title)"
    if folder.language != .renderer { text += ", for blocks of the code \(folder.blockCode)" }
    text += "\n"
    let tools = [folder.language.compiler] + (folder.language == .swift ? [] : ["make"])
    let missing = tools.filter { findProgram($0) == nil }
    if !missing.isEmpty {
      let packages = missing.map { ["cc": "gcc libc6-dev", "c++": "g++"][$0] ?? $0 }
      let help =
        missing == ["swift"]
        ? "see https://www.swift.org/install"
        : "sudo apt-get install \(packages.joined(separator: " "))"
      let names = missing.map { "`\($0)`" }.joined(separator: " and ")
      text += "\ninstall \(names), missing here:\n    \(help)\n"
    }
    for step in folder.steps(in: path) { text += "\n\(step.title):\n    \(step.command)\n" }
    try Output.write(text)
    if let note = folder.note { Output.report([note], color: color) }
  }
}

extension PluginLanguage: ExpressibleByArgument {
  /// The command that compiles a plugin.
  fileprivate var compiler: String {
    switch self {
    case .swift: "swift"
    case .c, .manifest, .renderer: "cc"
    case .cpp: "c++"
    case .rust: "rustc"
    }
  }
}
