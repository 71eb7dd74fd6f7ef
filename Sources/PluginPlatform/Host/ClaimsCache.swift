internal import CSectionABI
internal import Glibc
package import PluginCalls

/// A file with the claims that earlier runs read from plugins: block codes, showTypes and output
/// formats. It tells which plugin draws a block without running any plugin's code.
///
/// - An entry is valid only while the stamps of all files that it depends on are unchanged.
/// - Trust and quarantine do not rely on the cache: before a file from outside the installation is
///   loaded, it is read and digested again. Its claims at that time replace the cached ones.
/// - If two processes write at once, the last one wins. Later runs add the lost entries again.
struct ClaimsCache: Sendable {
  let folder: String
  private(set) var entries: [String: ClaimsEntry] = [:]
  /// The paths that this run looked up, added or removed.
  private var used: Set<String> = []
  private var isChanged = false

  /// The maximum number of entries, each about 200 bytes. Entries used by this run always stay.
  static let limit = 1_000
  static let fileBytes = 4 << 20

  private static let name = "claims"
  var path: String { "\(folder)/\(Self.name)" }

  init(folder: String) {
    self.folder = folder
    entries = Self.read(path)
  }

  // MARK: Entries

  /// Returns a file's entry if it is valid; otherwise removes it. O(witnesses) system calls.
  mutating func entry(of file: Plugin.File) -> ClaimsEntry? {
    let key = use(file)
    guard let entry = entries[key] else { return nil }
    guard entry.stamp == file.stamp, entry.witnesses.allSatisfy(\.holds) else {
      entries[key] = nil
      isChanged = true
      return nil
    }
    return entry
  }

  /// Adds an entry. Removes it instead if the plugin's file or a witness changed after its stamp
  /// was read, or so shortly before that the stamp is not reliable.
  mutating func remember(_ entry: ClaimsEntry, of file: Plugin.File) {
    let key = use(file)
    let stamps = [entry.stamp] + entry.witnesses.compactMap(\.stamp)
    guard FileStamp(file.path) == entry.stamp, entry.witnesses.allSatisfy(\.holds),
      stamps.allSatisfy(\.isSettled)
    else { return forget(file) }
    guard entries[key] != entry else { return }
    entries[key] = entry
    isChanged = true
  }

  mutating func forget(_ file: Plugin.File) {
    if entries.removeValue(forKey: use(file)) != nil { isChanged = true }
  }

  /// Returns the key of a file, its absolute path, and marks it as used by this run.
  private mutating func use(_ file: Plugin.File) -> String {
    let key = absolutePath(file.path)
    used.insert(key)
    return key
  }

  // MARK: The file

  /// Writes the file if entries changed, merged with entries that other processes have written.
  mutating func save() throws(DigestFolder.Failure) {
    guard isChanged else { return }
    isChanged = false
    var merged = Self.read(path).filter { path, entry in
      // Keeps entries that this run did not use and whose files are unchanged.
      !used.contains(path) && FileStamp(path) == entry.stamp
    }
    for path in merged.keys.sorted().dropFirst(max(0, Self.limit - used.count)) {
      merged[path] = nil
    }
    for path in used { merged[path] = entries[path] }
    entries = merged
    let bytes = Self.bytes(of: merged)
    guard bytes.count <= Self.fileBytes else { return }
    try DigestFolder(path: folder).place(bytes, named: Self.name)
  }

  /// Returns the entries of the file at a path; none if it is missing, damaged, or not private.
  private static func read(_ path: String) -> [String: ClaimsEntry] {
    guard let file = try? OpenFile(path, flags: O_NOFOLLOW), file.status.st_uid == geteuid(),
      file.status.st_mode & 0o022 == 0, file.size <= fileBytes, let bytes = try? file.contents()
    else { return [:] }
    return entries(in: bytes) ?? [:]
  }

  /// The size in bytes of the digest at the end of the file, which covers all bytes before it.
  private static let digestBytes = 32

