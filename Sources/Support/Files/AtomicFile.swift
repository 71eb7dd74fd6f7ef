internal import CFiles
package import Glibc

/// Replaces files atomically, by renaming a temporary file in the same folder. SIGKILL or a loss of
/// power leaves the temporary file; the next writer of the same file removes it.
package enum AtomicFile {
  package struct Failure: Error, Sendable, Hashable {
    /// The error number of the system (`errno`).
    package let number: Int32
    /// Whether the old contents of the file may be partly overwritten.
    package let isTorn: Bool
    /// Whether only creating or renaming the temporary file failed, so overwriting may succeed.
    package let isOfTemporary: Bool

    package init(_ number: Int32 = errno, isOfTemporary: Bool = false, isTorn: Bool = false) {
      self.number = number
      self.isOfTemporary = isOfTemporary
      self.isTorn = isTorn
    }

    package var reason: String { systemReason(number) }
  }

  package enum Outcome: Sendable, Hashable {
    case written
    /// The file was overwritten in place, because replacing it failed with this error.
    case writtenInPlace(reason: String)
  }

  private static let suffix = ".sectionengine-part"

  /// Returns whether a file name is that of a temporary file: ".home.svg.sectionengine-part".
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(suffix)
  }

  /// Writes a file for the user. Keeps symbolic links, permissions, and the owner if the system
  /// allows it. Writes directly to a device, a pipe, or an open file of this process such as
  /// /dev/stdout. An open file is written at its current position and not truncated.
  package static func replace(
    _ bytes: some ByteParts, at path: String
  ) throws(Failure) -> Outcome {
    let target: String
    switch destination(of: path) {
    case .file(let path): target = path
    case .descriptor(let descriptor):
      try write(bytes, to: descriptor)
      return .written
    case nil:
      // For a path that ends with a slash, `open` would always report that it is a folder.
      if path.hasSuffix("/"), access(path, F_OK) != 0 { throw Failure() }
      try overwrite(bytes, at: path, flags: O_CREAT | O_TRUNC)
      return .written
    }
    var old = stat()
    let exists = stat(target, &old) == 0
    // Checks the write permission, because a rename would replace even a write-protected file.
    if exists, faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) != 0 { throw Failure() }
    do throws(Failure) {
      try place(bytes, at: target, mode: 0o666, keeping: exists ? old : nil, isSynced: true)
      return .written
    } catch  where exists && error.isOfTemporary {
      try overwrite(bytes, at: target, size: old.st_size)
      return .writtenInPlace(reason: error.reason)
    }
  }

  /// Writes a temporary file and renames it to `path`, replacing a file or symbolic link there.
  /// - Parameter isSynced: Whether to call `fsync`, so that the contents survive a loss of power.
  package static func place(
    _ bytes: some ByteParts, at path: String, mode: UInt32, keeping old: stat? = nil, isSynced: Bool
  ) throws(Failure) {
    let temporary = try TemporaryFile(for: path, suffix: suffix, mode: old == nil ? mode : 0o600)
    try write(bytes, to: temporary.descriptor, isTorn: false)
    if let old { temporary.takeOver(old) }
    // EINVAL means that the file system does not support fsync.
    if isSynced, fsync(temporary.descriptor) != 0, errno != EINVAL { throw Failure() }
    try temporary.rename(to: path)
  }

  /// Overwrites a file in place. Reserves the space first: a full disk must not destroy the file.
  private static func overwrite(
    _ bytes: some ByteParts, at path: String, flags: Int32 = 0, size: Int = 0
  ) throws(Failure) {
    let file = open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
    guard file >= 0 else { throw Failure() }
    defer { close(file) }
    if flags == 0, bytes.count > size {
      let failure = posix_fallocate(file, 0, bytes.count)
      if [ENOSPC, EDQUOT, EFBIG].contains(failure) {
        ftruncate(file, size)
        throw Failure(failure)
      }
    }
    try write(bytes, to: file)
    if flags == 0, ftruncate(file, bytes.count) != 0 || fsync(file) != 0 {
      throw Failure(isTorn: true)
    }
  }

  private static func write(
    _ bytes: some ByteParts, to descriptor: Int32, isTorn: Bool = true
  ) throws(Failure) {
    try bytes.forEachPart { (part) throws(Failure) in
      let failure = se_write_all(descriptor, part.baseAddress, part.count)
      guard failure == 0 else { throw Failure(-failure, isTorn: isTorn) }
    }
  }

  /// Returns the descriptor to which a path such as /dev/stdout or /dev/fd/3 leads, or `nil`.
  package static func descriptor(at path: String) -> Int32? {
    guard case .descriptor(let number)? = destination(of: path) else { return nil }
    return number
  }

  private enum Destination {
    case file(String)
    /// A descriptor of this process, which is possibly closed.
    case descriptor(Int32)
  }

  /// Follows links, and returns the regular or new file, or descriptor; `nil` for other files.
  private static func destination(of path: String) -> Destination? {
    var path = path
    let ownFiles = realPath("/proc/self/fd")
    // Linux also follows at most 40 links.
    for _ in 0..<40 {
      let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      let name = path[cut...]
      guard !["", ".", ".."].contains(name),
        let folder = realPath(cut == path.startIndex ? "." : String(path[..<cut]))
      else { return nil }
      if folder == ownFiles, let number = Int32(name), number >= 0, String(number) == name {
        return .descriptor(number)
      }
      path = (folder == "/" ? "" : folder) + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { return .file(path) }
      if status.st_mode & S_IFMT == S_IFREG { return .file(path) }
      // Other links in /proc refer to open files of other processes, which must not be replaced.
      guard folder != "/proc", !folder.hasPrefix("/proc/"),
        let next = target(ofLink: path)
      else { return nil }
      path = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    return nil
  }
}

/// A new, locked file in the folder of the file that it will replace. Unless it was renamed, it is
/// removed when the object is freed, and when a signal ends the program.
final class TemporaryFile {
  let descriptor: Int32
  private let path: String
  private let claim: Int32
  private var isRenamed = false

  /// Creates the file `.NAME` + suffix. Removes an unlocked file with this name, which a killed
  /// process left. If another process has locked the file, the name gets a random part.
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
        // Accepts a file system without locks. Another process may have removed the unlocked file.
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
    // After the rename, the path may belong to another writer and must not be removed.
    if !isRenamed { unlink(path) }
    se_temporary_release(claim)
    close(descriptor)
  }

  /// Copies the permissions of the old file, and its owner if the system allows it.
  func takeOver(_ old: stat) {
    var new = stat()
    fstat(descriptor, &new)
    let isOwnerKept =
      (new.st_uid == old.st_uid && new.st_gid == old.st_gid)
      || fchown(descriptor, old.st_uid, old.st_gid) == 0
    if !isOwnerKept { _ = fchown(descriptor, .max, old.st_gid) }
    fchmod(descriptor, old.st_mode & (isOwnerKept ? 0o7777 : 0o777))
  }

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

  private static func isFile(_ file: Int32, at path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(file, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
