package import Support
internal import FeedDocument
internal import Feeds
internal import Glibc
internal import PluginHost

/// A cache of replies, one file each, in a folder.
///
/// - A file is written next to its final place and moved there, so that a reader in any process
///   sees either the old reply or the new one, never a part. A damaged file is removed and counts
///   as absent.
/// - The name of a file is a digest with a salt (`CacheKey`); it contains neither URL nor headers.
/// - The modification time of a file is when the server last confirmed the reply. If all files
///   together get too large, those confirmed longest ago are removed first.
/// - Folder and files are accessible to their user only.
/// - Replies of earlier runs are read even if the folder is no longer writable.
package final class DiskCache: Sendable {
  package struct Unusable: Error, Sendable, Hashable {
    package var reason: String

    package var diagnostic: Diagnostic { FetchDiagnostics.unusableCache(reason) }
  }

  private let folder: String
  private let bytes: Int
  private let now: @Sendable () -> Int
  private let salt: [UInt8]

  /// Opens a folder, and creates it if it is missing.
  /// - Parameters:
  ///   - bytes: The size limit of all replies together.
  ///   - now: Returns seconds since 1970.
  package init(
    folder: String, bytes: Int = 256 << 20, now: @escaping @Sendable () -> Int = DiskCache.clock
  ) throws(Unusable) {
    self.folder = folder
    self.bytes = bytes
    self.now = now
    do throws(Files.Failure) {
      try Files.makeFolder(folder)
      salt = try Self.salt(in: folder)
    } catch {
      throw Unusable(reason: error.reason)
    }
  }

  /// The system's clock.
  package static let clock: @Sendable () -> Int = { Files.now() }

  // MARK: Replies

  func key(of request: HTTPRequest) -> CacheKey { CacheKey(request, salt: salt) }

  func reply(_ key: CacheKey) -> CachedReply? {
    let path = path(of: key)
    guard let file = Files.read(path, head: CachedReply.headBytes) else { return nil }
    let reply = CachedReply(
      head: file.head, body: file.body, age: max(0, now() - file.changed))
    if reply == nil { unlink(path) }
    return reply
  }

  /// Stores a reply, unless it is larger than the whole cache. A failure to store is ignored,
  /// because the reply was received.
  func store(_ body: PaddedBytes, etag: String?, lastModified: String?, key: CacheKey) {
    guard CachedReply.headBytes + body.count <= bytes,
      let head = CachedReply.head(etag: etag, lastModified: lastModified, body: body.text)
    else { return }
    head.withUnsafeBytes { head in
      place([head, UnsafeRawBufferPointer(body.text)], at: path(of: key))
    }
    evict()
  }

  /// Records that the server confirmed a reply.
  func confirm(_ key: CacheKey) { Files.setChanged(path(of: key), to: now()) }

  private func path(of key: CacheKey) -> String { "\(folder)/\(key.text)\(Self.suffix)" }

  private static let suffix = ".reply"
  private static let temporaryPrefix = ".new-"

  private func place(_ parts: [UnsafeRawBufferPointer], at path: String) {
    guard (try? AtomicFile.place(parts, at: path, mode: 0o600, isSynced: false)) != nil else {
      return
    }
    Files.setChanged(path, to: now())
  }

  // MARK: Room

  private func evict() {
    let time = now()
    var replies: [Files.Entry] = []
    for entry in Files.list(folder) {
      if entry.name.hasSuffix(Self.suffix) { replies.append(entry) }
      // A temporary file that is an hour old was left by a process that died.
      let isTemporary =
        entry.name.hasPrefix(Self.temporaryPrefix) || AtomicFile.isTemporary(entry.name)
      if isTemporary, time - entry.changed > 3_600 {
        unlink("\(folder)/\(entry.name)")
      }
    }
    var total = replies.reduce(0) { $0 + $1.bytes }
    guard total > bytes else { return }
    for entry in replies.sorted(by: { ($0.changed, $0.name) < ($1.changed, $1.name) }) {
      unlink("\(folder)/\(entry.name)")
      total -= entry.bytes
      if total <= bytes { return }
    }
  }

  // MARK: The salt

  private static let saltBytes = 32

  /// Returns the folder's salt. Of several processes that create it at once, the first to link its
  /// file wins.
  private static func salt(in folder: String) throws(Files.Failure) -> [UInt8] {
    let path = "\(folder)/salt"
    if let salt = read(path) { return salt }
    // Absent or damaged: no stored reply can be found any more, so the file is replaced.
    if access(path, F_OK) == 0 { unlink(path) }
    let salt = try Files.random(saltBytes)
    let temporary = "\(folder)/\(temporaryPrefix)salt-\(salt.prefix(8).map { $0 }.hexadecimal)"
    do throws(AtomicFile.Failure) {
      try salt.withUnsafeBufferPointer { (salt) throws(AtomicFile.Failure) in
        try AtomicFile.place(
          [UnsafeRawBufferPointer(salt)], at: temporary, mode: 0o600, isSynced: false)
      }
    } catch {
      throw Files.Failure(reason: error.reason)
    }
    defer { unlink(temporary) }
    if link(temporary, path) != 0, errno != EEXIST { throw .last }
    guard let winner = read(path) else { throw Files.Failure(reason: "its salt cannot be read") }
    return winner
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = Files.read(path, head: saltBytes), file.head.count == saltBytes,
      file.body.count == 0
    else { return nil }
    return file.head
  }
}
