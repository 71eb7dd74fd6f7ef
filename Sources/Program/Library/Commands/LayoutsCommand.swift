internal import ArgumentParser
internal import SectionEngine
internal import Glibc
internal import LayoutReview

struct LayoutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts", abstract: "List, check and create feed layouts.",
    subcommands: [LayoutsListCommand.self, LayoutsCheckCommand.self, LayoutsNewCommand.self])
}

struct LayoutsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
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
    commandName: "check",
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
    var status: Int32 = 0
    for file in files {
      let (found, own) = check(file)
      Output.report(found, color: color)
      status = max(status, own)
      if own == 0 { try Output.write("\(escaped(file)): ok\n") }
    }
    if status > 0 { throw Ending(status: status, diagnostics: []) }
  }

  /// Returns the findings about a file, and the exit status that follows from them.
  private func check(_ file: String) -> (found: [Diagnostic], status: Int32) {
    do throws(ReadFailure) {
      let parsed = FeedDocument.parse(try readSource(file), name: file).withUniqueKeys
      let found = parsed.diagnostics + (parsed.value.map { findings(in: $0, file) } ?? [])
      return (found, found.contains { $0.severity > .note } ? 1 : 0)
    } catch {
      return ([error.diagnostic(.unknownLayout, reading: file)], 2)
    }
  }

  private func findings(in document: FeedDocument, _ file: String) -> [Diagnostic] {
    let parsed = FeedLayout.parse(document)
    guard let layout = parsed.value else { return parsed.diagnostics }
    let replies = layout.sources.flatMap { source in
      source.samples.enumerated().map { page, sample in
        let sample = NamedFile(sample, besideFile: file, allowsOutside: allowOutside)
        return SourceReply(source: source.name, page: page, outcome: sample.read())
      }
    }
    let samples = LayoutReview.Samples(of: layout, replies: replies)
    return parsed.diagnostics + samples.diagnostics
      + LayoutReview.findings(in: document, of: layout, samples: samples)
  }
}

struct LayoutsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a feed layout from a reply of the feed.",
    discussion: """
      Standard error lists what was found: the list of blocks, their codes with counts, the success rule \
      and the paging. To choose another list or code, pass --items and --code, or edit the file; \
      README.md in the folder of layouts that `doctor` prints explains every key. An existing file \
      is replaced only with --force, the feed never.

      Exit status: 0 written; 2 nothing was found, or a file cannot be read or written; 64 usage.
      """)

  @Option(
    help: .value("A reply of the feed: a file, or - for standard input.", "feed"),
    completion: .file())
  var from: String

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
    if isFolder(from) {
      let reply = (entries(of: from) ?? []).sorted().first { $0.hasSuffix(".json") } ?? "NAME.json"
      throw Ending.couldNotRun(
        .unreadableSource, "cannot read `\(shown(from, limit: 200))`", label: systemReason(EISDIR),
        helps: ["give one reply: `--from \(shellWord("\(NewFolder.path(from))/\(reply)"))`"])
    }
    try protectFiles()
    let parsed = readDocument(from, unreadable: .unreadableSource)
    let document = try parsed.required()
    Output.report(parsed.diagnostics, color: color)
    var draft = LayoutDraft.draft(
      for: document, name: name ?? Self.name(ofFile: from), sample: sample, items: items,
      code: code)
    guard let text = draft.text else { throw Ending.couldNotRun(draft.note) }
    try Output.write(Array(text.utf8), to: output)
    let shown = output ?? "FILE"
    draft.note.helps += [
      "check it after editing: `sectionengine layouts check \(shown)`",
      "see it: `sectionengine render \(from) --layout \(shown)`",
    ]
    Output.report([draft.note], color: color)
  }

  /// Refuses to overwrite the feed, and any other existing file unless `--force` is given.
  private func protectFiles() throws {
    guard let output else { return }
    if from != "-", isSameFile(from, output) {
      throw Ending.couldNotRun(
        .cannotWrite, "the output `\(output)` is the feed itself",
        helps: ["write the layout to a file of its own: `-o my-feed-layout.json`"])
    }
    if !force, isFile(output) {
      throw Ending.couldNotRun(
        .cannotWrite, "the output `\(output)` exists",
        helps: ["name another file, or replace it with `--force`"])
    }
  }

  /// The feed's path relative to the layout file's folder; `nil` if the feed is outside of it.
  private var sample: String? {
    let folder = Self.folder(of: output ?? "")
    guard from != "-", from.hasPrefix(folder) else { return nil }
    let name = String(from.dropFirst(folder.count))
    let sample = NamedFile(name, besideFile: output ?? "", allowsOutside: false)
    return name.hasPrefix("/") || sample.refusal != nil ? nil : name
  }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  /// Returns "my.feed" for "my.feed.json". Characters that are invalid in a name become "-".
  private static func name(ofFile path: String) -> String {
    var name = path.dropFirst(folder(of: path).count)
    if name.hasSuffix(".json") { name = name.dropLast(5) }
    return ProjectSetup.plain(String(name))
  }
}
