internal import Glibc

/// The files below a folder whose names have a suffix, in bytewise order of their paths.
///
/// It holds one folder per level, never the whole tree. It follows links to files, but not to
/// folders, which may form a cycle.
package struct FolderWalk: Sequence, IteratorProtocol {
  /// A file or a failure, with its path relative to the root folder.
  package enum Element: Equatable, Sendable {
    case file(String)
    /// A folder that cannot be listed, or a name with the suffix that is not a file.
    case unreadable(String, reason: String)
  }

  private struct Entry {
    /// The path. That of a folder ends in "/", so that it is sorted as the paths below it are.
    var path: String
    /// Why an entry with the suffix is not a usable file.
    var problem: String?
  }

  private let root: String
  private let suffix: String
  /// The remaining entries, the next one last.
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

  package func location(of path: String) -> String { root == "/" ? "/\(path)" : "\(root)/\(path)" }

  /// Adds the entries of a folder.
  /// - Returns: Why it cannot be listed, or `nil`.
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

  /// Returns the entry at a path whose type the folder does not report; `nil` if it is left out.
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
    // Reading it may block forever.
    default: return Entry(path: path, problem: "it is no regular file")
    }
  }
}
