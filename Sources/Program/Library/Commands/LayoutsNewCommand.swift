internal import ArgumentParser
internal import FeedDocument
internal import Feeds

struct LayoutsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a feed layout from a reply of the feed.",
    discussion: """
      Standard error lists what was found: the list of blocks, their codes with counts, the success rule \
      and the paging. To choose another list or code, pass --items and --code, or edit the file; \
      Layouts/README.md explains every key. An existing file is replaced only with --force, the feed \
      never.

      Exit status: 0 written; 2 nothing was found, or a file cannot be read or written; 64 usage.
      """)

  @Option(
    help: ArgumentHelp("A reply of the feed: a file, or - for standard input.", valueName: "feed"),
    completion: .file())
  var from: String

  @Option(help: ArgumentHelp("Name of the feed; by default the file's name.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "JSON path of the list of blocks, such as '$.data.cards'.", valueName: "path"))
  var items: String?

  @Option(help: ArgumentHelp("Key of a block's code, such as type.", valueName: "key"))
  var code: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace the output file if it exists.")
  var force = false

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    if let name, !FeedLayout.isName(name) {
      throw ValidationError("--name takes letters, digits, `-`, `_` and `.`, found `\(name)`")
    }
    for (option, path, isAbsolute) in [("items", items, true), ("code", code, false)] {
      guard let path else { continue }
      guard !path.isEmpty, path.hasPrefix("$") == isAbsolute, FeedDocument.isPath(path) else {
        let example = isAbsolute ? "a path like `$.data.cards`" : "a member of a block like `type`"
        throw ValidationError("--\(option) takes \(example), found `\(path)`")
      }
    }
  }

  func run() throws {
    try LayoutDraftJob(
      feed: from, name: name, items: items, code: code, file: output, replaces: force,
      color: color
    ).run()
  }
}
