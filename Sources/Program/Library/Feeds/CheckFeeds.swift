internal import SectionEngine
internal import PluginTools

/// Finds the blocks for checking a plugin.
struct CheckFeeds {
  /// The feed that the user chose; `nil` for the feeds next to the plugin.
  var feed: FeedSettings?
  let installation: Installation

  func feeds(for plugin: String) throws -> PluginCheck.Feeds {
    if let feed = try feed?.chosen().feed {
      let joined = try FeedSources.joined(feed, installation)
      return .init(source: .feed, files: feed.places, samples: Self.samples(joined))
    }
    var files: [String] = []
    var found: [Sample] = []
    for candidate in candidates(for: plugin) {
      // Files next to a plugin need not be feeds, so unreadable ones are ignored.
      for way in candidate.ways {
        guard let feed = try? FeedSources.joined(way.settings, installation), !feed.blocks.isEmpty
        else { continue }
        files.append(candidate.file)
        found += Self.samples(feed, shownWithout: candidate.prefix)
        break
      }
    }
    return .init(source: .besideTheFile, files: files, samples: found)
  }

  struct Candidate {
    /// The path as shown, without `prefix`.
    var file: String
    var prefix: String
    /// The ways to read the file; the first one that gives blocks is used.
    var ways: [Way]
  }

  struct Way: Hashable {
    var file: String
    /// A bundled name or a file; `nil` selects the bundled layout that fits.
    var layout: String?

    var settings: FeedSettings { FeedSettings(feed: file, layout: layout) }
  }

  /// Returns the files near a plugin; for bundled plugins also the bundled layouts' samples.
  func candidates(for plugin: String) -> [Candidate] {
    let folder = absolutePath(plugin).parentFolder
    var found: [Candidate] = []
    for (place, prefix) in places(of: plugin, in: folder) {
      let names = Self.feeds(in: place)
      let layout = names.contains(Self.layoutName) ? "\(place)/\(Self.layoutName)" : nil
      for name in names where name != Self.layoutName {
        let path = "\(place)/\(name)"
        // A feed that does not fit `layout.json` is read without it.
        found.append(
          Candidate(
            file: String(path.dropFirst(prefix.count)), prefix: prefix,
            ways: (layout.map { [Way(file: path, layout: $0)] } ?? []) + [Way(file: path)]))
      }
    }
    if isBundled(folder) {
      let library = installation.library
      for name in library.names {
        let layout = try? library.layout(name)
        guard let layout, let sample = layout.primarySource?.samples.first else { continue }
        let path = FeedSources.sample(sample, of: nil, library, allowsOutside: true).path
        found.append(
          Candidate(
            file: sample, prefix: String(path.dropLast(sample.count)),
            ways: [Way(file: path, layout: name)]))
      }
    }
    return found
  }

  /// Returns folders that may have feeds, each with the path prefix that messages omit.
  private func places(of plugin: String, in folder: String) -> [(path: String, prefix: String)] {
    guard isBundled(folder) else {
      return [folder, Self.packageRoot(of: folder)].compactMap { $0 }.flatMap {
        [($0, $0 + "/"), ($0 + "/Fixtures", $0 + "/")]
      }
    }
    // The build folder has other files, so fixtures of bundled plugins are read from the checkout.
    var name = plugin.lastPart.without(prefix: "lib")
    if name.hasSuffix(".so") { name.removeLast(3) }
    return installation.droppedPlugins.map { ("\($0)/\(name)/Fixtures", "\($0)/\(name)/") }
  }

  private func isBundled(_ folder: String) -> Bool {
    installation.bundledPlugins.contains { isSameFile($0, folder) }
  }

  /// The name of the feed layout for the other files in its folder.
  private static let layoutName = "layout.json"

  /// Returns the folder that contains `.build` if SwiftPM built the plugin there; otherwise `nil`.
  private static func packageRoot(of folder: String) -> String? {
    let parts = PluginHost.absolutePath(folder).split(separator: "/")
    guard let build = parts.lastIndex(of: ".build") else { return nil }
    return "/" + parts[..<build].joined(separator: "/")
  }

  /// Returns the names of JSON files that can be feeds, in bytewise order.
  private static func feeds(in folder: String) -> [String] {
    (entries(of: folder) ?? []).filter { name in
      name.hasSuffix(".json") && !name.hasSuffix(".section.json") && !name.hasPrefix(".")
    }
  }

  /// - Parameter prefix: The prefix that is omitted from file names.
  static func samples(_ feed: Feed, shownWithout prefix: String = "") -> [Sample] {
    feed.blocks.map { block in
      let place = block.value.location
      return Sample(
        name: "\(place.file.without(prefix: prefix)) \(place.path)",
        request: block.request(in: LayoutEnvironment(), layout: feed.layout))
    }
  }
}