  static func bytes(of entries: [String: ClaimsEntry]) -> [UInt8] {
    let sorted = entries.sorted { $0.key < $1.key }
    let text = FlatWriter.bytes(of: identity, sorted.map(\.key), sorted.map(\.value))
    return text + FileDigest.sha256(of: text)
  }

  static func entries(in bytes: [UInt8]) -> [String: ClaimsEntry]? {
    let text = Array(bytes.dropLast(digestBytes))
    var reader = FlatReader(text)
    guard bytes.suffix(digestBytes).elementsEqual(FileDigest.sha256(of: text)),
      (try? reader.read(String.self)) == identity,
      let paths = try? reader.read([String].self),
      let entries = try? reader.read([ClaimsEntry].self), entries.count == paths.count
    else { return nil }
    return Dictionary(zip(paths, entries)) { first, _ in first }
  }

  /// A text that identifies the format and the program. Cache files with another text are ignored.
  private static let identity: String = {
    let format = "sectionengine claims 1 \(HostContract.abi) \(PluginLoader.hostSwiftVersion)"
    guard let program = FileStamp("/proc/self/exe") else { return format }
    return "\(format) \(program.device) \(program.inode) \(program.size) \(program.changed)"
  }()
}

/// The cached facts about a plugin file, valid while its stamp and its witnesses are unchanged.
package struct ClaimsEntry: Sendable, Hashable {
  /// A path at which a library of the plugin was searched, with the stamp of the file at it.
  package struct Witness: Sendable, Hashable {
    var path: String
    /// The stamp of the file; `nil` if no file was at the path.
    var stamp: FileStamp?

    init(_ path: String) {
      self.path = path
      stamp = FileStamp(path)
    }

    var holds: Bool { FileStamp(path) == stamp }
  }

  var stamp: FileStamp
  var witnesses: [Witness] = []
  /// The digest of the file, for trust and quarantine; `nil` for files of the installation.
  var digest: FileDigest?
  /// The names of files in the plugin's folder that are its libraries and not plugins themselves.
  var companions: [String] = []
  /// The id, version and claims. If this and `refusal` are `nil`, the plugin was never loaded.
  var plugin: PluginDescriptor?
  /// A refusal that depends only on the file. The refusal for a missing library is not cached: the
  /// library may be installed later.
  var refusal: PluginRefusal?

  /// - Parameter stamp: The stamp of the file before it was read.
  init(stamp: FileStamp, of image: PluginImage? = nil) {
    self.stamp = stamp
    guard let image else { return }
    witnesses = image.witnesses
    digest = image.main.digest
    companions = image.names.sorted()
  }
}

extension ClaimsEntry: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(stamp, witnesses, digest, companions, plugin, refusal)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    (stamp, witnesses, digest, companions, plugin, refusal) = try reader.values()
  }
}

extension PluginDescriptor: FlatValue {
  package func write(to writer: inout FlatWriter) { writer.add(id, version, providers, renderers) }
  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    (id, version, providers, renderers) = try reader.values()
  }
}

extension ClaimsEntry.Witness: FlatValue {
  package func write(to writer: inout FlatWriter) { writer.add(path, stamp) }
  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    (path, stamp) = try reader.values()
  }
}

extension FileDigest: FlatValue {
  package func write(to writer: inout FlatWriter) { writer.add(text) }
  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    guard let digest = FileDigest(text: try reader.read()) else { throw .init() }
    self = digest
  }
}

/// The metadata of a file. A different stamp shows that the file was changed or replaced.
package struct FileStamp: FlatNumbers, Sendable, Hashable {
  var device: UInt64
  var inode: UInt64
  var size: Int64
  /// The times of the last change of the contents and of the metadata, in nanoseconds since 1970.
  var modified: Int64
  var changed: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// Reads the stamp of the file at a path; `nil` if no file is there or it is not accessible.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether the last change is more than 0.1 s ago, so that any later change alters the stamp.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let tick: Int64 = 100_000_000
    return Self.nanoseconds(now) &- max(modified, changed) > tick
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    // An extreme time may overflow, which is harmless: stamps are only compared for equality.
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
