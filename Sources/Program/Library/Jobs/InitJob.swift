internal import SectionEngine
internal import Glibc
internal import LayoutReview

/// The work of `init`: finds feeds, and writes a project file with them and the files of each.
struct InitJob {
  /// The feeds to add; if empty, those below the working folder.
  var added: [String] = []
  /// The layout of the added feeds; `nil` for the bundled one that fits.
  var layout: String?
  /// Whether feeds outside the folder of the project file are added, too.
  var allowsOutside = false

  /// The limits of the search for feeds: visited folders, read files, and levels of folders.
  private static let (mostFolders, mostFiles, mostLevels) = (1_000, 2_000, 4)
  /// The largest number of feeds without a layout that a search adds.
  private static let mostDrafts = 12
  private static let skipped = ["node_modules", "build", "Snapshots", "DerivedData"]

  /// Writes the files, and their names to standard output.
  /// - Throws: `ExitError` if there is no feed, or a file cannot be written.
  func run() throws {
    let folder = added.isEmpty ? "" : Project.nearestFolder() ?? ""
    let path = folder + Project.fileName
    // A dangling link counts as existing, so that nothing is written through it.
    let exists =
      (access(path, F_OK) == 0 || target(ofLink: path) != nil) && !Self.isBlank(path)
    if added.isEmpty, exists {
      throw ExitError.couldNotRun(
        .cannotWrite, "`\(path)` exists", helps: ["add a feed: `sectionengine init --add FEED`"])
    }
    let old = exists ? try Project.read(in: folder, allowsNoFeeds: true).required() : nil
    var names = Set((old?.feeds ?? []).map { $0.name.lowercased() })
    let installation = try Installation.required()
    var (found, strangers, isCut) =
      added.isEmpty
      ? Self.feeds(library: installation.library)
      : (try added.map { try entry($0, below: folder) }, [], false)
    found += strangers.prefix(Self.mostDrafts).map { ($0, nil) }
    strangers = Array(strangers.dropFirst(Self.mostDrafts))
    guard !found.isEmpty else {
      throw ExitError.couldNotRun(
        .unknownFeed, "no file below this folder is a feed",
        helps: ["name one: `sectionengine init --add FEED`, with `--layout FILE` for its layout"])
    }
    var setup = ProjectSetup(of: old ?? Project(folder: folder), installation)
    try setup.requirePlugins()
    var entries = try found.map { found in
      var entry = ProjectEntry(
        name: Project.name(for: found.place, taken: &names), place: found.place,
        layout: found.layout)
      do { try setup.complete(&entry) } catch let error as ExitError {
        // The feed is listed without the file; the reason is that of every later command, too.
        Output.report(error.diagnostics, color: .auto)
      }
      return entry
    }
    try write(&entries, to: path, in: folder)
    if old == nil { try setup.writeReviewScript() }
    if !strangers.isEmpty { Output.report([Self.note(about: strangers)], color: .auto) }
    if isCut {
      Output.remark([
        "only \(Self.mostFolders) folders and \(Self.mostFiles) files were searched",
        "`sectionengine init --add FEED` adds others",
      ])
    }
    let first = entries.count == 1 && old == nil ? "" : " \(shellWord(entries[0].name))"
    let (file, count) = (shown(path, limit: 200), counted(entries.count, "feed"))
    let start = exists ? "added \(count) to \(file)" : "wrote \(file) with \(count)"
    let lines = Self.found(entries, written: setup.written, below: folder)
    try Output.write(
      "\(start)\(lines.joined(separator: "\n"))\nnext: `sectionengine render\(first)`\n")
  }

  // MARK: Feeds

  /// Returns the end of the first line with the feeds, and lines about layouts, findings and files.
  private static func found(
    _ entries: [ProjectEntry], written: [String], below folder: String
  ) -> [String] {
    func list(_ names: [String], atMost limit: Int = 4) -> String {
      listed(names.map { shown($0, limit: 200) }, atMost: limit)
    }
    let layouts = entries.compactMap(\.layout).uniqued
    let named = layouts.filter { !written.contains($0) }
    let drafted = layouts.filter(written.contains)
    let baselines = entries.compactMap(\.baseline).uniqued
    let known = entries.reduce(0) { $0 + $1.known }
    let others = written.filter { !baselines.contains($0) && !drafted.contains($0) }
    let scripts = others.filter { $0 == ProjectSetup.script }
    let files = (scripts + others.filter { !scripts.contains($0) }).map { folder + $0 }
    let found = [
      named.isEmpty ? nil : list(named), drafted.isEmpty ? nil : "drafted \(list(drafted))",
    ].compactMap(\.self)
    return [
      ": " + list(entries.map { "\($0.name) (\($0.place))" }, atMost: 8),
      "layouts: " + (found.isEmpty ? "none" : found.joined(separator: "; ")),
      "findings: " + (known == 0 ? "none" : "\(known) known ones, in \(list(baselines))"),
      "for CI: " + (files.isEmpty ? "nothing new" : list(files)),
    ]
  }

  private static func note(about files: [String]) -> Diagnostic {
    Diagnostic(
      .inferredStructure, .note,
      "left out \(listed(files.map { "`\(shown($0, limit: 200))`" }, atMost: 12))",
      notes: ["\(mostDrafts) feeds without a bundled layout were added"],
      helps: files.prefix(1).map {
        "add others: `sectionengine init --add \(shellWord(NewFolder.path($0)))`"
      })
  }

  /// Returns the feed of an argument, with paths relative to the project file's folder.
  private func entry(
    _ place: String, below folder: String
  ) throws -> (place: String, layout: String?) {
    guard !isWebAddress(place) else { return (place, try layout.map { try relative($0, folder) }) }
    guard isFile(place) || isFolder(place) else {
      throw ExitError.couldNotRun(
        ReadFailure(systemReason(ENOENT)).diagnostic(.unreadableSource, reading: shown(place)))
    }
    let selection = FeedSettings(feed: place, layout: layout, usesProject: false)
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
      throw ExitError.couldNotRun(
        .invalidProject, "a project cannot name `\(shown(file, limit: 200))`",
        label: "it has a control character", helps: ["rename the file"])
    }
    if allowsOutside { return real }
    throw ExitError.couldNotRun(
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
        for: FeedSettings(feed: folder), library: library)
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

  /// Adds the feeds to the project file, which may have got others since it was read.
  private func write(_ entries: inout [ProjectEntry], to path: String, in folder: String) throws {
    try withProjectLock(in: folder) {
      let exists = isFile(path) && !Self.isBlank(path)
      if exists {
        let present = try Project.read(in: folder, allowsNoFeeds: true).required()
        var names = Set(present.feeds.map { $0.name.lowercased() })
        for index in entries.indices {
          entries[index].name = Project.name(for: entries[index].name, taken: &names)
        }
      }
      try Output.write(try bytes(adding: entries, to: exists ? path : nil), to: path)
    }
  }

  private func bytes(adding entries: [ProjectEntry], to path: String?) throws -> [UInt8] {
    let inserted = entries.map { "    \($0.json)" }.joined(separator: ",\n")
    guard let path else { return Array("{\n  \"feeds\": {\n\(inserted)\n  }\n}\n".utf8) }
    // The entry is inserted as text, so that the user's formatting of the file is kept.
    let document = try readDocument(path, unreadable: .invalidProject).required()
    guard let feeds = document.root["feeds"].source, let base = document.text.baseAddress,
      let start = feeds.baseAddress.map({ $0 - base })
    else { throw ExitError.couldNotRun(.internalError, "`feeds` has no source text") }
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
