internal import Glibc

/// The files below a folder whose names have an ending, in bytewise order of their paths.
///
/// One folder on the way down is held at a time, so that the whole tree is never. A link to a file is
/// followed, a link to a folder is not: it may lead in a circle.
package struct FolderWalk: Sequence, IteratorProtocol {
  /// With its path behind the folder that the walk began with.
  package enum Element: Equatable, Sendable {
    case file(String)
    /// A folder that cannot be listed, or a name with the ending that leads to no file.
    case unreadable(String, reason: String)
  }

  private struct Entry {
    /// That of a folder ends in "/", with which its order among its neighbours is that of the paths
    /// below it.
    var path: String
    /// Why it is no file, though its name says so.
    var problem: String?
  }

  private let root: String
  private let suffix: String
  /// What is still to come, the next one last.
  private var pending: [Entry]

  package init(_ root: String, suffix: String) {
    var root = root
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    self.root = root
    self.suffix = suffix
    pending = [Entry(path: "")]
  }

  package mutating func next() -> Element? {
    while let entry = pending.popLast() {
      if let problem = entry.problem { return .unreadable(entry.path, reason: problem) }
      guard entry.path.isEmpty || entry.path.hasSuffix("/") else { return .file(entry.path) }
      if let problem = open(entry.path) { return .unreadable(entry.path, reason: problem) }
    }
    return nil
  }

  /// Where a file stands.
  package func location(of path: String) -> String { root == "/" ? "/\(path)" : "\(root)/\(path)" }

  /// - Returns: Why it cannot be listed.
  private mutating func open(_ folder: String) -> String? {
    guard let stream = opendir(location(of: folder)) else { return InputFailure().reason }
    defer { closedir(stream) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      // The record is only as long as its name, so the name is read in place.
      let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: start)
      guard name != ".", name != ".." else { continue }
      let path = folder + name
      guard strcmp(name, start) == 0 else {
        if name.hasSuffix(suffix) || Int32(entry.pointee.d_type) == Int32(DT_DIR) {
          entries.append(Entry(path: path, problem: "its name is not UTF-8"))
        }
        continue
      }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_DIR): entries.append(Entry(path: path + "/"))
      case Int32(DT_REG) where !name.hasSuffix(suffix): break
      case Int32(DT_REG): entries.append(Entry(path: path))
      default: if let entry = looked(at: path) { entries.append(entry) }
      }
      errno = 0
    }
    let problem = errno == 0 ? nil : InputFailure().reason
    pending += entries.sorted { $1.path.utf8.lexicographicallyPrecedes($0.path.utf8) }
    return problem
  }

  /// What a name stands for of which the folder does not say it.
  private func looked(at path: String) -> Entry? {
    var status = stat()
    let place = location(of: path)
    guard lstat(place, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR { return Entry(path: path + "/") }
    guard path.hasSuffix(suffix) else { return nil }
    guard stat(place, &status) == 0 else {
      return Entry(path: path, problem: InputFailure().reason)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Entry(path: path)
    case S_IFDIR: return nil
    // Reading it may wait for ever.
    default: return Entry(path: path, problem: "it is no regular file")
    }
  }
}
