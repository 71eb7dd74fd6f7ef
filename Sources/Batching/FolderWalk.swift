internal import Glibc

/// The files below a folder whose names have an ending, in bytewise order of their paths.
///
/// One folder on the way down is held at a time, so that the whole tree is never. A link to a file is
/// followed, a link to a folder is not: it may lead in a circle.
package struct FolderWalk: Sequence, IteratorProtocol {
  private struct Entry {
    /// Behind the folder that the walk began with; that of a folder ends in "/", with which its order
    /// among its neighbours is that of the paths below it.
    var path: String
  }

  private let root: String
  private let suffix: String
  /// What is still to come, the next one last.
  private var pending: [Entry]
  /// Folders that could not be read, with the system's words.
  package private(set) var unreadable: [(path: String, reason: String)] = []

  package init(_ root: String, suffix: String) {
    var root = root
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    self.root = root
    self.suffix = suffix
    pending = [Entry(path: "")]
  }

  /// The next file, as its path behind the folder.
  package mutating func next() -> String? {
    while let entry = pending.popLast() {
      guard entry.path.isEmpty || entry.path.hasSuffix("/") else { return entry.path }
      open(entry.path)
    }
    return nil
  }

  /// Where a file stands.
  package func location(of path: String) -> String { root == "/" ? "/\(path)" : "\(root)/\(path)" }

  private mutating func open(_ folder: String) {
    guard let stream = opendir(location(of: folder)) else {
      unreadable.append(
        (folder, strerror(errno).map { String(cString: $0) } ?? "error \(errno)"))
      return
    }
    defer { closedir(stream) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + offset
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      guard name != ".", name != ".." else { continue }
      let path = folder + name
      switch kind(of: path, Int32(entry.pointee.d_type)) {
      case S_IFDIR: entries.append(Entry(path: path + "/"))
      case S_IFREG where name.hasSuffix(suffix): entries.append(Entry(path: path))
      default: break
      }
    }
    pending += entries.sorted { $1.path.utf8.lexicographicallyPrecedes($0.path.utf8) }
  }

  private func kind(of path: String, _ type: Int32) -> mode_t? {
    if type == Int32(DT_REG) { return S_IFREG }
    if type == Int32(DT_DIR) { return S_IFDIR }
    var status = stat()
    guard lstat(location(of: path), &status) == 0 else { return nil }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    guard !isLink || stat(location(of: path), &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    return isLink && kind == S_IFDIR ? nil : kind
  }
}
