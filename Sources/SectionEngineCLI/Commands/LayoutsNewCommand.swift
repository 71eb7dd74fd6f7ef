import ArgumentParser
import FeedDocument
import FeedSession

struct LayoutsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a feed layout for a feed that none is known for.",
    discussion: """
      What was found is told on standard error: the list of blocks, their codes by count, what a \
      success is, how there is more. Where it is not what you mean, say it with --items and --code, \
      or edit the file; Layouts/README.md explains every key. A file that exists is replaced with \
      --force only, and the feed never.

      Exit status: 0 written; 2 nothing was found, or a file cannot be read or written; 64 usage.
      """)

  @Option(
    help: ArgumentHelp("A reply of the feed: a file, or - for standard input.", valueName: "feed"),
    completion: .file())
  var from: String

  @Option(help: ArgumentHelp("Name of the feed; by default that of the file.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp("Where the list of blocks stands: '$.data.cards'.", valueName: "path"))
  var items: String?

  @Option(help: ArgumentHelp("Which member of a block is its code: type.", valueName: "key"))
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
