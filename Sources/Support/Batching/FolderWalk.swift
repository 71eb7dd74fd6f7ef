internal import Glibc

/// The files below a folder whose names have a suffix, in bytewise order of their paths. The walk
/// keeps one folder per level in memory. It follows links to files, but not to folders, because
/// these may form a cycle.
package struct FolderWalk: Sequence, IteratorProtocol {
  private let root: String
  private let suffix: String
  private let skipsHidden: Bool
  /// The remaining paths with their items; the next path is the last element. A folder has no item;
  /// its path ends in "/", so it is sorted like the paths below it.
  private var pending: [(path: String, item: BatchInput.Item?)] = [("", nil)]

  package init(_ root: String, suffix: String, skipsHidden: Bool = false) {
    self.root = root
    self.suffix = suffix
    self.skipsHidden = skipsHidden
  }

  package mutating func next() -> BatchInput.Item? {
    while let (path, item) = pending.popLast() {
      if let item { return item }
      if let reason = open(path) { return .unreadable(name: path, reason: reason) }
    }
    return nil
  }

  private func location(of path: String) -> String {
    root.hasSuffix("/") ? root + path : "\(root)/\(path)"
  }

  /// Adds the entries of a folder. Returns the reason if it cannot be listed, otherwise `nil`.
  private mutating func open(_ folder: String) -> String? {
    guard let stream = opendir(location(of: folder)) else { return systemReason() }
    var entries: [(path: String, item: BatchInput.Item?)] = []
    let failure = readEntries(of: stream) { bytes, type in
      let name = String(cString: bytes)
      if skipsHidden, name.hasPrefix(".") { return }
      let path = folder + name
      let isFolder = type == Int32(DT_DIR)
      if strcmp(name, bytes) != 0 {
        guard name.hasSuffix(suffix) || isFolder else { return }
        entries.append((path, .unreadable(name: path, reason: "its name is not UTF-8")))
      } else if isFolder || type != Int32(DT_REG) && isFolderItself(path) {
        entries.append((path + "/", nil))
      } else if name.hasSuffix(suffix), let item = item(at: path) {
        entries.append((path, item))
      }
    }
    pending += entries.sorted { $1.path.utf8.lexicographicallyPrecedes($0.path.utf8) }
    return failure == 0 ? nil : systemReason(failure)
  }

  private func isFolderItself(_ path: String) -> Bool {
    fileType(location(of: path), followsLinks: false) == S_IFDIR
  }

  /// Returns the item of a path that has the suffix; `nil` for a folder or a link to a folder.
  private func item(at path: String) -> BatchInput.Item? {
    switch fileType(location(of: path)) {
    case S_IFREG: .file(path: location(of: path), name: path)
    case S_IFDIR: nil
    case nil: .unreadable(name: path, reason: systemReason())
    // Reading other types of files may block forever.
    default: .unreadable(name: path, reason: "it is not a regular file")
    }
  }
}
