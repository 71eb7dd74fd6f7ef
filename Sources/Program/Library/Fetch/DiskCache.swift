internal import SectionEngine
package import Support
internal import Glibc

/// A cache of replies, one file each, in a folder.
///
/// - A file is written next to its final place and moved there, so that a reader in any process
///   sees either the old reply or the new one, never a part. A damaged file is removed and treated
///   as absent.
/// - The name of a file is a salted digest; it contains neither URL nor headers.
/// - The modification time of a file is the time when the server last confirmed the reply. If all
///   files together exceed the limit, the files with the oldest times are removed first.
/// - Only the user can access the folder and its files.
/// - Replies of earlier runs can be read even if the folder is no longer writable.
package final class DiskCache: Sendable {
  private let folder: String
  private let bytes: Int
  private let now: @Sendable () -> Int
  private let salt: [UInt8]

  /// Opens a folder for at most `bytes` bytes of replies, and creates it if it is missing.
  /// - Parameter now: Returns the current time in seconds since 1970.
  package init(
    folder: String, bytes: Int = 256 << 20, now: @escaping @Sendable () -> Int = DiskCache.clock
  ) throws(ReadFailure) {
    self.folder = folder
    self.bytes = bytes
    self.now = now
    try Self.makeFolder(folder)
    salt = try Self.salt(in: folder)
  }

  /// Returns the system's time in whole seconds since 1970.
  package static let clock: @Sendable () -> Int = { time(nil) }

  /// Returns the file name of the reply to a request: 64 hexadecimal digits.
  ///
  /// Requests with different secrets have different replies, so secret headers are part of the
  /// digest. A reader of the folder must not learn them: the digest is one-way, and the salt, which
  /// never leaves the folder, prevents others from testing likely tokens against file names.
  func key(of request: HTTPRequest) -> String {
    // Headers set by the layout can change the reply too: a language, a version.
    let headers = request.headers.map { ($0.name.lowercased(), $0.value) }.sorted { $0 < $1 }
    let texts =
      [request.method.rawValue, request.url.text, request.form] + headers.flatMap { [$0.0, $0.1] }
    // The length before each part makes the input unambiguous for different lists of parts.
    let input = ([salt] + texts.map { Array($0.utf8) }).flatMap { "\($0.count):".utf8 + $0 }
    return FileDigest(of: input).text
  }

  func reply(_ key: String) -> CachedReply? {
    let path = path(of: key)
    guard let file = Self.read(path, head: CachedReply.headBytes) else { return nil }
    let reply = CachedReply(
      head: file.head, body: file.body, age: max(0, now() - file.changed))
    if reply == nil { unlink(path) }
    return reply
  }

  /// Stores a reply unless it is larger than the whole cache. Ignores failures.
  func store(_ body: PaddedBytes, etag: String?, lastModified: String?, key: String) {
    guard CachedReply.headBytes + body.count <= bytes,
      let head = CachedReply.head(etag: etag, lastModified: lastModified, body: body.text)
    else { return }
    let path = path(of: key)
    let isStored =
      (try? AtomicFile.place(head + body.text, at: path, mode: 0o600, isSynced: false)) != nil
    if isStored { confirm(key) }
    evict()
  }

  func confirm(_ key: String) {
    let time = timespec(tv_sec: now(), tv_nsec: 0)
    utimensat(AT_FDCWD, path(of: key), [time, time], AT_SYMLINK_NOFOLLOW)
  }

  private func path(of key: String) -> String { "\(folder)/\(key)\(Self.suffix)" }

  private static let suffix = ".reply"

  private func evict() {
    let time = now()
    var replies: [(changed: Int, path: String, bytes: Int)] = []
    for name in entries(of: folder) ?? [] {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let changed = status.st_mtim.tv_sec
      if name.hasSuffix(Self.suffix) {
        replies.append((changed, path, Int(status.st_size)))
      } else if AtomicFile.isTemporary(name), time - changed > 3_600 {
        // A process ended before it moved its temporary file.
        unlink(path)
      }
    }
    var total = replies.reduce(0) { $0 + $1.bytes }
    for reply in replies.sorted(by: <) {
      if total <= bytes { return }
      unlink(reply.path)
      total -= reply.bytes
    }
  }

  private static let saltBytes = 32

  /// Returns the salt, creating it if it is absent. A lock makes processes agree on one salt.
  private static func salt(in folder: String) throws(ReadFailure) -> [UInt8] {
    let path = "\(folder)/salt"
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw ReadFailure() }
    defer { close(lock) }
    // Without locks in the file system, several processes may write a salt; the last one stays.
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    if let file = read(path, head: saltBytes), file.head.count == saltBytes, file.body.count == 0 {
      return file.head
    }
    // The salt is absent or damaged, so stored replies cannot be found; a new salt is written.
    let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
    do throws(AtomicFile.Failure) {
      try AtomicFile.place(salt, at: path, mode: 0o600, isSynced: false)
    } catch {
      throw ReadFailure(error.reason)
    }
    return salt
  }

  // MARK: System calls

  /// Creates a folder and its missing parents, for the user only. Accepts an existing folder, even
  /// a read-only one, that belongs to the user.
  private static func makeFolder(_ path: String) throws(ReadFailure) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST { throw ReadFailure() }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw ReadFailure() }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw ReadFailure("it is not a folder") }
    guard status.st_uid == geteuid() else { throw ReadFailure("it belongs to another user") }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0, errno != EROFS { throw ReadFailure() }
    guard access(path, R_OK | X_OK) == 0 else { throw ReadFailure() }
  }

  /// Returns a file's first bytes, its other bytes, and its modification time in Unix seconds.
  private static func read(
    _ path: String, head headBytes: Int
  ) -> (head: [UInt8], body: PaddedBytes, changed: Int)? {
    // Without O_NONBLOCK, opening a named pipe at this path would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    let head = [UInt8](unsafeUninitializedCapacity: min(size, headBytes)) { buffer, count in
      count = fill(buffer, from: descriptor, at: 0)
    }
    let body = PaddedBytes(unsafeUninitializedCapacity: max(0, size - headBytes)) { buffer, count in
      count = fill(buffer, from: descriptor, at: headBytes)
    }
    return (head, body, status.st_mtim.tv_sec)
  }
}
