internal import Glibc

/// The watched files, and folders in which some names are watched. None of them has to exist.
package struct WatchedPlaces: Sendable, Hashable {
  package struct Place: Sendable, Hashable {
    /// An absolute path, which may contain links and `..`.
    package let path: String
    /// The name as it is shown to people.
    package let name: String
    /// For a folder, the substrings of the names that are watched; `nil` for a file.
    package let parts: [String]?
    /// The purpose of the place, which is returned with its changes.
    package let tag: Int
  }

  package private(set) var places: [Place] = []

  package init() {}

  package mutating func add(file path: String, tag: Int) {
    add(Place(path: Self.absolute(path), name: Self.lastName(of: path), parts: nil, tag: tag))
  }

  /// - Parameter parts: A name is watched if it contains one of these. Hidden names never are:
  ///   editors and copying tools use them for unfinished files.
  package mutating func add(folder path: String, namesWith parts: [String], tag: Int) {
    add(Place(path: Self.absolute(path), name: Self.lastName(of: path), parts: parts, tag: tag))
  }

  private mutating func add(_ place: Place) {
    if !places.contains(place) { places.append(place) }
  }

  /// Returns whether writing a file at this path would be a change.
  package func watch(_ path: String) -> Bool {
    let path = Self.resolved(path)
    return places.contains { place in
      place.parts == nil
        ? Self.resolved(place.path) == path
        : Self.resolved(place.path) == Self.folder(of: path)
          && place.matters(Self.lastName(of: path))
    }
  }

  // MARK: Paths

  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  static func lastName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Returns the path without links; for a missing file, its name in its folder.
  private static func resolved(_ path: String) -> String {
    let path = absolute(path)
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard let real = realpath(folder(of: path), nil) else { return path }
    defer { free(real) }
    return String(cString: real) + "/" + lastName(of: path)
  }
}

extension WatchedPlaces.Place {
  func matters(_ name: String) -> Bool {
    guard let parts, !name.hasPrefix(".") else { return false }
    return parts.contains { name.contains($0) }
  }

  /// Returns the watched names in a folder, in bytewise order.
  func names() -> [String] {
    parts == nil ? [] : (entries(of: path) ?? []).filter(matters)
  }
}
