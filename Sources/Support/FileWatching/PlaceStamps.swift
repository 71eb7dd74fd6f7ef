internal import Glibc

/// The metadata of watched files at one moment.
struct PlaceStamps: Equatable {
  /// A file, with the place for which it is watched.
  struct Key: Hashable {
    var place: WatchedPlaces.Place
    /// The file's name if the place is a folder.
    var name: String?
    var isFile: Bool { place.parts == nil || name != nil }
  }

  private var stamps: [Key: [Int]] = [:]

  init() {}

  init(of places: [WatchedPlaces.Place]) {
    for place in places {
      if place.parts == nil {
        stamps[Key(place: place, name: nil)] = Self.stamp(of: place.path)
      } else {
        for name in place.names() {
          stamps[Key(place: place, name: name)] = Self.stamp(of: place.path + "/" + name)
        }
      }
    }
  }

  /// Returns the files that were added, removed or changed.
  func differences(from other: PlaceStamps) -> Set<Key> {
    Set(stamps.keys).union(other.stamps.keys).filter { stamps[$0] != other.stamps[$0] }
  }

  /// Returns these stamps, with those of some places taken from others.
  func keeping(_ places: Set<WatchedPlaces.Place>, of others: PlaceStamps) -> PlaceStamps {
    var result = self
    result.stamps = stamps.filter { !places.contains($0.key.place) }
    result.stamps.merge(others.stamps.filter { places.contains($0.key.place) }) { $1 }
    return result
  }

  /// Returns the device, the inode, the size and the times of a file.
  private static func stamp(of path: String) -> [Int]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [
      Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino), status.st_size,
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}
