internal import Glibc
internal import PluginCalls

extension Plugin {
  /// A file that may be a plugin, judged by its name and kind alone.
  struct File: Sendable, Hashable {
    /// The path for opening the file.
    let path: String
    let name: String
    let shownPath: String
    let folder: PluginSearchPath.Folder
    let refusal: PluginRefusal?
    /// The stamp at the time of discovery; `nil` if the file cannot be tried.
    var stamp: FileStamp?

    var isManifest: Bool { name.hasSuffix(PluginManifest.suffix) }
    /// Whether the file is read once and a copy of it is loaded.
    var isCopied: Bool { folder.needsPrivateCopy || isManifest }
  }
}

extension Plugin.File {
  /// Describes a file given by its path, outside of any search path.
  init(single path: String) {
    var status = stat()
    self.init(
      path: path, name: path.split(separator: "/").last.map(String.init) ?? path, shownPath: path,
      folder: PluginSearchPath.Folder(path: "", origin: .option),
      refusal: Self.refusal(ofFileAt: path, &status))
  }

  fileprivate init(named bytes: [UInt8], in folder: PluginSearchPath.Folder) {
    let name = String(decoding: bytes, as: UTF8.self)
    let path = (folder.path.hasSuffix("/") ? folder.path : folder.path + "/") + name
    var status = stat()
    let refusal: PluginRefusal? =
      Array(name.utf8) == bytes ? Self.refusal(ofFileAt: path, &status) : .invalidName
    self.init(
      path: path, name: name, shownPath: folder.shownPath(of: shown(name, limit: 255)),
      folder: folder, refusal: refusal, stamp: refusal == nil ? FileStamp(status) : nil)
  }

  private static func refusal(ofFileAt path: String, _ status: inout stat) -> PluginRefusal? {
    guard stat(path, &status) == 0 else {
      let error = errno
      var link = stat()
      let isLink = lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
      return isLink && (error == ENOENT || error == ELOOP)
        ? .danglingLink : .unreadable(reason: systemReason(error))
    }
    if let kind = PluginRefusal.FileKind(mode: status.st_mode) { return .notRegular(kind) }
    guard access(path, R_OK) == 0 else { return .unreadable(reason: systemReason()) }
    return nil
  }
}

extension PluginSearchPath {
  /// Lists the files of each folder, once, in the bytewise order of their names.
  func files() -> (files: [Plugin.File], diagnostics: [Diagnostic]) {
    // Device and inode of each folder.
    var seen: Set<[UInt]> = []
    var files: [Plugin.File] = []
    var diagnostics: [Diagnostic] = []
    for folder in folders {
      guard let stream = opendir(folder.path) else {
        if let diagnostic = folder.diagnostic(of: errno) { diagnostics.append(diagnostic) }
        continue
      }
      defer { closedir(stream) }
      var status = stat()
      if fstat(dirfd(stream), &status) == 0 {
        guard seen.insert([UInt(status.st_dev), UInt(status.st_ino)]).inserted else { continue }
      }
      for name in Self.names(in: stream) where !(folder.origin == .bundled && Self.isOwn(name)) {
        files.append(Plugin.File(named: name, in: folder))
      }
    }
    return (files, diagnostics)
  }

  /// Returns whether a file of the build folder is a library that earlier builds left.
  private static func isOwn(_ name: [UInt8]) -> Bool {
    ["libCurlFetcher.so", "libPreviewServer.so"].contains { name == Array($0.utf8) }
  }

  /// Returns names of libraries and manifests in bytewise order, without hidden, unfinished files.
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
}

extension PluginSearchPath.Folder {
  /// Returns `nil` for a missing folder that the user did not name.
  fileprivate func diagnostic(of error: Int32) -> Diagnostic? {
    let (what, help): (String, String?)
    switch error {
    // An empty name is the current directory for some calls and an error for others.
    case _ where path.isEmpty: (what, help) = ("has no name", nil)
    case ENOENT where !isNamedByUser: return nil
    case ENOENT: (what, help) = ("does not exist", "create it, or correct its name")
    case ENOTDIR: (what, help) = ("is not a folder", "name the folder that holds the plugin")
    default: (what, help) = ("cannot be read: \(systemReason(error))", nil)
    }
    let name = isNamedByUser ? " `\(shown(path))`" : ""
    return Diagnostic(
      .unreadablePluginFolder, .warning, "the plugin folder\(name) \(what)",
      notes: ["found by: \(origin.explanation)", "no plugin is loaded from it"],
      helps: help.map { [$0] } ?? [])
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
