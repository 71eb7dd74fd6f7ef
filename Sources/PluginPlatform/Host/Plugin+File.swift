internal import Glibc
internal import PluginCalls

extension Plugin {
  /// A file that may be a plugin according to its name and its kind; without a path for a plugin
  /// that the program links.
  struct File: Sendable, Hashable {
    /// The path for opening the file.
    let path: String
    let name: String
    let shownPath: String
    let folder: PluginSearchPath.Folder
    let refusal: PluginRefusal?
    /// The stamp when the file was found; `nil` if the file is refused.
    var stamp: FileStamp?

    var isManifest: Bool { name.hasSuffix(PluginManifest.suffix) }
    /// Whether the file is read once and a copy is loaded. Only libraries of the installation are
    /// loaded from their own path, because they do not change while they are used.
    var isCopied: Bool {
      isManifest || (folder.origin != .bundled && folder.origin != .linked)
    }
  }
}

extension Plugin.File {
  /// Creates the description of a file that is not part of a search path.
  init(single path: String) {
    let folder = PluginSearchPath.Folder(path: "", origin: .option)
    self.init(path, named: path.lastPart, shown: path, in: folder)
  }

  fileprivate init(named name: String, in folder: PluginSearchPath.Folder) {
    let path = (folder.path.hasSuffix("/") ? folder.path : folder.path + "/") + name
    self.init(
      path, named: name, shown: folder.shownPath(of: shown(name, limit: 255)), in: folder)
  }

  private init(
    _ path: String, named name: String, shown: String, in folder: PluginSearchPath.Folder
  ) {
    var status = stat()
    let refusal = Self.refusal(ofFileAt: path, &status)
    self.init(
      path: path, name: name, shownPath: shown, folder: folder, refusal: refusal,
      stamp: refusal == nil ? FileStamp(status) : nil)
  }

  private static func refusal(ofFileAt path: String, _ status: inout stat) -> PluginRefusal? {
    guard stat(path, &status) == 0 else {
      let error = errno
      var link = stat()
      // In a name that is not UTF-8, invalid bytes were replaced, so no file has the listed name.
      guard lstat(path, &link) == 0 else {
        return path.contains("\u{FFFD}") ? .invalidName : .unreadable(reason: systemReason(error))
      }
      let isLink = link.st_mode & S_IFMT == S_IFLNK
      return isLink && (error == ENOENT || error == ELOOP)
        ? .danglingLink : .unreadable(reason: systemReason(error))
    }
    if let kind = PluginRefusal.FileKind(mode: status.st_mode) { return .notRegular(kind) }
    // A file that everybody may read needs no further question to the system.
    guard status.st_mode & 0o444 == 0o444 || access(path, R_OK) == 0 else {
      return .unreadable(reason: systemReason())
    }
    return nil
  }
}

extension PluginSearchPath {
  /// Libraries that builds of older versions left in the build folder. They are ignored.
  private static let leftOver = ["libCurlFetcher.so", "libPreviewServer.so"]

  /// Lists the libraries and manifests of each folder, in the bytewise order of their names. Omits
  /// hidden files. A folder that occurs twice is listed once. A folder that the user names must have
  /// a plugin; the folders that are always searched may be missing or empty.
  func files() -> (files: [Plugin.File], diagnostics: [Diagnostic]) {
    // The device and inode of each folder listed so far. There are few folders.
    var seen: [[UInt64]] = []
    var files: [Plugin.File] = []
    var diagnostics: [Diagnostic] = []
    for folder in folders {
      guard let names = entries(of: folder.path) else {
        if let diagnostic = folder.diagnostic(ofError: errno) { diagnostics.append(diagnostic) }
        continue
      }
      if let stamp = FileStamp(folder.path) {
        guard !seen.contains([stamp.device, stamp.inode]) else { continue }
        seen.append([stamp.device, stamp.inode])
      }
      let plugins = names.filter { name in
        !name.hasPrefix(".") && (name.hasSuffix(".so") || name.hasSuffix(PluginManifest.suffix))
          && (folder.origin != .bundled || !Self.leftOver.contains(name))
      }
      if plugins.isEmpty, folder.isNamedByUser {
        diagnostics.append(
          folder.diagnostic(
            "has no plugin", help: "name the folder that holds the .so files: `--plugins DIR`",
            notes: ["plugins in folders below it are not found"]))
      }
      files += plugins.map { Plugin.File(named: $0, in: folder) }
    }
    return (files, diagnostics)
  }
}

extension PluginSearchPath.Folder {
  /// Returns the warning for a folder that cannot be listed; `nil` for a missing default folder.
  fileprivate func diagnostic(ofError error: Int32) -> Diagnostic? {
    switch error {
    // An empty path is never searched: some system calls treat it as the current directory.
    case _ where path.isEmpty:
      return diagnostic("has no name", help: "leave it out, or name a folder")
    case ENOENT where !isNamedByUser: return nil
    case ENOENT:
      return diagnostic("does not exist", help: "build or create it, or correct its name")
    case ENOTDIR:
      return diagnostic("is not a folder", help: "name the folder that holds the plugin")
    default:
      return diagnostic(
        "cannot be read: \(systemReason(error))",
        help: "check its permissions: `ls -ld \(shellWord(path))`")
    }
  }

  fileprivate func diagnostic(_ what: String, help: String, notes: [String] = []) -> Diagnostic {
    let name = isNamedByUser ? " `\(shown(path))`" : ""
    return Diagnostic(
      .unreadablePluginFolder, .warning, "the plugin folder\(name) \(what)", at: location,
      notes: (location == nil ? ["found by: \(origin.explanation)"] : [])
        + ["no plugin is loaded from it"] + notes,
      helps: [help])
  }
}

extension PluginRefusal.FileKind {
  /// Creates the kind from a file mode; `nil` for a regular file.
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
