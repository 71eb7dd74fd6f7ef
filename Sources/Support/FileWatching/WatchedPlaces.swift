/// The watched files, and the folders in which some names are watched. They need not exist.
package struct WatchedPlaces: Sendable, Hashable {
  package struct Place: Sendable, Hashable {
    /// An absolute path, which may contain links and `..`.
    package let path: String
    /// The name of the place in messages.
    package let name: String
    /// For a folder: files in it are watched if their names contain a part. `nil` for a file.
    package let parts: [String]?
    /// The purpose of the place, which is returned with its changes.
    package let tag: Int
  }

  package private(set) var places: [Place] = []

  package init() {}

  /// Adds a file or, with parts of names, a folder.
  /// - Parameter parts: A name is watched if it contains one of these parts. Hidden names are never
  ///   watched, because editors and copying tools use them for unfinished files.
  package mutating func add(_ path: String, namesWith parts: [String]? = nil, tag: Int) {
    let place = Place(path: absolutePath(path), name: path.lastPart, parts: parts, tag: tag)
    if !places.contains(place) { places.append(place) }
  }

  /// Returns whether writing a file at this path would be reported as a change.
  package func watch(_ path: String) -> Bool {
    let path = Self.resolved(path)
    return places.contains { place in
      place.parts == nil
        ? Self.resolved(place.path) == path
        : Self.resolved(place.path) == path.parentFolder && place.matters(path.lastPart)
    }
  }

  /// Returns the path with links resolved; for a missing file, only the links of its folder.
  private static func resolved(_ path: String) -> String {
    let path = absolutePath(path)
    if let real = realPath(path) { return real }
    return realPath(path.parentFolder).map { "\($0)/\(path.lastPart)" } ?? path
  }
}

extension WatchedPlaces.Place {
  func matters(_ name: String) -> Bool {
    guard let parts, !name.hasPrefix(".") else { return false }
    return parts.contains { name.contains($0) }
  }

  /// The watched file, or the files of the watched folder whose names contain one of `parts`.
  var files: [WatchedFile] {
    parts == nil
      ? [WatchedFile(place: self)]
      : (entries(of: path) ?? []).filter(matters).map { WatchedFile(place: self, name: $0) }
  }
}

/// A file, with the place for which it is watched.
struct WatchedFile: Hashable {
  var place: WatchedPlaces.Place
  /// The file's name if the place is a folder.
  var name: String?

  var isFile: Bool { place.parts == nil || name != nil }
  var path: String { name.map { "\(place.path)/\($0)" } ?? place.path }
}
