internal import Glibc
internal import PluginCalls

/// All libraries that the loader would load with a plugin, found before any of its code runs.
///
/// A library in a folder that only root can write is identified by its path. Any other library is
/// read once and identified by its digest, and the bytes that were read are loaded.
struct LibraryClosure {
  struct Library {
    let name: String
    let path: String
    let elf: ELFFile
    /// The contents; `nil` for a library in a folder that only root can write.
    let contents: (bytes: [UInt8], digest: FileDigest)?

    var record: TrustRecord.Library { .init(name: name, path: path, digest: contents?.digest) }
  }

  /// The reason why the set of libraries is unknown in advance, or could change before loading.
  enum Obstacle: Error, Hashable {
    case missing(String)
    case unusable(String, PluginRefusal)
    case neededByPath(String)
    case withoutName(String)
    case filter(String)
    case circle([String])
    case tooMany
  }

  /// The libraries in loading order: each library follows the libraries that it needs.
  private(set) var libraries: [Library] = []

  private static let limit = 1_000

  /// - Parameter runtimeFolder: The folder of the Swift runtime, whose libraries are not included.
  /// - Complexity: O(libraries), plus reading each library that is not in a root-only folder.
  init(of image: PluginImage, runtimeFolder: String?) throws(Obstacle) {
    guard let plugin = image.main.elf else { return }
    let search = LibrarySearch()
    let name = plugin.name ?? image.main.name
    guard !plugin.isFilter else { throw .filter(name) }
    // Breadth first, like the loader: the first library that needs a name determines the folders.
    var origins = [
      LibrarySearch.Origin(
        elf: plugin, folder: PluginImage.folder(of: image.file.path), inherited: [])
    ]
    var found: [Library] = []
    var numbers: [String: Int] = [:]
    var next = 0
    while next < origins.count {
      let origin = origins[next]
      let inherited = search.inheritance(of: origin)
      for needed in origin.elf.needed where numbers[needed] == nil {
        guard needed != plugin.name else { throw .circle([name]) }
        guard !PluginLoader.hasOwn(needed, runtimeFolder: runtimeFolder) else { continue }
        guard found.count < Self.limit else { throw .tooMany }
        let library = try Self.library(needed, neededBy: origin, search)
        numbers[needed] = found.count
        if let name = library.elf.name, numbers[name] == nil { numbers[name] = found.count }
        found.append(library)
        let folder = PluginImage.folder(of: library.path)
        origins.append(.init(elf: library.elf, folder: folder, inherited: inherited))
      }
      next += 1
    }
    var added: Set<Int> = []
    for number in found.indices { try add(number, of: found, numbers, &added, path: []) }
  }

  /// Adds a library after the libraries that it needs. A cycle has no such order: the loader would
  /// have to search for a library. So a cycle with a library that is loaded from a copy is refused.
  private mutating func add(
    _ number: Int, of found: [Library], _ numbers: [String: Int], _ added: inout Set<Int>,
    path: [Int]
  ) throws(Obstacle) {
    // If the library is already on `path`, the libraries from there on form a cycle, `circle`.
    guard added.insert(number).inserted else {
      let circle = path.drop { $0 != number }.map { found[$0] }
      guard circle.allSatisfy({ $0.contents == nil }) else { throw .circle(circle.map(\.name)) }
      return
    }
    for needed in found[number].elf.needed {
      guard let other = numbers[needed] else { continue }
      try add(other, of: found, numbers, &added, path: path + [number])
    }
    libraries.append(found[number])
  }

  private static func library(
    _ name: String, neededBy origin: LibrarySearch.Origin, _ search: LibrarySearch
  ) throws(Obstacle) -> Library {
    for place in search.places(of: name, neededBy: origin) {
      let library: Library
      do throws(PluginRefusal) {
        library = try read(name, at: place)
      } catch {
        switch error {
        // For these errors, the loader continues with the next folder.
        case .class32, .bigEndian, .wrongMachine, .unreadable: continue
        default: throw .unusable(name, error)
        }
      }
      guard !library.elf.isFilter else { throw .filter(name) }
      if library.contents != nil, name.contains("/") { throw .neededByPath(name) }
      // The loader compares a needed name with the DT_SONAME of loaded libraries. If none is equal,
      // it searches for a file again, which is allowed only in the system's folders.
      let isFound = library.elf.name == name || name.contains("/")
      guard isFound || (library.contents == nil && search.folders(origin).isEmpty) else {
        throw .withoutName(name)
      }
      return library
    }
    throw .missing(name)
  }

  private static func read(
    _ name: String, at place: LibrarySearch.Place
  ) throws(PluginRefusal) -> Library {
    let file = try OpenFile(place.path)
    // If the user is root, their own folders are root-only too; only default folders are accepted.
    if place.isDefault || geteuid() != 0, RootOnlyPath.holds(place.path) {
      let elf = try ELFFile(ByteSource(file), entry: nil)
      return Library(name: name, path: place.path, elf: elf, contents: nil)
    }
    let bytes = try file.contents()
    return Library(
      name: name, path: place.path, elf: try ELFFile(ByteSource(bytes), entry: nil),
      contents: (bytes, FileDigest(of: bytes)))
  }
}

extension LibraryClosure.Obstacle {
  /// The reason in words, without the plugin's name, such as "its library `x` is not found".
  var words: String {
    switch self {
    case .missing(let name): "its library `\(shown(name))` is not found"
    case .unusable(let name, let refusal): "its library `\(shown(name))` \(refusal.reason)"
    case .neededByPath(let path):
      "it needs `\(shown(path, limit: 200))` by its path, where others than root may write"
    case .withoutName(let name):
      "its library `\(shown(name))` has another soname, so the loader would search for it again"
    case .filter(let name): "`\(shown(name))` is a filter for other libraries"
    case .circle(let names):
      "libraries need each other in a circle: \(names.map { "`\(shown($0))`" }.joined(separator: ", "))"
    case .tooMany: "it needs more than 1000 libraries"
    }
  }
}

/// Checks for paths that only root can change.
enum RootOnlyPath {
  /// Returns whether only root can change the file and every folder and link of its path.
  /// - Parameter links: The maximum length of a chain of links.
  static func holds(_ path: String, links: Int = 40) -> Bool {
    guard path.hasPrefix("/"), links > 0 else { return false }
    let parts = path.split(separator: "/")
    for count in 0...parts.count {
      let place = "/" + parts.prefix(count).joined(separator: "/")
      var status = stat()
      guard lstat(place, &status) == 0, status.st_uid == 0 else { return false }
      if status.st_mode & S_IFMT == S_IFLNK {
        guard let target = target(ofLink: place) else { return false }
        let path = target.hasPrefix("/") ? target : "\(place.parentFolder)/\(target)"
        guard holds(path, links: links - 1) else { return false }
      } else if status.st_mode & 0o022 != 0 {
        return false
      }
    }
    return true
  }
}
