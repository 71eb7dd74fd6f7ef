internal import CIsolation
internal import Glibc

/// Replaces files atomically.
///
/// The contents are written to a temporary file in the same folder, which is then renamed: a reader
/// finds the old file or the new one, even if the program is interrupted. SIGKILL and power loss leave
/// the temporary file; the next writer of the same file removes it.
package enum AtomicFile {
  package struct Failure: Error, Sendable, Hashable {
    /// `errno`.
    package let number: Int32
    /// Whether the old contents are partly overwritten.
    package let isTorn: Bool
    /// Whether only the temporary file failed, so that writing in place may succeed.
    let isOfTemporary: Bool

    init(_ number: Int32 = errno, isOfTemporary: Bool = false, isTorn: Bool = false) {
      self.number = number
      self.isOfTemporary = isOfTemporary
      self.isTorn = isTorn
    }

    /// The system's error message.
    package var reason: String { message(of: number) }
  }

  package enum Outcome: Sendable, Hashable {
    /// The file has the new contents.
    case written
    /// The file was overwritten, since it could not be replaced for this reason.
    case writtenInPlace(reason: String)
  }

  private static let suffix = ".sectionengine-part"

  /// Returns whether a file name is that of a temporary file, such as
  /// ".home.svg.sectionengine-part".
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(suffix)
  }

  /// Writes a file for the user. Symbolic links are followed and kept; permissions are kept, and so
  /// is the owner if the system allows it. A device or a pipe is written to directly, and so is an
  /// open file of this process, such as /dev/stdout: from its position on, without truncation.
  package static func replace(
    _ bytes: [UInt8], at path: String
  ) throws(Failure) -> Outcome {
    if let descriptor = descriptor(at: path) {
      try write(bytes, to: descriptor)
      return .written
    }
    guard let target = target(of: path) else {
      // `open` reports every path that ends with a slash as a folder.
      if path.hasSuffix("/"), access(path, F_OK) != 0 { throw Failure() }
      try overwrite(bytes, at: path, flags: O_CREAT | O_TRUNC)
      return .written
    }
    var old = stat()
    let exists = stat(target, &old) == 0
    // A rename would replace even a write-protected file.
    if exists, faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) != 0 { throw Failure() }
    do throws(Failure) {
      try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
        let contents = UnsafeRawBufferPointer(buffer)
        try place([contents], at: target, mode: 0o666, keeping: exists ? old : nil, isSynced: true)
      }
      return .written
    } catch  where exists && error.isOfTemporary {
      try overwrite(bytes, at: target, size: old.st_size)
      return .writtenInPlace(reason: error.reason)
    }
  }

  /// Writes a file and moves it to a path, replacing an existing file or symbolic link.
  /// - Parameters:
  ///   - mode: The permissions, less the process's mask.
  ///   - isSynced: Whether the contents survive a loss of power; costs the time of `fsync`.
  package static func place(
    _ parts: [UnsafeRawBufferPointer], at path: String, mode: UInt32, isSynced: Bool
  ) throws(Failure) {
    try place(parts, at: path, mode: mode, keeping: nil, isSynced: isSynced)
  }

  /// - Parameter old: The file whose permissions and owner are kept.
  private static func place(
    _ parts: [UnsafeRawBufferPointer], at path: String, mode: mode_t, keeping old: stat?,
    isSynced: Bool
  ) throws(Failure) {
    let temporary = try TemporaryFile(for: path, suffix: suffix, mode: old == nil ? mode : 0o600)
    for part in parts {
      let failure = se_write_all(temporary.descriptor, part.baseAddress, part.count)
      guard failure == 0 else { throw Failure(-failure) }
    }
    if let old { temporary.takeOver(old) }
    // Some file systems have no fsync.
    if isSynced, fsync(temporary.descriptor) != 0, errno != EINVAL { throw Failure() }
    try temporary.rename(to: path)
  }

  /// Overwrites a file. The space is reserved first, so that a full disk leaves the old contents.
  private static func overwrite(
    _ bytes: [UInt8], at path: String, flags: Int32 = 0, size: Int = 0
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

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    let failure = bytes.withUnsafeBytes { se_write_all(descriptor, $0.baseAddress, $0.count) }
    guard failure == 0 else { throw Failure(-failure, isTorn: true) }
  }

  /// Returns the descriptor of this process that a path such as /dev/stdout or /dev/fd/3 leads to.
  package static func descriptor(at path: String) -> Int32? {
    guard case .descriptor(let number)? = destination(of: path) else { return nil }
    return number
  }

  /// Returns the regular file that a path leads to, existing or not; `nil` for anything else.
  private static func target(of path: String) -> String? {
    guard case .file(let path)? = destination(of: path) else { return nil }
    return path
  }

  private enum Destination {
    /// A regular file, existing or not.
    case file(String)
    /// An open file of this process, or a number that could be one.
    case descriptor(Int32)
  }

  /// Follows the links of a path to their destination. Returns `nil` if it is neither a regular
  /// file, existing or not, nor an open file of this process.
  private static func destination(of path: String) -> Destination? {
    var path = path
    let ownFiles = resolved("/proc/self/fd")
    // The system follows as many links.
    for _ in 0..<40 {
      let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      let name = path[cut...]
      guard !["", ".", ".."].contains(name),
        let folder = resolved(cut == path.startIndex ? "." : String(path[..<cut]))
      else { return nil }
      if folder == ownFiles, let number = Int32(name), number >= 0, String(number) == name {
        return .descriptor(number)
      }
      path = (folder == "/" ? "" : folder) + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { return .file(path) }
      if status.st_mode & S_IFMT == S_IFREG { return .file(path) }
      var link = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &link, link.count)
      // Links of /proc lead to open files of other processes, which must not be replaced.
      guard count > 0, folder != "/proc", !folder.hasPrefix("/proc/") else { return nil }
      let next = String(decoding: link.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    return nil
  }

  /// Returns a path without links, or `nil` if it does not exist.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
