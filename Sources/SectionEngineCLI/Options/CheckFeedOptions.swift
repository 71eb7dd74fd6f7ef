import ArgumentParser
import Diagnostics
import FeedDocument
import FeedSession
import Glibc
import LayoutCore
import PluginCheck
import PluginHost
import SectionEngine

/// Options for the blocks with which plugins are checked.
struct CheckFeedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Feed with the blocks to draw. By default feeds next to the plugin's file or package, or in `Fixtures/`.",
      valueName: "file"), completion: .file())
  var feed: String?

  @Option(
    help: ArgumentHelp("Feed layout of the feed.", valueName: "name|file"), completion: .layout)
  var layout: String?

  func validate() throws {
    if layout != nil, feed == nil { throw ValidationError("--layout goes with --feed") }
  }
}

/// Finds the blocks with which plugins are checked.
struct CheckFeeds {
  let options: CheckFeedOptions
  let installation: Installation

  private var library: LayoutLibrary { LayoutLibrary(folder: installation.layouts) }

  func feeds(for plugin: String) throws -> PluginCheck.Feeds {
    if let feed = options.feed {
      let arguments = [feed] + (options.layout.map { ["--layout", $0] } ?? [])
      return .init(
        source: .feed, files: [feed], samples: try samples(arguments, shownWithout: ""))
    }
    var files: [String] = []
    var found: [Sample] = []
    for candidate in candidates(for: plugin) {
      // Files next to a plugin need not be feeds, so unreadable ones are ignored.
      for arguments in candidate.ways {
        guard let samples = try? samples(arguments, shownWithout: candidate.prefix),
          !samples.isEmpty
        else { continue }
        files.append(candidate.file)
        found += samples
        break
      }
    }
    return .init(source: .besideTheFile, files: files, samples: found)
  }

  /// A file that may be a feed for a plugin.
  struct Candidate {
    /// The shown path, without `prefix`.
    var file: String
    var prefix: String
    /// Arguments of `render` that may read it; the first that results in blocks is used.
    var ways: [[String]]
  }

  /// Returns files near a plugin; for bundled plugins also the samples of the bundled layouts.
  func candidates(for plugin: String) -> [Candidate] {
    let folder = Self.folder(of: plugin)
    var found: [Candidate] = []
    for (place, prefix) in places(of: plugin, in: folder) {
      let names = Self.feeds(in: place)
      let layout =
        names.contains(Self.layoutName) ? ["--layout", "\(place)/\(Self.layoutName)"] : []
      for name in names where name != Self.layoutName {
        let path = "\(place)/\(name)"
        // A feed need not match that layout.
        found.append(
          Candidate(
            file: String(path.dropFirst(prefix.count)), prefix: prefix,
            ways: (layout.isEmpty ? [] : [[path] + layout]) + [[path]]))
      }
    }
    if isBundled(folder) {
      for name in library.names {
        let layout = try? library.layout(name)
        guard let layout, let sample = layout.primarySource?.samples.first else { continue }
        let path = FeedSources.sample(sample, of: nil, library, allowsOutside: true).path
        found.append(
          Candidate(
            file: sample, prefix: String(path.dropLast(sample.count)),
            ways: [[path, "--layout", name]]))
      }
    }
    return found
  }

  /// Returns folders with feeds, and the prefix that is omitted when their names are shown.
  private func places(of plugin: String, in folder: String) -> [(path: String, prefix: String)] {
    var places = [(folder, folder + "/"), (folder + "/Fixtures", folder + "/")]
    if let root = Self.packageRoot(of: folder) {
      places += [(root, root + "/"), (root + "/Fixtures", root + "/")]
    }
    guard isBundled(folder) else { return places }
    // A build folder contains other files besides plugins; the plugins' fixtures are in the
    // checkout.
    places = []
    var name = plugin.split(separator: "/").last.map(String.init) ?? plugin
    if name.hasPrefix("lib") { name.removeFirst(3) }
    if name.hasSuffix(".so") { name.removeLast(3) }
    for checkout in installation.droppedPlugins {
      let own = "\(checkout)/\(name)"
      places.append((own + "/Fixtures", own + "/"))
    }
    return places
  }

  private func isBundled(_ folder: String) -> Bool {
    installation.bundledPlugins.contains { isSameFile($0, folder) }
  }

  /// The feed layout for the feeds in the same folder.
  private static let layoutName = "layout.json"

  /// Returns the package from which SwiftPM built a plugin: the folder that contains `.build`.
  private static func packageRoot(of folder: String) -> String? {
    let parts = PluginHost.absolutePath(folder).split(separator: "/")
    guard let build = parts.lastIndex(of: ".build") else { return nil }
    return "/" + parts[..<build].joined(separator: "/")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "" : String(path[..<slash])
  }

  /// Returns the names of JSON files that may be feeds, in bytewise order.
  private static func feeds(in folder: String) -> [String] {
    guard let stream = opendir(folder.isEmpty ? "/" : folder),
      let offset = MemoryLayout<dirent>.offset(of: \.d_name)
    else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The record is only as long as its name, so the name is read in place.
      let name = String(
        cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name.hasSuffix(".json"), !name.hasSuffix(".section.json"), !name.hasPrefix(".") {
        names.append(name)
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// - Parameters:
  ///   - arguments: The arguments of `render`.
  ///   - prefix: The prefix that is omitted from file names.
  private func samples(
    _ arguments: [String], shownWithout prefix: String
  ) throws -> [Sample] {
    let options = try FeedOptions.parse(arguments)
    var kept = KeptReplies()
    let sources = try FeedSources(
      options, library: library, installation: installation, kept: &kept)
    let assembled = Feed.assemble(layout: sources.layout, replies: sources.replies)
    guard case .feed(let feed) = assembled else {
      throw Ending(status: 2, diagnostics: sources.diagnostics + assembled.diagnostics)
    }
    return feed.blocks.map { block in
      let place = block.value.location
      let file =
        place.file.hasPrefix(prefix) ? String(place.file.dropFirst(prefix.count)) : place.file
      return Sample(
        name: "\(file) \(place.path)",
        request: block.request(in: LayoutEnvironment(), layout: sources.layout))
    }
  }
}
