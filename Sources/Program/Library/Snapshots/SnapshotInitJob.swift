internal import Support
internal import FeedDocument
internal import Glibc
internal import LayoutReview
internal import PluginHost
internal import Renderers

/// Writes the initial settings of a folder of snapshots; used by `snapshot init`.
struct SnapshotInitJob {
  /// Feed files, or names of bundled layouts.
  let feeds: [String]
  /// The feed layout of the files: a bundled name or a file.
  let layout: String?
  /// The folder as typed.
  let path: String

  func run() throws {
    let folder = SnapshotFolder(path)
    let installation = try Installation.required()
    let bundled = LayoutLibrary(folder: installation.layouts).names
    var names: Set<String> = []
    var entries: [(feed: String?, layout: String?, name: String)] = []
    for feed in feeds {
      let isBundled = bundled.contains(feed)
      if !isBundled, !isFile(feed) { throw Self.unknown(feed, among: bundled) }
      entries.append(
        (
          isBundled ? nil : relative(feed),
          isBundled ? feed : layout.map { bundled.contains($0) ? $0 : relative($0) },
          name(for: feed, taken: &names)
        ))
    }
    guard access(folder.settingsPath, F_OK) != 0 else {
      throw Ending.couldNotRun(
        Diagnostic(
          .cannotWrite, .error, "`\(shown(folder.settingsPath, limit: 200))` exists",
          helps: ["edit it, or name another folder with `-o DIR`"]))
    }
    let bytes = settings(entries)
    // Check that the written settings can be read.
    if let document = FeedDocument.parse(PaddedBytes(bytes), name: folder.settingsPath).value {
      let devices = try LayoutLibrary(folder: installation.layouts).devices().map(\.name)
      _ = try SnapshotSettings.parse(document, devices: devices).required()
    }
    if let reason = makeFolder(folder.path) {
      throw Ending.couldNotRun(
        Diagnostic(
          .cannotWrite, .error, "cannot make the folder `\(shown(folder.path, limit: 200))`",
          label: reason, helps: ["make its parent folder"]))
    }
    try Output.write(bytes, to: folder.settingsPath)
    let isOutside = entries.contains { entry in
      [entry.feed, entry.layout].contains {
        $0.map { $0.hasPrefix("/") || $0.hasPrefix("../") } == true
      }
    }
    try Output.write(
      """
      wrote \(folder.settingsPath)
      next: `sectionengine snapshot record \(isOutside ? "--allow-outside " : "")\
      \(shellWord(path))`

      """)
  }

  private func settings(_ entries: [(feed: String?, layout: String?, name: String)]) -> [UInt8] {
    JSONWriter.document { json in
      json.objects("feeds", entries) { json, entry in
        if let feed = entry.feed { json.write("feed", feed) }
        if let layout = entry.layout { json.write("layout", layout) }
        json.write("name", entry.name)
      }
      json.object("matrix") { json in
        json.array("appearances", ["light", "dark"]) { $0.write($1) }
        json.array("devices", ["iphone-se", "iphone-14", "ipad-11"]) { $0.write($1) }
        json.array("directions", ["ltr", "rtl"]) { $0.write($1) }
        json.array("textSizes", ["large", "ax1"]) { $0.write($1) }
      }
    }
  }

  /// Returns "home" for "feeds/home.json", or "home-2" if that is taken.
  private func name(for feed: String, taken: inout Set<String>) -> String {
    var stem = feed.split(separator: "/").last.map(String.init) ?? feed
    if stem.hasSuffix(".json") { stem.removeLast(5) }
    var name = stem
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(stem)-\(number)"
      number += 1
    }
    return name
  }

  /// Returns the path from the folder to a file, without disk access; an absolute path is kept.
  private func relative(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    let from = PluginHost.absolutePath(self.path).split(separator: "/")
    let to = PluginHost.absolutePath(file).split(separator: "/")
    let common = zip(from, to).prefix { $0 == $1 }.count
    let path =
      Array(repeating: "..", count: from.count - common) + to.dropFirst(common).map(String.init)
    // A text without a slash or ".json" would be read as a bundled name.
    return path.count == 1 && !file.hasSuffix(".json")
      ? "./\(path[0])" : path.joined(separator: "/")
  }

  private static func unknown(_ feed: String, among bundled: [String]) -> Ending {
    Ending.couldNotRun(
      Diagnostic(
        .unreadableSource, .error, "`\(shown(feed, limit: 200))` is no file and no bundled layout",
        helps: Suggestion.helps(for: feed, among: bundled) + [
          "bundled layouts: \(bundled.joined(separator: ", "))"
        ]))
  }
}
