internal import SectionEngine
internal import Glibc
internal import PluginTools

/// Creates a folder with files in it. After a failure, nothing remains.
enum NewFolder {
  /// Returns a path for command lines: without trailing slashes, and not starting with "-".
  static func path(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.hasPrefix("-") ? "./\(path)" : path
  }

  static func write(_ files: [PluginFolder.File], to path: String) throws {
    // The folder must not exist, so that no existing file is overwritten.
    guard mkdir(path, 0o777) == 0 else {
      let number = errno
      guard number == EEXIST else {
        throw Ending.cannotWrite("the folder `\(shown(path))`", systemReason(number), at: path)
      }
      throw Ending.couldNotRun(
        .cannotWrite, "`\(path)` exists",
        helps: ["name another folder with `-o DIR`, or move that one away"])
    }
    // The order puts each folder after its parent.
    let folders = Set(files.flatMap { parents(of: $0.path) }).sorted()
    var failure: (name: String, reason: String)?
    for name in folders where failure == nil {
      failure = makeFolder("\(path)/\(name)").map { (name, $0) }
    }
    for file in files where failure == nil {
      failure = write(file.bytes, to: "\(path)/\(file.path)").map { (file.path, $0) }
    }
    guard let (name, reason) = failure else { return }
    for file in files { unlink("\(path)/\(file.path)") }
    for folder in folders.reversed() { rmdir("\(path)/\(folder)") }
    rmdir(path)
    throw Ending.cannotWrite("`\(path)/\(name)`", reason, notes: ["nothing is left of the folder"])
  }

  private static func write(_ bytes: [UInt8], to path: String) -> String? {
    do throws(AtomicFile.Failure) {
      _ = try AtomicFile.replace(bytes, at: path)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Returns the folders that contain a file: "a" and "a/b" for "a/b/c".
  private static func parents(of file: String) -> [String] {
    let parts = file.split(separator: "/")
    return (1..<parts.count).map { parts.prefix($0).joined(separator: "/") }
  }
}
