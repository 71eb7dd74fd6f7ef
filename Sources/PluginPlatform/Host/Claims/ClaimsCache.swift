internal import CIsolation
internal import CSectionABI
internal import Glibc
internal import PluginCalls

/// The claims of plugin files from earlier runs, in one small file, so that the plugin for a block
/// is known without running any code.
///
/// - An entry is valid only while device, inode, size and times of the file, and of every file that
///   the outcome depends on, are the same.
/// - It decides neither trust nor quarantine for code that runs: a file is read and digested when
///   it is loaded, and its claims must equal the listed ones.
/// - The file may be missing, damaged, from another program version, or not writable: then plugins
///   are loaded as if there were no cache. It is replaced by a rename; of two concurrent writers
///   the last one wins, and the entries of the other are found again later.
struct ClaimsCache: Sendable {
  let folder: String
  private(set) var entries: [String: ClaimsEntry] = [:]
  /// Paths that this run looked up or learned.
  private var used: Set<String> = []
  private var isChanged = false

  /// Maximum number of entries; beyond it, those that this run does not use are dropped. Each takes
  /// some 200 bytes.
  static let limit = 1_000
  static let fileBytes = 4 << 20

  var path: String { folder + "/claims" }

  init(folder: String) {
    self.folder = folder
    entries = Self.read(path)
  }

  // MARK: Entries

  /// Returns the entry of a file if it is still valid. Complexity: O(witnesses) system calls.
  mutating func entry(of file: Plugin.File) -> ClaimsEntry? {
    let key = Self.key(of: file)
    used.insert(key)
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
    let key = Self.key(of: file)
    used.insert(key)
    let stamps = [entry.stamp] + entry.witnesses.compactMap(\.stamp)
    guard FileStamp(file.path) == entry.stamp, entry.witnesses.allSatisfy(\.holds),
      stamps.allSatisfy(\.isSettled)
    else { return forget(file) }
    guard entries[key] != entry else { return }
    entries[key] = entry
    isChanged = true
  }

  mutating func forget(_ file: Plugin.File) {
    let key = Self.key(of: file)
    used.insert(key)
    if entries.removeValue(forKey: key) != nil { isChanged = true }
  }

  /// Returns the absolute path, since a relative one depends on the current folder.
  private static func key(of file: Plugin.File) -> String {
    guard !file.path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return file.path }
    defer { free(folder) }
    return String(cString: folder) + "/" + file.path
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
    try Self.replace(path, in: folder, with: bytes)
  }

  private static func replace(
    _ path: String, in folder: String, with bytes: [UInt8]
  ) throws(DigestFolder.Failure) {
    DigestFolder(path: folder).makeFolders()
    do throws(AtomicFile.Failure) {
      try bytes.withUnsafeBufferPointer { (buffer) throws(AtomicFile.Failure) in
        try AtomicFile.place(
          [UnsafeRawBufferPointer(buffer)], at: path, mode: 0o600, isSynced: false)
      }
    } catch {
      throw .init(path: path, reason: error.reason)
    }
  }

  /// Returns no entries if the file is missing, incomplete, owned by another user or from another
  /// program.
  private static func read(_ path: String) -> [String: ClaimsEntry] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return [:] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_size <= fileBytes,
      let bytes = try? FileReading.bytes(of: descriptor, at: 0, count: Int(status.st_size))
    else { return [:] }
    return entries(in: bytes) ?? [:]
  }

  /// Size of the digest at the end of the file, over all bytes before it.
  private static let digestBytes = 32

  static func bytes(of entries: [String: ClaimsEntry]) -> [UInt8] {
    var writer = FlatWriter()
    writer.add(identity)
    writer.add(list: entries.sorted { $0.key < $1.key }) { writer, element in
      writer.add(element.key)
      element.value.write(to: &writer)
    }
    return writer.bytes + digest(of: writer.bytes[...])
  }

  static func entries(in bytes: [UInt8]) -> [String: ClaimsEntry]? {
    let text = bytes.dropLast(digestBytes)
    guard bytes.count >= digestBytes, bytes.suffix(digestBytes).elementsEqual(digest(of: text))
    else { return nil }
    var reader = FlatReader(Array(text))
    guard let found = try? reader.text(), found == identity else { return nil }
    let pairs = try? reader.list { reader throws(FlatReader.Malformed) in
      (try reader.text(), try ClaimsEntry(&reader))
    }
    return pairs.map { Dictionary($0) { first, _ in first } }
  }

  private static func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: digestBytes)
    bytes.withUnsafeBytes { se_sha256($0.baseAddress, $0.count, &digest) }
    return digest
  }

  /// Identifies the format and the program, since another program may check files differently.
  private static let identity: String = {
    let format = "sectionengine claims 1 \(HostContract.abi) \(PluginLoader.hostSwiftVersion)"
    guard let program = FileStamp("/proc/self/exe") else { return format }
    return "\(format) \(program.device) \(program.inode) \(program.size) \(program.changed)"
  }()
}
