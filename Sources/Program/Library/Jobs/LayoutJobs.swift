internal import SectionEngine
internal import Glibc
internal import LayoutReview

/// The work of `layouts check`: the faults of feed layouts.
struct LayoutCheckJob {
  let files: [String]
  /// Whether samples outside the folder of a layout are read.
  var allowsOutside = false
  var color = ColorChoice.auto

  /// Writes the faults to standard error, and the names of the files without any.
  /// - Throws: `ExitError` with status 1 for faults, and with 2 if a file cannot be read.
  func run() throws {
    var status: Int32 = 0
    for file in files {
      let (found, own) = check(file)
      Output.report(found, color: color)
      status = max(status, own)
      if own == 0 { try Output.write("\(escaped(file)): ok\n") }
    }
    if status > 0 { throw ExitError(status: status, diagnostics: []) }
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
        let sample = NamedFile(sample, besideFile: file, allowsOutside: allowsOutside)
        return SourceReply(source: source.name, page: page, outcome: sample.read())
      }
    }
    let samples = FeedLayoutReview.Samples(of: layout, replies: replies)
    return parsed.diagnostics + samples.diagnostics
      + FeedLayoutReview.findings(in: document, of: layout, samples: samples)
  }
}

/// The work of `layouts new`: drafts a feed layout from a reply of a feed.
struct LayoutDraftJob {
  /// The file with the reply, or "-".
  let feed: String
  /// Files with replies of other days.
  var others: [String] = []
  /// The name of the layout; `nil` takes that of the file.
  var name: String?
  /// The JSON path of the blocks, and the key of their codes; `nil` finds them.
  var items, code: String?
  /// The file to write; `nil` for standard output.
  var output: String?
  /// Whether an existing file is replaced.
  var replaces = false
  var color = ColorChoice.auto

  /// Writes the layout, and to standard error what was found.
  /// - Throws: `ExitError` if the reply has no blocks, or a file cannot be read or written.
  func run() throws {
    for feed in [feed] + others where isFolder(feed) {
      let reply = (entries(of: feed) ?? []).sorted().first { $0.hasSuffix(".json") } ?? "NAME.json"
      throw ExitError.couldNotRun(
        .unreadableSource, "cannot read `\(shown(feed, limit: 200))`", label: systemReason(EISDIR),
        helps: ["give one reply: `--from \(shellWord("\(NewFolder.path(feed))/\(reply)"))`"])
    }
    try protectFiles()
    let documents = try ([feed] + others).map { file in
      let parsed = readDocument(file, unreadable: .unreadableSource)
      let document = try parsed.required()
      Output.report(parsed.diagnostics, color: color)
      return document
    }
    var draft = LayoutDraft.draft(
      for: documents[0], and: Array(documents.dropFirst()),
      name: name ?? Self.name(ofFile: feed), sample: sample, items: items, code: code)
    guard let text = draft.text else { throw ExitError.couldNotRun(draft.note) }
    try Output.write(Array(text.utf8), to: output)
    let shown = output ?? "FILE"
    draft.note.helps += [
      "check it after editing: `sectionengine layouts check \(shown)`",
      "see it: `sectionengine render \(feed) --layout \(shown)`",
    ]
    Output.report([draft.note], color: color)
  }

  /// Refuses to overwrite the feed, and any other existing file unless `--force` is given.
  private func protectFiles() throws {
    guard let output else { return }
    if ([feed] + others).contains(where: { $0 != "-" && isSameFile($0, output) }) {
      throw ExitError.couldNotRun(
        .cannotWrite, "the output `\(output)` is the feed itself",
        helps: ["write the layout to a file of its own: `-o my-feed-layout.json`"])
    }
    if !replaces, isFile(output) {
      throw ExitError.couldNotRun(
        .cannotWrite, "the output `\(output)` exists",
        helps: ["name another file, or replace it with `--force`"])
    }
  }

  /// The feed's path relative to the layout file's folder; `nil` if the feed is outside of it.
  private var sample: String? {
    let folder = Self.folder(of: output ?? "")
    guard feed != "-", feed.hasPrefix(folder) else { return nil }
    let name = String(feed.dropFirst(folder.count))
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
