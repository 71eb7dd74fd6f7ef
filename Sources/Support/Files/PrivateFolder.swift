internal import Glibc

/// Checks that only this user and root can change the files of a folder.
package enum PrivateFolder {
  /// Returns a warning if another user can write to a folder or to a folder above it, also behind
  /// symbolic links; `nil` if the folder is safe or missing. O(depth) system calls.
  package static func warning(about folder: String) -> Diagnostic? {
    guard access(folder, F_OK) == 0, let fault = fault(of: folder) else { return nil }
    let place = shown(fault.folder, limit: 200)
    let action =
      fault.isShared
      ? "chmod go-w \(shellWord(fault.folder))"
      : "chown \(geteuid()) \(shellWord(fault.folder))"
    return Diagnostic(
      .folderOfOthers, .warning,
      "`\(shown(folder, limit: 200))` is ignored: another user can write to it",
      label: fault.isShared
        ? "`\(place)` is writable for its group or for all users"
        : "`\(place)` belongs to another user",
      helps: ["`\(action)`\(fault.isOwned ? "" : " as root"), then check what is in it"])
  }

  /// Returns whether no other user can rename or replace a folder above this one.
  package static func isSafeAbove(_ folder: String) -> Bool {
    fault(of: folder.parentFolder, isAbove: true) == nil
  }

  private typealias Fault = (folder: String, isShared: Bool, isOwned: Bool)

  /// Returns the first folder on a path that another user can change.
  /// - Parameter isAbove: Whether other users may add files, as in /tmp, but not replace any.
  private static func fault(of folder: String, isAbove: Bool = false) -> Fault? {
    for path in [folder, realPath(folder) ?? folder].uniqued {
      var part = path[...]
      var isAbove = isAbove
      while true {
        let place = part.isEmpty ? "/" : String(part)
        var status = stat()
        guard stat(place, &status) == 0 else { return (place, false, false) }
        let isOwned = status.st_uid == geteuid()
        // In a folder with the sticky bit, only the owner of an entry may replace it.
        let isShared = status.st_mode & 0o022 != 0 && !(isAbove && status.st_mode & 0o1000 != 0)
        if isShared || !isOwned && status.st_uid != 0 { return (place, isShared, isOwned) }
        guard let slash = part.lastIndex(of: "/") else { break }
        part = part[..<slash]
        isAbove = true
      }
    }
    return nil
  }
}
