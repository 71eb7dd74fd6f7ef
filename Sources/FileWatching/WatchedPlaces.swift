internal import Glibc

/// What somebody wants to hear about: files, and folders of which some names matter. None of them has
/// to exist.
package struct WatchedPlaces: Sendable, Hashable {
  package struct Place: Sendable, Hashable {
    /// Absolute; links and `..` may be in it.
    package let path: String
    /// As it is shown to people.
    package let name: String
    /// For a folder: parts of the names in it that matter. `nil`: a file.
    package let parts: [String]?
    /// What the place is for; comes back with its changes.
    package let tag: Int
  }

  package private(set) var places: [Place] = []

  package init() {}

  package mutating func add(file path: String, tag: Int) {
    add(Place(path: Self.absolute(path), name: Self.lastName(of: path), parts: nil, tag: tag))
  }

  /// - Parameter parts: a name matters when it contains one of them. Hidden names never do: that is how
  ///   editors and copying tools name what is not finished.
  package mutating func add(folder path: String, namesWith parts: [String], tag: Int) {
    add(Place(path: Self.absolute(path), name: Self.lastName(of: path), parts: parts, tag: tag))
  }

  private mutating func add(_ place: Place) {
    if !places.contains(place) { places.append(place) }
  }

  /// Whether writing a file of this name would be a change.
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

  /// Without links; of a file that is not there, its name in its folder.
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

  /// The names of a folder that matter now, in bytewise order.
  func names() -> [String] {
    guard parts != nil, let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The record is only as long as its name, so the name is read in place.
      let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: start)
      if matters(name) { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
