internal import SectionEngine
internal import Glibc
internal import LayoutReview

/// A folder with a subfolder of snapshots per feed and, outside of a project, `snapshots.json`.
struct SnapshotFolder {
  /// The path as the user typed it.
  let path: String
  private let project: Project?

  init(_ path: String, of project: Project? = nil) {
    self.path = NewFolder.path(path)
    self.project = project
  }

  /// The folder that file names in the settings are relative to.
  var base: String { project.map { $0.folder.isEmpty ? "." : $0.folder } ?? path }

  /// Returns the path of a file in the settings, relative to the working folder.
  func file(_ name: String) -> String { project?.path(name) ?? resolved(name) }

  var settingsPath: String { resolved(SnapshotSettings.fileName) }
  var hasSettings: Bool { isFile(settingsPath) }

  /// Returns the path of a file in this folder, relative to the working folder.
  func resolved(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    return path == "." ? "./\(file)" : path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }

  func settings(devices: [Device]) throws -> SnapshotSettings {
    if let project { return try project.snapshotSettings() }
    let bytes: PaddedBytes
    do throws(ReadFailure) { bytes = try readSource(settingsPath) } catch {
      throw ExitError.couldNotRun(
        .invalidSnapshots, "cannot read `\(shown(settingsPath, limit: 200))`", label: error.reason,
        helps: [
          "name the folder of the snapshots, or make one: `sectionengine snapshot init FEED.json`"
        ])
    }
    return try FeedDocument.parse(bytes, name: settingsPath).withUniqueKeys.flatMap {
      SnapshotSettings.parse($0, devices: devices.map(\.name))
    }.required()
  }

  /// Returns the snapshots of a feed, and temporary files that a killed run left.
  func files(of feed: String) -> (files: [SnapshotFile], unfinished: [String]) {
    var files: [SnapshotFile] = []
    var unfinished: [String] = []
    for name in entries(of: resolved(feed)) ?? [] {
      if Self.isSnapshot(name) {
        let bytes = Self.bytes(of: "\(resolved(feed))/\(name)")
        files.append(
          SnapshotFile(name: String(name.dropLast(SnapshotNaming.suffix.count)), bytes: bytes))
      } else if Self.isUnfinished(name) {
        unfinished.append(name)
      }
    }
    return (files, unfinished)
  }

  /// Returns the dumps in subfolders that belong to no feed, as "folder/file".
  func strays(besides feeds: [String]) -> [String] {
    let folders = (entries(of: path) ?? []).filter {
      !$0.hasPrefix(".") && !feeds.contains($0) && isFolder(resolved($0))
    }
    return folders.flatMap { folder in
      (entries(of: resolved(folder)) ?? []).filter(Self.isSnapshot).map { "\(folder)/\($0)" }
    }.filter { Self.bytes(of: resolved($0))?.starts(with: "# layout-dump ".utf8) == true }
  }

  /// Writes new files before it removes old ones, so that a killed run loses nothing.
  func carryOut(_ plan: SnapshotPlan, for feed: String) throws {
    // A folder in a project's settings need not exist before the first snapshot.
    if !plan.written.isEmpty, let reason = makeFolder(path) ?? makeFolder(resolved(feed)) {
      throw Self.exitError("make the folder", resolved(feed), reason)
    }
    for file in plan.written {
      try Output.write(file.bytes, to: "\(feed)/\(file.name)", below: path)
    }
    for name in plan.removed { try remove("\(feed)/\(name)") }
  }

  /// Removes a file, and its folder if that becomes empty.
  func remove(_ file: String) throws {
    // If the file itself is a link, only the link is removed.
    try Output.refuseLinks(to: file.parentFolder, below: path)
    guard unlink(resolved(file)) == 0 || errno == ENOENT else {
      throw Self.exitError("remove", resolved(file), systemReason())
    }
    if let slash = file.lastIndex(of: "/") { rmdir(resolved(String(file[..<slash]))) }
  }

  private static func exitError(_ what: String, _ path: String, _ reason: String) -> ExitError {
    ExitError.couldNotRun(
      .cannotWrite, "cannot \(what) `\(shown(path, limit: 200))`", label: reason,
      helps: ["check the folder and its permissions"])
  }

