import ArgumentParser
import Diagnostics
import FeedDocument
import FeedSession

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
    try protectFiles()
    let document = try readDocument()
    let wishes = LayoutDraft.Wishes(
      name: name ?? Self.name(ofFile: from), sample: sample, items: items, code: code)
    switch LayoutDraft.draft(for: document, wishes) {
    case .nothing(let reason): throw Ending.couldNotRun(reason)
    case .drafted(let text, var note):
      try Output.write(Array(text.utf8), to: output)
      let file = output ?? "FILE"
      note.helps += [
        "check it after editing: `sectionengine layouts check \(file)`",
        "see it: `sectionengine render \(from) --layout \(file)`",
      ]
      Output.report([note], color: color)
    }
  }

  /// Refuses to overwrite the feed, and any other existing file without `--force`.
  private func protectFiles() throws {
    guard let output else { return }
    if from != "-", isSameFile(from, output) {
      throw Ending.couldNotRun(
        Diagnostic(
          .cannotWrite, .error, "the output `\(output)` is the feed itself",
          helps: ["write the layout to a file of its own: `-o my-feed-layout.json`"]))
    }
    if !force, isFile(output) {
      throw Ending.couldNotRun(
        Diagnostic(
          .cannotWrite, .error, "the output `\(output)` exists",
          helps: ["name another file, or replace it with `--force`"]))
    }
  }

  private func readDocument() throws -> FeedDocument {
    let source = FeedSources.read(from)
    switch source {
    case .document(let document, let found):
      Output.report(found, color: color)
      return document
    case .failed(let failure): throw Ending(status: 2, diagnostics: failure.diagnostics)
    }
  }

  /// The feed, as the layout's sample, if it is below the folder of the layout's file.
  private var sample: String? {
    let folder = Self.folder(of: output ?? "")
    guard from != "-", from.hasPrefix(folder) else { return nil }
    let name = String(from.dropFirst(folder.count))
    let file = NamedFile(name, besideFile: output ?? "", allowsOutside: false)
    return name.hasPrefix("/") || file.refusal != nil ? nil : name
  }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  /// Returns "my.feed" for "my.feed.json"; characters that are invalid in a name become "-".
  private static func name(ofFile path: String) -> String {
    var name = path.dropFirst(folder(of: path).count)
    if name.hasSuffix(".json") { name = name.dropLast(5) }
    let kept = String(name.map { FeedLayout.isName("a\($0)") ? $0 : "-" })
    return FeedLayout.isName(kept) ? kept : "my-feed"
  }
}
