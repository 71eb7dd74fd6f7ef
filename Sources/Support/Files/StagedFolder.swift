internal import CFiles
internal import Glibc

/// A folder that is written beside its place and moved there in one step, so that a failure, an
/// interruption or a full disk leaves the old folder as it was. A signal or a loss of power leaves
/// the staged folder; the next writer of the same folder removes it.
package final class StagedFolder {
  private let target: String
  private let path: String
  private let lock: Int32
  /// Returns the files of an earlier folder that the new one replaces; `nil` if it is unfinished,
  /// and has no others.
  private let replaced: (_ folder: String) -> Set<String>?
  /// Whether the path is that of the old folder, or absent.
  private var isMoved = false

  /// - Parameter replaced: Returns the files in a folder, as "name" and "folder/name", that the new
  ///   folder replaces. Other files are kept.
  package init(
    for folder: String,
    replacing replaced: @escaping (_ folder: String) -> Set<String>? = { _ in nil }
  ) throws(AtomicFile.Failure) {
    target = realPath(folder) ?? absolutePath(folder)
    guard let name = target.split(separator: "/").last else {
      throw AtomicFile.Failure(EBUSY, isOfTemporary: true)
    }
    let parent = target.parentFolder
    path = "\(parent)/.\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).sectionengine-part"
    self.replaced = replaced
    if let old = Self.locked(path) {
      defer { close(old) }
      if let files = replaced(path) {
        guard Self.keep(in: path, besides: files, for: target) else {
          throw AtomicFile.Failure(ENOTEMPTY, isOfTemporary: true)
        }
      }
      Self.remove(path)
    }
    guard mkdir(path, 0o777) == 0 else {
      throw AtomicFile.Failure(isOfTemporary: [EACCES, EPERM, EROFS, EEXIST].contains(errno))
    }
    lock = Self.locked(path) ?? -1
  }

  deinit {
    if !isMoved { Self.remove(path) }
    if lock >= 0 { close(lock) }
  }

  /// Writes a file, and the folder that it is in.
  package func write(_ bytes: [UInt8], to file: String) throws(AtomicFile.Failure) {
    var folder = path
    for part in file.split(separator: "/").dropLast() {
      folder += "/\(part)"
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw AtomicFile.Failure() }
    }
    try AtomicFile.place(bytes, at: "\(path)/\(file)", mode: 0o666, isSynced: true)
  }

  /// Moves the folder to a place where nothing is yet.
  package func place() throws(AtomicFile.Failure) {
    let failure = se_rename(path, target, SE_RENAME_NEW)
    guard failure == 0 else { throw AtomicFile.Failure(-failure) }
    isMoved = true
  }

  /// Moves the folder to its place. Files of the old folder that it does not replace are kept.
  package func replace() throws(AtomicFile.Failure) {
    var old = stat()
    guard stat(target, &old) == 0 else { return try place() }
    chmod(path, old.st_mode & 0o7777)
    let failure = se_rename(path, target, SE_RENAME_EXCHANGE)
    guard failure == 0 else {
      let isBarred = [EXDEV, EBUSY, EPERM, EACCES, EROFS, EINVAL, ENOSYS].contains(-failure)
      throw AtomicFile.Failure(-failure, isOfTemporary: isBarred)
    }
    isMoved = true
    if Self.keep(in: path, besides: replaced(path) ?? [], for: target) { Self.remove(path) }
  }

  /// Moves all files of a folder except some to another folder. Returns false if one stays.
  private static func keep(
    in old: String, besides files: Set<String>, for new: String, below prefix: String = ""
  ) -> Bool {
    var keepsAll = true
    for name in entries(of: "\(old)/\(prefix)") ?? [] where !files.contains(prefix + name) {
      let file = prefix + name
      let isSplit =
        files.contains { $0.hasPrefix(file + "/") } || isPlainFolder("\(new)/\(file)")
      if isSplit, isPlainFolder("\(old)/\(file)") {
        keepsAll = keep(in: old, besides: files, for: new, below: file + "/") && keepsAll
        continue
      }
      if !prefix.isEmpty { mkdir("\(new)/\(prefix)", 0o777) }
      keepsAll = se_rename("\(old)/\(file)", "\(new)/\(file)", SE_RENAME_NEW) == 0 && keepsAll
    }
    return keepsAll
  }

  private static func remove(_ path: String) {
    guard unlink(path) != 0, isPlainFolder(path) else { return }
    for name in entries(of: path) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }

  private static func isPlainFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Opens and locks a folder. Returns `nil` if it is absent, or another process writes it.
  private static func locked(_ folder: String) -> Int32? {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    if flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return file }
    close(file)
    return nil
  }
}
