internal import SectionEngine
internal import Glibc

/// Writes a feed layout for a feed; used by `layouts new`.
struct LayoutDraftJob {
  /// A reply of the feed: a file, or "-" for standard input.
  let feed: String
  /// The name of the layout; `nil` for that of the file.
  let name: String?
  /// The path to the list of blocks, and the member of a block with its code, if they are known.
  let items, code: String?
  let file: String?
  let replaces: Bool
  let color: ColorChoice

  func run() throws {
    if isFolder(feed) {
      let reply = (entries(of: feed) ?? []).sorted().first { $0.hasSuffix(".json") } ?? "NAME.json"
      throw Ending.couldNotRun(
        .unreadableSource, "cannot read `\(shown(feed, limit: 200))`", label: systemReason(EISDIR),
        helps: ["give one reply: `--from \(shellWord("\(NewFolder.path(feed))/\(reply)"))`"])
    }
    try protectFiles()
    let parsed = readDocument(feed, unreadable: .unreadableSource)
    let document = try parsed.required()
    Output.report(parsed.diagnostics, color: color)
    var draft = LayoutDraft.draft(
      for: document, name: name ?? Self.name(ofFile: feed), sample: sample, items: items,
      code: code)
    guard let text = draft.text else { throw Ending.couldNotRun(draft.note) }
    try Output.write(Array(text.utf8), to: file)
    let shown = file ?? "FILE"
    draft.note.helps += [
      "check it after editing: `sectionengine layouts check \(shown)`",
      "see it: `sectionengine render \(feed) --layout \(shown)`",
    ]
    Output.report([draft.note], color: color)
  }

  /// Refuses to overwrite the feed, and any other existing file without `--force`.
  private func protectFiles() throws {
    guard let file else { return }
    if feed != "-", isSameFile(feed, file) {
      throw Ending.couldNotRun(
        .cannotWrite, "the output `\(file)` is the feed itself",
        helps: ["write the layout to a file of its own: `-o my-feed-layout.json`"])
    }
    if !replaces, isFile(file) {
      throw Ending.couldNotRun(
        .cannotWrite, "the output `\(file)` exists",
        helps: ["name another file, or replace it with `--force`"])
    }
  }

  /// The feed, as the layout's sample, if it is below the folder of the layout's file.
  private var sample: String? {
    let folder = Self.folder(of: file ?? "")
    guard feed != "-", feed.hasPrefix(folder) else { return nil }
    let name = String(feed.dropFirst(folder.count))
    let sample = NamedFile(name, besideFile: file ?? "", allowsOutside: false)
    return name.hasPrefix("/") || sample.refusal != nil ? nil : name
  }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  /// Returns "my.feed" for "my.feed.json"; characters that are invalid in a name become "-".
  private static func name(ofFile path: String) -> String {
    var name = path.dropFirst(folder(of: path).count)
    if name.hasSuffix(".json") { name = name.dropLast(5) }
    let kept = String(name.map { ConfigurationReader.isName("a\($0)") ? $0 : "-" })
    return ConfigurationReader.isName(kept) ? kept : "my-feed"
  }
}
