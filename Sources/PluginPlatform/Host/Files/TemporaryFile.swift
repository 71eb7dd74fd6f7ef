internal import CIsolation
internal import Glibc

/// A new file in the folder of the file that it replaces, locked while it is written. It is removed
/// with the object unless it was renamed, and by signals that end the program.
final class TemporaryFile {
  let descriptor: Int32
  private let path: String
  private let claim: Int32
  private var isRenamed = false

  /// Creates the file `.NAME` + suffix. An unlocked file of that name was left by a killed process
  /// and is removed; if another process is writing the same file, a random part is added to the
  /// name.
  init(for target: String, suffix: String, mode: mode_t) throws(AtomicFile.Failure) {
    let cut = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
    // A file name has at most 255 bytes.
    let stem =
      target[..<cut] + "." + String(decoding: target[cut...].utf8.prefix(200), as: UTF8.self)
    var number = EEXIST
    for attempt in 0..<20 {
      let random = attempt < 2 ? "" : ".\(String(UInt32.random(in: 0 ... .max), radix: 36))"
      let path = stem + random + suffix
      let claim = se_temporary_claim(path)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if file >= 0 {
        // Without lock support in the file system, the file at the path still has to be this one.
        if Self.lock(file) || errno != EWOULDBLOCK, Self.isFile(file, at: path) {
          (descriptor, self.path, self.claim) = (file, path, claim)
          return
        }
        close(file)
      } else {
        number = errno
      }
      se_temporary_release(claim)
      guard file >= 0 || number == EEXIST else { break }
      if attempt == 0 { Self.removeLeftOver(path) }
    }
    let isFull = [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EIO].contains(number)
    throw AtomicFile.Failure(number, isOfTemporary: !isFull)
  }

  deinit {
    // After the rename, another writer may use the name.
    if !isRenamed { unlink(path) }
    se_temporary_release(claim)
    close(descriptor)
  }

  /// Copies another file's permissions, and its owner if that is allowed.
  func takeOver(_ old: stat) {
    var new = stat()
    fstat(descriptor, &new)
    let isOwnerKept =
      (new.st_uid == old.st_uid && new.st_gid == old.st_gid)
      || fchown(descriptor, old.st_uid, old.st_gid) == 0
    if !isOwnerKept { _ = fchown(descriptor, .max, old.st_gid) }
    fchmod(descriptor, old.st_mode & (isOwnerKept ? 0o7777 : 0o777))
  }

  /// Moves the file to its destination.
  func rename(to target: String) throws(AtomicFile.Failure) {
    isRenamed = Glibc.rename(path, target) == 0
    guard !isRenamed else { return }
    let isBarred = [EXDEV, EBUSY, EPERM, EACCES, EROFS].contains(errno)
    throw AtomicFile.Failure(errno, isOfTemporary: isBarred)
  }

  private static func removeLeftOver(_ path: String) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    if lock(file), isFile(file, at: path) { unlink(path) }
  }

  private static func lock(_ file: Int32) -> Bool { flock(file, LOCK_EX | LOCK_NB) == 0 }

  /// Returns whether a path still names an open file.
  private static func isFile(_ file: Int32, at path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(file, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
