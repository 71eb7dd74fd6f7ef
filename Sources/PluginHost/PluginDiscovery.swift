package import Diagnostics
internal import Glibc
package import PluginCalls
internal import Providers

/// Lists the files of the search path, in the order in which they are tried.
package struct PluginDiscovery: Sendable {
  package struct File: Sendable, Hashable {
    /// The path for opening the file.
    package let path: String
    package let name: String
    /// The path as it is shown to people.
    package let shownPath: String
    package let folder: PluginSearchPath.Folder
    /// Why the file cannot be tried, judged by its name and kind alone.
    package let refusal: PluginRefusal?
    /// Whether the file is a manifest, not a library.
    package var isManifest: Bool { name.hasSuffix(PluginManifest.suffix) }
    /// Whether the file is read once and a copy of it is loaded.
    var isCopied: Bool { folder.needsPrivateCopy || isManifest }
    /// The stamp at the time of discovery; `nil` if the file cannot be tried.
    var stamp: FileStamp?
  }

  package private(set) var files: [File] = []
  /// Diagnostics about folders only.
  package private(set) var diagnostics: [Diagnostic] = []

  private struct Identity: Hashable {
    var device: UInt
    var inode: UInt
  }
  private var seen: Set<Identity> = []

  /// Lists the files of each folder in the bytewise order of their names. A folder that two paths
  /// lead to is read once.
  package init(_ searchPath: PluginSearchPath) {
    for folder in searchPath.folders { read(folder) }
  }

  private mutating func read(_ folder: PluginSearchPath.Folder) {
    // An empty name is the current directory for some calls and an error for others.
    guard !folder.path.isEmpty else { return report(folder, "has no name", help: nil) }
    guard let stream = opendir(folder.path) else {
      let error = errno
      switch error {
      case ENOENT where !folder.isNamedByUser: return
      case ENOENT: return report(folder, "does not exist", help: "create it, or correct its name")
      case ENOTDIR:
        return report(folder, "is not a folder", help: "name the folder that holds the plugin")
      default: return report(folder, "cannot be read: \(message(of: error))", help: nil)
      }
    }
    defer { closedir(stream) }

    var status = stat()
    if fstat(dirfd(stream), &status) == 0 {
      let identity = Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
      guard seen.insert(identity).inserted else { return }
    }
    for name in Self.names(in: stream) where !(folder.origin == .bundled && Self.isOwn(name)) {
      files.append(Self.file(named: name, in: folder))
    }
  }

  /// Returns whether a file is one of the program's own libraries, which share the build folder
  /// with the plugins.
  private static func isOwn(_ name: [UInt8]) -> Bool {
    ["libCurlFetcher.so", "libPreviewServer.so"].contains { name == Array($0.utf8) }
  }

  /// Returns the names of libraries and manifests, sorted by bytes. Hidden files are skipped:
  /// copying and editing tools use such names for unfinished files.
  private static func names(in stream: OpaquePointer) -> [[UInt8]] {
    let suffixes = [Array(".so".utf8), Array(PluginManifest.suffix.utf8)]
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      // The record is only as long as its name, so the name is read in place.
      let start = UnsafeRawPointer(entry) + offset
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      let name = Array(UnsafeRawBufferPointer(start: start, count: length))
      guard name.first != UInt8(ascii: "."),
        suffixes.contains(where: { name.suffix($0.count) == $0[...] })
      else { continue }
      names.append(name)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func file(named bytes: [UInt8], in folder: PluginSearchPath.Folder) -> File {
    let name = String(decoding: bytes, as: UTF8.self)
    let path = (folder.path.hasSuffix("/") ? folder.path : folder.path + "/") + name
    var status = stat()
    let refusal: PluginRefusal? =
      Array(name.utf8) == bytes ? refusal(ofFileAt: path, &status) : .invalidName
    return File(
      path: path, name: name, shownPath: folder.shownPath(of: shown(name, limit: 255)),
      folder: folder, refusal: refusal, stamp: refusal == nil ? FileStamp(status) : nil)
  }

  static func refusal(ofFileAt path: String, _ status: inout stat) -> PluginRefusal? {
    guard stat(path, &status) == 0 else {
      let error = errno
      var link = stat()
      let isLink = lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
      return isLink && (error == ENOENT || error == ELOOP)
        ? .danglingLink : .unreadable(reason: message(of: error))
    }
    if let kind = PluginRefusal.FileKind(mode: status.st_mode) { return .notRegular(kind) }
    guard access(path, R_OK) == 0 else { return .unreadable(reason: message(of: errno)) }
    return nil
  }

  private mutating func report(
    _ folder: PluginSearchPath.Folder, _ what: String, help: String?
  ) {
    let name = folder.isNamedByUser ? " `\(shown(folder.path))`" : ""
    diagnostics.append(
      Diagnostic(
        .unreadablePluginFolder, .warning, "the plugin folder\(name) \(what)",
        notes: ["found by: \(folder.origin.explanation)", "no plugin is loaded from it"],
        helps: help.map { [$0] } ?? []))
  }
}

extension PluginRefusal.FileKind {
  /// Returns `nil` for a regular file.
  init?(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: self = .unknown
    }
  }
}

extension PluginDescriptor.Origin {
  /// How a folder came to be on the search path.
  var explanation: String {
    switch self {
    case .option: "--plugins"
    case .environment: "SECTIONENGINE_PLUGIN_PATH"
    case .user: "the user's data folder"
    case .bundled: "the installation"
    case .repository: "the checkout"
    }
  }
}

/// Returns the C library's message of an error number, in English unless a program sets a locale.
func message(of error: Int32) -> String {
  guard let text = strerror(error) else { return "error \(error)" }
  return String(cString: text)
}
