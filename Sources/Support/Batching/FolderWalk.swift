internal import Glibc

/// The files below a folder whose names have a suffix, in bytewise order of their paths. It holds
/// one folder per level, and follows links to files, but not to folders, which may form a cycle.
package struct FolderWalk: Sequence, IteratorProtocol {
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

  package mutating func next() -> BatchInput.Item? {
    while let entry = pending.popLast() {
      let isFolder = entry.path.isEmpty || entry.path.hasSuffix("/")
      if let problem = entry.problem ?? (isFolder ? open(entry.path) : nil) {
        return .unreadable(name: entry.path, reason: problem)
      }
      if !isFolder { return .file(path: location(of: entry.path), name: entry.path) }
    }
    return nil
  }

  private func location(of path: String) -> String { root == "/" ? "/\(path)" : "\(root)/\(path)" }

  /// Adds the entries of a folder. Returns why it cannot be listed, or `nil`.
  private mutating func open(_ folder: String) -> String? {
    guard let stream = opendir(location(of: folder)) else { return systemReason() }
    var entries: [Entry] = []
    let failure = readEntries(of: stream) { bytes, type in
      let name = String(cString: bytes)
      let path = folder + name
      guard strcmp(name, bytes) == 0 else {
        if name.hasSuffix(suffix) || type == Int32(DT_DIR) {
          entries.append(Entry(path: path, problem: "its name is not UTF-8"))
        }
        return
      }
      switch type {
      case Int32(DT_DIR): entries.append(Entry(path: path + "/"))
      case Int32(DT_REG) where !name.hasSuffix(suffix): break
      case Int32(DT_REG): entries.append(Entry(path: path))
      default: if let entry = looked(at: path) { entries.append(entry) }
      }
    }
    pending += entries.sorted { $1.path.utf8.lexicographicallyPrecedes($0.path.utf8) }
    return failure == 0 ? nil : systemReason(failure)
  }

  /// Returns the entry at a path whose type the folder does not report; `nil` if it is left out.
  private func looked(at path: String) -> Entry? {
    var status = stat()
    let place = location(of: path)
    guard lstat(place, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR { return Entry(path: path + "/") }
    guard path.hasSuffix(suffix) else { return nil }
    guard stat(place, &status) == 0 else {
      return Entry(path: path, problem: systemReason())
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Entry(path: path)
    case S_IFDIR: return nil
    // Reading it may block forever.
    default: return Entry(path: path, problem: "it is no regular file")
    }
  }
}
