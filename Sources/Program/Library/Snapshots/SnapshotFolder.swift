internal import Support
internal import FeedDocument
internal import Feeds
internal import Glibc
internal import LayoutReview
internal import PluginHost

/// A folder of snapshots on disk: `snapshots.json`, and a folder for each feed.
struct SnapshotFolder {
  /// The path as typed.
  let path: String

  init(_ path: String) { self.path = NewFolder.path(path) }

  var settingsPath: String { resolved(SnapshotSettings.fileName) }

  /// Returns the path of a file in the settings, relative to the current folder.
  func resolved(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    return path == "." ? "./\(file)" : path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }

  func settings(devices: [Device]) throws -> SnapshotSettings {
    let bytes: PaddedBytes
    do throws(ReadFailure) { bytes = try readSource(settingsPath) } catch {
      throw Ending.couldNotRun(
        Diagnostic(
          .invalidSnapshots, .error, "cannot read `\(shown(settingsPath, limit: 200))`",
          label: error.reason,
          helps: [
            "name the folder of the snapshots, or make one: `sectionengine snapshot init FEED.json`"
          ]))
    }
    return try FeedDocument.parse(bytes, name: settingsPath).flatMap {
      SnapshotSettings.parse($0, devices: devices.map(\.name))
    }.required()
  }

  /// Returns the snapshots of a feed, and temporary files of a run that was killed.
  func files(of feed: String) -> (files: [SnapshotFile], unfinished: [String]) {
    var files: [SnapshotFile] = []
    var unfinished: [String] = []
    for name in entries(of: resolved(feed)) ?? [] {
      if name.hasSuffix(SnapshotNaming.suffix), !name.hasPrefix(".") {
        let bytes = Self.bytes(of: "\(resolved(feed))/\(name)")
        files.append(
          SnapshotFile(name: String(name.dropLast(SnapshotNaming.suffix.count)), bytes: bytes))
      } else if Self.isUnfinished(name) {
        unfinished.append(name)
      }
    }
    return (files, unfinished)
  }

  /// Returns dumps in folders that belong to no feed, as "folder/file".
  func strays(besides feeds: [String]) -> [String] {
    (entries(of: path) ?? []).filter {
      !$0.hasPrefix(".") && !feeds.contains($0) && isFolder(resolved($0))
    }
    .flatMap { folder in
      (entries(of: resolved(folder)) ?? []).filter { name in
        name.hasSuffix(SnapshotNaming.suffix) && !name.hasPrefix(".")
          && Self.isDump("\(resolved(folder))/\(name)")
      }.map { "\(folder)/\($0)" }
    }
  }

  /// Writes files before it removes others, each atomically, so that a run that is killed loses
  /// nothing.
  func carryOut(_ plan: SnapshotPlan, for feed: String) throws {
    if !plan.written.isEmpty, let reason = makeFolder(resolved(feed)) {
      throw Self.ending("make the folder", resolved(feed), reason)
    }
    for file in plan.written {
      try Output.write(file.bytes, to: "\(resolved(feed))/\(file.name)")
    }
    for name in plan.removed { try remove("\(feed)/\(name)") }
  }

  /// Removes a file, and its folder if that is then empty.
  func remove(_ file: String) throws {
    guard unlink(resolved(file)) == 0 || errno == ENOENT else {
      throw Self.ending("remove", resolved(file), systemReason())
    }
    if let slash = file.lastIndex(of: "/") { rmdir(resolved(String(file[..<slash]))) }
  }

  private static func ending(_ what: String, _ path: String, _ reason: String) -> Ending {
    Ending.couldNotRun(
      Diagnostic(
        .cannotWrite, .error, "cannot \(what) `\(shown(path, limit: 200))`", label: reason,
        helps: ["check the folder and its permissions"]))
  }

  /// Whether a file is a snapshot that a killed run did not finish.
  private static func isUnfinished(_ name: String) -> Bool {
    AtomicFile.isTemporary(name) && name.contains("\(SnapshotNaming.suffix).")
  }

  private static func isDump(_ path: String) -> Bool {
    bytes(of: path)?.starts(with: "# layout-dump ".utf8) == true
  }

  private static func bytes(of path: String) -> [UInt8]? {
    guard isFile(path), let bytes = try? readSource(path) else { return nil }
    return withExtendedLifetime(bytes) { Array($0.text) }
  }
}
