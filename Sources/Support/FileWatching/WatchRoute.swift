internal import Glibc

/// The folders in which a change can alter the target of a path.
///
/// Files are watched through their folders: editors and linkers replace a file instead of writing
/// into it. Folders and links in the path may be replaced as well, so each component of the path is
/// watched in the folder that contains it. If a component is missing, the later ones are not
/// watched.
struct WatchRoute {
  /// A name in a folder. Any change of the entry with this name affects the path.
  struct Step: Hashable {
    /// The folder's path without links.
    var folder: String
    var name: String
  }

  private(set) var steps: [Step] = []
  /// The target of the path, without links; `nil` if it does not exist.
  private(set) var end: String?

  /// The maximum number of links in a path; the kernel has the same limit.
  private static let mostLinks = 40

  init(_ path: String) {
    var folder = ""
    var rest = Array(path.split(separator: "/").map(String.init).reversed())
    var links = 0
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = folder.parentFolder
        if folder == "/" { folder = "" }
        continue
      }
      steps.append(Step(folder: folder.isEmpty ? "/" : folder, name: name))
      let next = folder + "/" + name
      switch fileType(next, followsLinks: false) {
      case S_IFLNK:
        links += 1
        guard links <= Self.mostLinks, let target = target(ofLink: next) else { return }
        if target.hasPrefix("/") { folder = "" }
        rest += target.split(separator: "/").map(String.init).reversed()
      case nil: return
      case S_IFDIR: folder = next
      default:
        end = rest.isEmpty ? next : nil
        return
      }
    }
    end = folder.isEmpty ? "/" : folder
  }
}
