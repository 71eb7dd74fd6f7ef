internal import ArgumentParser
internal import SectionEngine
internal import Glibc
internal import LayoutReview

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a project file with the feeds of this folder.",
    discussion: """
      sectionengine.json names feeds with their layouts, devices and plugins. Commands find it in the \
      working folder or above, and take the names of its feeds. Without --add, each JSON file below \
      this folder whose shape fits a bundled layout becomes a feed; files with blocks that none fits \
      are named.
      """)

  @Option(
    help: .value(
      "Add this feed to the project file: a file, a folder with replies, or a URL. Repeatable.",
      "feed"), completion: .file())
  var add: [String] = []

  @Option(
    help: .value("Feed layout of the added feeds: a bundled name or a file.", "name|file"),
    completion: .layout)
  var layout: String?

  @Flag(help: "Add feeds outside the folder of the project file, too.")
  var allowOutside = false

  func validate() throws {
    try require(layout == nil || !add.isEmpty, "--layout needs --add")
    try require(!allowOutside || !add.isEmpty, "--allow-outside needs --add")
  }

  private typealias Entry = (name: String, place: String, layout: String?)

  /// The limits of the search for feeds: visited folders, read files, and levels of folders.
  private static let (mostFolders, mostFiles, mostLevels) = (1_000, 2_000, 4)
  private static let skipped = ["node_modules", "build", "Snapshots", "DerivedData"]

  func run() throws {
    let folder = add.isEmpty ? "" : Project.nearestFolder() ?? ""
    let path = folder + Project.fileName
    // A dangling link counts as existing, so that nothing is written through it.
    let exists =
      (access(path, F_OK) == 0 || target(ofLink: path) != nil) && !Self.isBlank(path)
    if add.isEmpty, exists {
      throw Ending.couldNotRun(
        .cannotWrite, "`\(path)` exists", helps: ["add a feed: `sectionengine init --add FEED`"])
    }
    let old = exists ? try Project.read(in: folder, allowsNoFeeds: true).required() : nil
    var names = Set((old?.feeds ?? []).map { $0.name.lowercased() })
    let library = try Installation.required().library
    var (found, strangers, isCut) =
      add.isEmpty
      ? Self.feeds(library: library) : (try add.map { try entry($0, below: folder) }, [], false)
    if !add.isEmpty {
      strangers = zip(add, found).filter { isFile($0) && $1.layout == nil }.map(\.0)
    }
    let note = Self.note(about: strangers, below: folder, areAdded: !add.isEmpty)
    let entries: [Entry] = found.map {
      (name: Project.name(for: $0.place, taken: &names), place: $0.place, layout: $0.layout)
    }
    guard !entries.isEmpty else {
      throw Ending.couldNotRun(
        .unknownFeed, "no file below this folder is a feed that a bundled layout fits",
        notes: note.map { [$0.message] } ?? [],
        helps: note?.helps
          ?? ["name one: `sectionengine init --add FEED`, with `--layout FILE` for its layout"])
    }
    try Output.write(try bytes(adding: entries, to: exists ? path : nil), to: path)
    let lines = entries.map { entry in
      "  \(shown(entry.name)): \(shown(entry.place, limit: 200))"
        + (entry.layout.map { ", layout \(shown($0, limit: 200))" } ?? "")
    }
    if let note { Output.report([note], color: .auto) }
    if isCut {
      Output.remark([
        "only \(Self.mostFolders) folders and \(Self.mostFiles) files were searched",
        "`sectionengine init --add FEED` adds others",
      ])
    }
    let first = entries.count == 1 && old == nil ? "" : " \(shellWord(entries[0].name))"
    let (file, count) = (shown(path, limit: 200), counted(entries.count, "feed"))
    try Output.write(
      """
      \(exists ? "added \(count) to \(file)" : "wrote \(file) with \(count)")
      \(lines.joined(separator: "\n"))
      next: `sectionengine render\(first)`

      """)
  }

  // MARK: Feeds

  /// Returns a note about files without a layout, with the command that drafts one.
  private static func note(
    about files: [String], below folder: String, areAdded: Bool
  ) -> Diagnostic? {
    guard let first = files.first else { return nil }
    var taken: Set<String> = []
    let layout = Project.name(for: first, taken: &taken) + "-layout.json"
    let feed = shellWord(NewFolder.path(first))
    let names = listed(files.map { "`\(shown($0, limit: 200))`" }, atMost: 12)
    return Diagnostic(
      .inferredStructure, .note,
      areAdded
        ? "no bundled layout fits \(names)" : "left out \(names): no bundled layout fits",
      helps: [
        "draft a layout: `sectionengine layouts new --from \(feed) -o \(shellWord(folder + layout))`",
        areAdded
          ? "then name it in \(Project.fileName): `\"layout\": \"\(layout)\"`"
          : "then add the feed: `sectionengine init --add \(feed) --layout \(shellWord(layout))`",
      ])
  }

  /// Returns the feed of an argument, with paths relative to the project file's folder.
  private func entry(
    _ place: String, below folder: String
  ) throws -> (place: String, layout: String?) {
    guard !isWebAddress(place) else { return (place, try layout.map { try relative($0, folder) }) }
    guard isFile(place) || isFolder(place) else {
      throw Ending.couldNotRun(
        ReadFailure(systemReason(ENOENT)).diagnostic(.unreadableSource, reading: shown(place)))
    }
    let selection = FeedSelection(feed: place, layout: layout, usesProject: false)
    // Reading the feed checks that it is valid.
    let feed = try FeedSources.joined(selection, try Installation.required())
    let named = layout ?? (feed.layout.isInferred ? nil : feed.layout.name)
    return (try relative(place, folder), try named.map { try relative($0, folder) })
  }

  /// Returns a file's path relative to the project file's folder; bundled names are unchanged.
  private func relative(_ file: String, _ folder: String) throws -> String {
    let isBundled = !file.contains("/") && !file.hasSuffix(".json") && !isFolder(file)
    guard !isBundled, let real = realPath(file), let root = realPath(folder.isEmpty ? "." : folder)
    else { return file }
    if real.hasPrefix(root + "/") {
      let name = String(real.dropFirst(root.count + 1))
      if Project.isPlace(name) { return name }
      if Project.isPlace("./" + name) { return "./" + name }
      throw Ending.couldNotRun(
        .invalidProject, "a project cannot name `\(shown(file, limit: 200))`",
        label: "it has a control character", helps: ["rename the file"])
    }
    if allowOutside { return real }
    throw Ending.couldNotRun(
      .outsideFolder, "`\(shown(file, limit: 200))` is outside the folder of the project file",
      helps: ["move it there, or add `--allow-outside`, which each command then needs, too"])
  }

  /// Searches the working folder. All results are in bytewise order.
  /// - Returns: `found` has the files that fit a bundled layout, and the folders with replies of
  ///   several sources of one layout. `strangers` has the files that contain blocks but fit no
  ///   layout. `isCut` is true if the limit of folders or files ended the search.
  private static func feeds(
    library: LayoutLibrary
  ) -> (found: [(place: String, layout: String?)], strangers: [String], isCut: Bool) {
    let layouts = library.layouts
    var folders: ArraySlice<(path: String, level: Int)> = [("", 0)]
    var files: [String] = []
    var found: [(place: String, layout: String?)] = []
    var count = 0
    while let (folder, level) = folders.popFirst(), count < mostFolders, files.count < mostFiles {
      count += 1
      if !folder.isEmpty, let layout = layout(ofRepliesIn: folder, library) {
        found.append((String(folder.dropLast()), layout))
        continue
      }
      for name in entries(of: folder.isEmpty ? "." : folder) ?? [] where !name.hasPrefix(".") {
        let path = Project.isPlace(folder + name) ? folder + name : "./" + folder + name
        guard Project.isPlace(path) else { continue }
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR, level < mostLevels, !skipped.contains(name) {
          folders.append((path + "/", level + 1))
        } else if status.st_mode & S_IFMT == S_IFREG, name.hasSuffix(".json") {
          files.append(path)
        }
      }
    }
    var strangers: [String] = []
    for path in files.prefix(mostFiles) {
      guard case .document(let document, _) = NamedFile(path, onlyFiles: true).read(),
        let layout = LayoutChooser.choose(for: document, among: layouts).value
      else { continue }
      if !layout.isInferred {
        found.append((path, layout.name))
      } else if !path.hasSuffix(Client.suffix), !isConfiguration(document.root) {
        strangers.append(path)
      }
    }
    return (
      found.sorted { $0.place.utf8.lexicographicallyPrecedes($1.place.utf8) },
      strangers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      !folders.isEmpty || files.count > mostFiles
    )
  }

  /// Whether a document is a feed layout, a report, or another file with a schema.
  private static func isConfiguration(_ root: FeedValue) -> Bool {
    root["$schema"].exists || root["schemaVersion"].exists
      || (root["version"].exists && root["sources"].kind == .object)
  }

  /// Returns the bundled layout whose primary source, and another one, have replies in a folder.
  private static func layout(ofRepliesIn folder: String, _ library: LayoutLibrary) -> String? {
    guard
      let (layout, replies) = try? FeedFolder(folder)?.replies(
        for: FeedSelection(feed: folder), library: library)
    else { return nil }
    guard Set(replies.map(\.reply.source)).count > 1, let source = layout.primarySource,
      replies.contains(where: { $0.reply.source == source.name })
    else { return nil }
    let read = replies.map { reply, path in
      SourceReply(source: reply.source, outcome: NamedFile(path, onlyFiles: true).read())
    }
    // File names may match by accident, so the replies are joined and must give blocks.
    let (feed, lost) = Feed.join(layout: layout, replies: read)
    return feed.blocks.isEmpty || lost.contains { $0.source == source.name } ? nil : layout.name
  }

  // MARK: The file

  private func bytes(adding entries: [Entry], to path: String?) throws -> [UInt8] {
    func json(_ text: String) -> String {
      var out = ByteWriter()
      out.write(jsonString: text)
      return String(decoding: out.bytes, as: UTF8.self)
    }
    let inserted = entries.map { entry in
      let layout = entry.layout.map { ", \"layout\": \(json($0))" } ?? ""
      return "    \(json(entry.name)): { \"feed\": \(json(entry.place))\(layout) }"
    }.joined(separator: ",\n")
    guard let path else { return Array("{\n  \"feeds\": {\n\(inserted)\n  }\n}\n".utf8) }
    // The entry is inserted as text, so that the user's formatting of the file is kept.
    let document = try readDocument(path, unreadable: .invalidProject).required()
    guard let feeds = document.root["feeds"].source, let base = document.text.baseAddress,
      let start = feeds.baseAddress.map({ $0 - base })
    else { throw Ending.couldNotRun(.internalError, "`feeds` has no source text") }
    let text = Array(document.text)
    let end = start + feeds.count - 1
    let last = text[..<end].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? end - 1
    let separator = document.root["feeds"].count == 0 ? "\n" : ",\n"
    return Array(text[...last]) + "\(separator)\(inserted)\n  ".utf8 + text[end...]
  }

  /// Whether a file has only white space, so that it can be overwritten.
  private static func isBlank(_ path: String) -> Bool {
    guard let bytes = try? readSource(path, onlyFiles: true) else { return false }
    return withExtendedLifetime(bytes) { bytes.text.allSatisfy { $0 <= 0x20 } }
  }
}
