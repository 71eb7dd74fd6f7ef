internal import CFiles
internal import CIsolation
internal import Glibc
internal import PluginCalls

/// Copies of libraries in files. A copy has the library's name, so that debuggers find its symbols.
///
/// A copy has the path `DIGEST/NAME`, is never written again, and is compared byte by byte before
/// each use. If other users can write to the folder or to a folder above it, no copy is made, and
/// the caller uses a memory file.
struct NamedCopies: Sendable {
  let folder: String

  /// The number of most recently used copies that stay even if they were not used for a month.
  private static let kept = 32
  private static let keptSeconds = 30 * 24 * 60 * 60

  /// Returns the path of a copy, making it if necessary; `nil` if that is not possible. O(bytes).
  func path(ofCopy bytes: [UInt8], _ digest: FileDigest, named name: String) -> String? {
    let name = name.lastPart
    let home = "\(folder)/\(digest.text)"
    guard !["", "/", ".", ".."].contains(name), folder.hasPrefix("/") else { return nil }
    DigestFolder(path: home).makeFolders()
    guard Self.isPrivate(home), Self.isPrivate(folder), PrivateFolder.isSafeAbove(folder)
    else { return nil }
    let path = "\(home)/\(name)"
    if !Self.holds(path, bytes) {
      // Another process may write the same copy now, which is harmless: the contents are equal.
      guard (try? AtomicFile.place(bytes, at: path, mode: 0o400, isSynced: false)) != nil else {
        return nil
      }
      removeOld()
    }
    _ = utimensat(AT_FDCWD, home, nil, 0)
    return Self.holds(path, bytes) ? path : nil
  }

  /// Returns whether a file is the user's, read-only, not on a noexec mount, and has these bytes.
  private static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let file = try? OpenFile(path, flags: O_NOFOLLOW) else { return false }
    let status = file.status
    var system = statvfs()
    let noExecution: UInt = 8
    guard status.st_mode == S_IFREG | 0o400, status.st_nlink == 1, status.st_uid == geteuid(),
      file.size == bytes.count, fstatvfs(file.descriptor, &system) == 0,
      system.f_flag & noExecution == 0
    else { return false }
    return (try? file.contents()) == bytes
  }

  private static func isPrivate(_ folder: String) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  /// Removes copies that were not used for a month, except the `kept` most recently used ones. A
  /// process that loaded a copy is not affected.
  private func removeOld() {
    let copies = DigestFolder(path: folder).digests().map { digest in
      let home = "\(folder)/\(digest.text)"
      var status = stat()
      return (home: home, used: stat(home, &status) == 0 ? status.st_mtim.tv_sec : 0)
    }.sorted { $0.used > $1.used }
    for copy in copies.dropFirst(Self.kept) where copy.used < time(nil) - Self.keptSeconds {
      for name in entries(of: copy.home) ?? [] { unlink("\(copy.home)/\(name)") }
      rmdir(copy.home)
    }
  }
}

/// A copy of bytes in a sealed memory file that cannot be changed: a library, whose code must not
/// change while it runs, or data that all workers read.
final class PrivateCopy: Sendable {
  let descriptor: Int32
  let size: Int
  /// The name of the memory file in /proc/PID/maps: the last part of the given name, shortened.
  let label: String

  init(of bytes: [UInt8], named name: String, isLibrary: Bool = true) throws(PluginRefusal) {
    label = shown(name.lastPart)
    size = bytes.count
    let descriptor = se_memory_file(label, isLibrary)
    guard descriptor >= 0 else { throw .noPrivateCopy(reason: systemReason(-descriptor)) }
    self.descriptor = descriptor
    let written = bytes.withUnsafeBytes { se_write_all(descriptor, $0.baseAddress, $0.count) }
    guard written == 0 else { throw .noPrivateCopy(reason: systemReason(-written)) }
    // For a library, a failure is ignored, because valgrind does not support seals.
    guard se_seal(descriptor, true) == 0 || isLibrary else {
      throw .noPrivateCopy(reason: systemReason())
    }
  }

  deinit { close(descriptor) }

  /// Returns a path of the copy for the loader, and keeps the copy until the process ends.
  func pathForEver() -> String {
    _ = Unmanaged.passRetained(self)
    return "/proc/self/fd/\(descriptor)"
  }
}
