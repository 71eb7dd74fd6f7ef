internal import CSectionABI
internal import Glibc
package import PluginCalls

/// The claims of plugin files from earlier runs, in one small file, so that the plugin for a block
/// is known without running any code.
///
/// - An entry is valid only while the stamps of all files that it depends on are the same.
/// - It decides neither trust nor quarantine for code that runs: a file is read and digested when
///   it is loaded, and its claims must equal the listed ones.
/// - Of two concurrent writers the last one wins; the other's entries are found again later.
struct ClaimsCache: Sendable {
  let folder: String
  private(set) var entries: [String: ClaimsEntry] = [:]
  /// Paths that this run looked up or learned.
  private var used: Set<String> = []
  private var isChanged = false

  /// Maximum number of entries, of some 200 bytes; those that this run uses come first.
  static let limit = 1_000
  static let fileBytes = 4 << 20

  private static let name = "claims"
  var path: String { "\(folder)/\(Self.name)" }

  init(folder: String) {
    self.folder = folder
    entries = Self.read(path)
  }

  // MARK: Entries

  /// Returns the entry of a file if it is still valid. Complexity: O(witnesses) system calls.
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

  /// Adds an entry, unless the file changed meanwhile or too recently to be sure of its stamp.
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

  /// Returns the key of a file that this run uses: its path, made absolute.
  private mutating func use(_ file: Plugin.File) -> String {
    let key = absolutePath(file.path)
    used.insert(key)
    return key
  }

  // MARK: The file

  /// Writes the changes, merged with the entries that other processes added meanwhile.
  mutating func save() throws(DigestFolder.Failure) {
    guard isChanged else { return }
    isChanged = false
    var merged = Self.read(path).filter { path, entry in
      // Entries of deleted or changed files are dropped.
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

  /// Returns no entries of a missing, incomplete or foreign file.
  private static func read(_ path: String) -> [String: ClaimsEntry] {
    guard let file = try? OpenFile(path, flags: O_NOFOLLOW), file.status.st_uid == geteuid(),
      file.status.st_mode & 0o022 == 0, file.size <= fileBytes, let bytes = try? file.contents()
    else { return [:] }
    return entries(in: bytes) ?? [:]
  }

  /// Size of the digest at the end of the file, over all bytes before it.
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

  /// Identifies the format and the program, since another program may check files differently.
  private static let identity: String = {
    let format = "sectionengine claims 1 \(HostContract.abi) \(PluginLoader.hostSwiftVersion)"
    guard let program = FileStamp("/proc/self/exe") else { return format }
    return "\(format) \(program.device) \(program.inode) \(program.size) \(program.changed)"
  }()
}

/// The cached facts about a plugin file, valid as long as its stamp is the same.
package struct ClaimsEntry: Sendable, Hashable {
  /// A library that the plugin needs, or a path at which one was searched and not found.
  package struct Witness: Sendable, Hashable {
    var path: String
    /// `nil` if there was no file.
    var stamp: FileStamp?

    init(_ path: String) {
      self.path = path
      stamp = FileStamp(path)
    }

    var holds: Bool { FileStamp(path) == stamp }
  }

  var stamp: FileStamp
  var witnesses: [Witness] = []
  /// `nil` for files of the installation, to which no trust or quarantine record refers.
  var digest: FileDigest?
  /// Names of the libraries in its folder that belong to it and are not plugins.
  var companions: [String] = []
  /// The plugin or its refusal; both are `nil` if it was never asked for its claims.
  var plugin: PluginDescriptor?
  /// A reason in the file itself. What the system lacks may be present the next time.
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

/// Metadata that detects a changed or replaced file without reading it.
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

  /// Reads the stamp of the file at a path; `nil` if there is none, or it is not accessible.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether a change after the last one would change the stamp: clocks of files are coarse.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let tick: Int64 = 100_000_000
    return Self.nanoseconds(now) &- max(modified, changed) > tick
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    // An absurd time may overflow: it only has to be equal the next time.
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
