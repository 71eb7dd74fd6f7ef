internal import SectionEngine
internal import Glibc
internal import PluginTools

/// Creates a folder with files in it; after a failure nothing remains.
enum NewFolder {
  /// Returns a path as a command argument: without a trailing slash, and never like an option.
  static func path(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.hasPrefix("-") ? "./\(path)" : path
  }

  static func write(_ files: [PluginFolder.File], to path: String) throws {
    // Creating the folder must succeed, so existing files are never overwritten.
    guard mkdir(path, 0o777) == 0 else { throw refusal(of: path, errno) }
    var folders: [String] = []
    var written: [String] = []
    for file in files {
      let reason = makeParents(of: file.path, in: path, made: &folders)
      let target = "\(path)/\(file.path)"
      written.append(target)
      guard let reason = reason ?? write(file.bytes, to: target) else { continue }
      for file in written { unlink(file) }
      for folder in folders.reversed() { rmdir(folder) }
      rmdir(path)
      throw Ending.cannotWrite("`\(target)`", reason, notes: ["nothing is left of the folder"])
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) -> String? {
    do throws(AtomicFile.Failure) {
      _ = try AtomicFile.replace(bytes, at: path)
      return nil
    } catch {
      return error.reason
    }
  }

  private static func makeParents(
    of file: String, in path: String, made: inout [String]
  ) -> String? {
    var folder = path
    for part in file.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if made.contains(folder) { continue }
      guard mkdir(folder, 0o777) == 0 else { return systemReason() }
      made.append(folder)
    }
    return nil
  }

  private static func refusal(of path: String, _ number: Int32) -> Ending {
    if number == EEXIST {
      return Ending.couldNotRun(
        .cannotWrite, "`\(path)` exists",
        helps: ["name another folder with `-o DIR`, or move that one away"])
    }
    return Ending.cannotWrite("the folder `\(shown(path))`", systemReason(number), at: path)
  }
}