  /// Whether a file is a temporary file of a snapshot that a killed run left.
  private static func isUnfinished(_ name: String) -> Bool {
    AtomicFile.isTemporary(name) && name.contains("\(SnapshotNaming.suffix).")
  }

  private static func isSnapshot(_ name: String) -> Bool {
    name.hasSuffix(SnapshotNaming.suffix) && !name.hasPrefix(".")
  }

  private static func bytes(of path: String) -> [UInt8]? {
    guard isFile(path), let bytes = try? readSource(path) else { return nil }
    return withExtendedLifetime(bytes) { Array($0.text) }
  }
}

/// Writes the initial settings of a folder of snapshots; used by `snapshot init`.
struct SnapshotInitJob {
  /// Feed files, or names of bundled layouts.
  let feeds: [String]
  /// The layout of the feed files: a bundled name or a file.
  let layout: String?
  /// The folder as the user typed it.
  let path: String

  private typealias Entry = (feed: String?, layout: String?, name: String)

  func run() throws {
    let folder = SnapshotFolder(path)
    let library = try Installation.required().library
    let bundled = library.names
    if let layout { _ = try library.layout(layout) }
    var names: Set<String> = []
    var entries: [Entry] = []
    for feed in feeds {
      let isBundled = bundled.contains(feed)
      guard isBundled || isFile(feed) else {
        throw ExitError.couldNotRun(
          .unreadableSource, "`\(shown(feed, limit: 200))` is neither a file nor a bundled layout",
          helps: Suggestion.helps(for: feed, among: bundled) + [
            "bundled layouts: \(bundled.joined(separator: ", "))"
          ])
      }
      let layout = isBundled ? feed : layout.map { bundled.contains($0) ? $0 : relative($0) }
      entries.append(
        (isBundled ? nil : relative(feed), layout, Project.name(for: feed, taken: &names)))
    }
    guard access(folder.settingsPath, F_OK) != 0 else {
      throw ExitError.couldNotRun(
        .cannotWrite, "`\(shown(folder.settingsPath, limit: 200))` exists",
        helps: ["edit it, or name another folder with `-o DIR`"])
    }
    let bytes = settings(entries)
    // Check that the written settings can be read.
    if let document = FeedDocument.parse(PaddedBytes(bytes), name: folder.settingsPath).value {
      _ = try SnapshotSettings.parse(document, devices: library.devices().map(\.name)).required()
    }
    if let reason = makeFolder(folder.path) {
      let name = shown(folder.path, limit: 200)
      throw ExitError.cannotWrite("the folder `\(name)`", reason, at: folder.path)
    }
    try Output.write(bytes, to: folder.settingsPath)
    let isOutside = entries.flatMap { [$0.feed, $0.layout].compactMap(\.self) }
      .contains { $0.hasPrefix("/") || $0.hasPrefix("../") }
    try Output.write(
      """
      wrote \(folder.settingsPath)
      next: `sectionengine snapshot record \(isOutside ? "--allow-outside " : "")\
      \(shellWord(path))`

      """)
  }

  private func settings(_ entries: [Entry]) -> [UInt8] {
    JSONWriter.document { json in
      json.objects("feeds", entries) { json, entry in
        if let feed = entry.feed { json.write("feed", feed) }
        if let layout = entry.layout { json.write("layout", layout) }
        json.write("name", entry.name)
      }
      json.object("matrix") { json in
        json.array("appearances", ["light", "dark"]) { $0.write($1) }
        json.array("devices", SnapshotSettings.standardDevices) { $0.write($1) }
        json.array("directions", ["ltr", "rtl"]) { $0.write($1) }
        json.array("textSizes", ["large", "ax1"]) { $0.write($1) }
      }
    }
  }

  /// Returns a file's path relative to the folder, without disk access; keeps absolute paths.
  private func relative(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    let from = PluginHost.absolutePath(self.path).split(separator: "/")
    let to = PluginHost.absolutePath(file).split(separator: "/")
    let common = zip(from, to).prefix { $0 == $1 }.count
    let path =
      Array(repeating: "..", count: from.count - common) + to.dropFirst(common).map(String.init)
    // A text that has no slash and does not end in ".json" would be read as a bundled name.
    return path.count == 1 && !file.hasSuffix(".json")
      ? "./\(path[0])" : path.joined(separator: "/")
  }
}
