internal import SectionEngine
internal import PluginTools

/// The work of `plugin new`: creates the folder of a plugin, empty or with models from a feed.
struct PluginNewJob {
  /// The name as typed; `nil` derives it from the block code.
  var name: String?
  /// The block code to draw; `nil` for the only one of the feed, or the name in capitals.
  var blockCode: String?
  var language = PluginLanguage.swift
  /// The feed with blocks; `nil` for a plugin without models.
  var feed: FeedSettings?
  /// The folder to create; `nil` takes the name.
  var folder: String?
  var color = ColorChoice.auto

  /// Writes the files, and the next steps to standard output.
  /// - Throws: `ExitError` if the name or the code is invalid, or the folder exists.
  func run() throws {
    let name = try name.map { try Self.name(of: $0) }
    let installation = try Installation.required()
    let tools = PluginTools(
      kit: installation.kit, include: installation.include, program: Installation.program)
    if let feed {
      let joined = try FeedSources.joined(try feed.chosen().feed, installation)
      let code = try code(in: joined)
      // The diagnostics include a note if the layout was inferred.
      Output.report(joined.diagnostics, color: color)
      try write(
        PluginFolder(
          name: try name ?? Self.name(forCode: code), blockCode: code, language: language,
          tools: tools,
          blocks: joined.blocks.filter { $0.blockCode == code }.map(\.value)))
    } else if let name {
      try write(
        PluginFolder(
          name: name, blockCode: blockCode ?? name.blockCode, language: language, tools: tools))
    }
  }

  /// Returns the given code of the blocks to render or, without one, the feed's only code.
  private func code(in feed: Feed) throws -> String {
    let codes = feed.blocks.map(\.blockCode).uniqued
    let named = blockCode
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
    throw ExitError(status: 2, diagnostics: feed.diagnostics + [problem])
  }

  private static func name(forCode code: String) throws -> PluginName {
    if let name = PluginName(forCode: code) { return name }
    throw ExitError.usage(
      .invalidPluginName, "the block code gives no name",
      notes: ["it has neither letters nor digits of ASCII"],
      helps: ["name the plugin: `sectionengine plugin new NAME --from FEED CODE`"])
  }

  private static func name(of text: String) throws -> PluginName {
    if let name = PluginName(text) { return name }
    throw ExitError.usage(
      .invalidPluginName, "the name `\(text)` \(PluginName.refusal(of: text) ?? "is none")",
      helps: [
        "take letters and digits of ASCII, `-` and `_`, a letter first: "
          + "`sectionengine plugin new \(PluginName(forCode: text)?.text ?? "my-section")`",
        "the block code may be anything: `--code CODE`",
      ])
  }

  private func write(_ folder: PluginFolder) throws {
    let path = NewFolder.path(self.folder ?? folder.name.text)
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

extension PluginLanguage {
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
