internal import SectionEngine
internal import Glibc

/// A cache of replies, one file each, in a folder.
///
/// - A file is written next to its final place and moved there, so that a reader in any process
///   sees either the old reply or the new one, never a part. A damaged file is removed and counts
///   as absent.
/// - The name of a file is a digest with a salt; it contains neither URL nor headers.
/// - The modification time of a file is when the server last confirmed the reply. If all files
///   together get too large, those confirmed longest ago are removed first.
/// - Folder and files are accessible to their user only.
/// - Replies of earlier runs are read even if the folder is no longer writable.
package final class DiskCache: Sendable {
  package struct Unusable: Error {
    let reason: String

    static var last: Self { Self(reason: systemReason()) }
  }

  private let folder: String
  private let bytes: Int
  private let now: @Sendable () -> Int
  private let salt: [UInt8]

  /// Opens a folder of at most `bytes` bytes, and creates it if it is missing.
  /// - Parameter now: Returns seconds since 1970.
  package init(
    folder: String, bytes: Int = 256 << 20, now: @escaping @Sendable () -> Int = DiskCache.clock
  ) throws(Unusable) {
    self.folder = folder
    self.bytes = bytes
    self.now = now
    try Files.makeFolder(folder)
    salt = try Self.salt(in: folder)
  }

  package static let clock: @Sendable () -> Int = { time(nil) }

  /// Returns the file name of the reply to a request: 64 hexadecimal digits.
  ///
  /// Replies to requests with different secrets differ, so secret headers are part of the key, but a
  /// reader of the folder must not learn them. The digest is one-way, and the salt, which never
  /// leaves the folder, prevents others from testing likely tokens against file names.
  func key(of request: HTTPRequest) -> String {
    // Headers set by the layout can change the reply too: a language, a version.
    let headers = request.headers.map { ($0.name.lowercased(), $0.value) }.sorted { $0 < $1 }
    var input: [UInt8] = []
    // Each part has its length, so that different lists of fields give different input.
    for part in [salt, Array(request.method.rawValue.utf8), Array(request.url.text.utf8)]
      + [Array(request.form.utf8)] + headers.flatMap({ [Array($0.0.utf8), Array($0.1.utf8)] })
    {
      input += Array("\(part.count):".utf8) + part
    }
    return FileDigest(of: input).text
  }

  func reply(_ key: String) -> CachedReply? {
    let path = path(of: key)
    guard let file = Files.read(path, head: CachedReply.headBytes) else { return nil }
    let reply = CachedReply(
      head: file.head, body: file.body, age: max(0, now() - file.changed))
    if reply == nil { unlink(path) }
    return reply
  }

  /// Stores a reply, unless it is larger than the whole cache; a failure to store is ignored.
  func store(_ body: PaddedBytes, etag: String?, lastModified: String?, key: String) {
    guard CachedReply.headBytes + body.count <= bytes,
      let head = CachedReply.head(etag: etag, lastModified: lastModified, body: body.text)
    else { return }
    let path = path(of: key)
    if (try? AtomicFile.place(head + body.text, at: path, mode: 0o600, isSynced: false)) != nil {
      Files.setChanged(path, to: now())
    }
    evict()
  }

  func confirm(_ key: String) { Files.setChanged(path(of: key), to: now()) }

  private func path(of key: String) -> String { "\(folder)/\(key)\(Self.suffix)" }

  private static let suffix = ".reply"
  private static let temporaryPrefix = ".new-"

  private func evict() {
    let time = now()
    let files = Files.list(folder)
    // A temporary file that is an hour old was left by a process that died.
    for entry in files
    where entry.name.hasPrefix(Self.temporaryPrefix) || AtomicFile.isTemporary(entry.name) {
      if time - entry.changed > 3_600 { unlink("\(folder)/\(entry.name)") }
    }
    let replies = files.filter { $0.name.hasSuffix(Self.suffix) }
    var total = replies.reduce(0) { $0 + $1.bytes }
    guard total > bytes else { return }
    for entry in replies.sorted(by: { ($0.changed, $0.name) < ($1.changed, $1.name) }) {
      unlink("\(folder)/\(entry.name)")
      total -= entry.bytes
      if total <= bytes { return }
    }
  }

  private static let saltBytes = 32

  /// Returns the salt. Of processes that create it at once, the first to link its file wins.
  private static func salt(in folder: String) throws(Unusable) -> [UInt8] {
    let path = "\(folder)/salt"
    if let salt = read(path) { return salt }
    // Absent or damaged: no stored reply can be found any more, so the file is replaced.
    if access(path, F_OK) == 0 { unlink(path) }
    let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
    let temporary = "\(folder)/\(temporaryPrefix)salt-\(Array(salt.prefix(8)).hexadecimal)"
    do throws(AtomicFile.Failure) {
      try AtomicFile.place(salt, at: temporary, mode: 0o600, isSynced: false)
    } catch {
      throw Unusable(reason: error.reason)
    }
    defer { unlink(temporary) }
    if link(temporary, path) != 0, errno != EEXIST { throw .last }
    guard let winner = read(path) else { throw Unusable(reason: "its salt cannot be read") }
    return winner
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = Files.read(path, head: saltBytes), file.head.count == saltBytes,
      file.body.count == 0
    else { return nil }
    return file.head
  }
}
