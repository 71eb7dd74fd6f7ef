internal import Support

/// The role of a watched file for the page.
enum WatchedPart: Int {
  /// Plugins, and the text metrics that they use; both are reloaded.
  case plugins
  /// All other files, which are read again whenever the page is drawn.
  case page
}

extension PageJob {
  /// Returns all files of the page, whether or not they exist.
  /// - Parameter files: The files that its sources were read from.
  func places(_ installation: Installation, files: [String]) -> WatchedPlaces {
    var places = WatchedPlaces()
    func isFile(_ option: String) -> Bool { option.contains("/") || option.hasSuffix(".json") }
    let sources = feed.places.compactMap { SourceOrigin.file($0, shownAs: $0).file }
    for file in sources + files { places.add(file: file, tag: WatchedPart.page.rawValue) }
    if let layout = feed.layout, isFile(layout) {
      places.add(file: layout, tag: WatchedPart.page.rawValue)
    }
    if let metrics = environment.metrics, isFile(metrics) {
      places.add(file: metrics, tag: WatchedPart.plugins.rawValue)
    }
    for file in feed.plugins.trusted { places.add(file: file, tag: WatchedPart.plugins.rawValue) }
    // Includes libraries next to plugins, whose names can end in a version.
    for folder in feed.plugins.searchPath(installation).folders where !folder.path.isEmpty {
      places.add(
        folder: folder.path, namesWith: [".so", ".section.json"],
        tag: WatchedPart.plugins.rawValue)
    }
    let bundled: [(String, WatchedPart)] = [
      ("", .page), ("/Devices", .page), ("/Metrics", .plugins),
    ]
    for (folder, part) in bundled {
      places.add(folder: installation.layouts + folder, namesWith: [".json"], tag: part.rawValue)
    }
    return places
  }

  /// Sources that are read only once, whose changes are not noticed.
  var unwatched: [String] {
    var names = feed.places.filter { SourceOrigin.file($0, shownAs: $0).file == nil }
      .map { $0 == "-" ? "standard input" : "`\($0)`" }
    if let base = feed.fetch.url { names.append("`\(base)`") }
    return names
  }
}
