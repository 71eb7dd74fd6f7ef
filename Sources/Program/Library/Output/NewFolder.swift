internal import SectionEngine
internal import Glibc
internal import PluginTools

/// Creates a folder with files in it, all of them or none.
enum NewFolder {
  /// Returns a path for command lines: without trailing slashes, and not starting with "-".
  static func path(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.hasPrefix("-") ? "./\(path)" : path
  }

  static func write(_ files: [PluginFolder.File], to path: String) throws {
    // The folder must not exist, so that no existing file is overwritten.
    guard access(path, F_OK) != 0, target(ofLink: path) == nil else { throw exists(path) }
    var name = ""
    do throws(AtomicFile.Failure) {
      let folder = try StagedFolder(for: path)
      for file in files {
        name = "/\(file.path)"
        try folder.write(file.bytes, to: file.path)
      }
      name = ""
      try folder.place()
    } catch {
      if error.number == EEXIST { throw exists(path) }
      throw ExitError.cannotWrite(
        name.isEmpty ? "the folder `\(shown(path))`" : "`\(path)\(name)`", error.reason, at: path,
        notes: name.isEmpty ? [] : ["nothing is left of the folder"])
    }
  }

  private static func exists(_ path: String) -> ExitError {
    .couldNotRun(
      .cannotWrite, "`\(path)` exists",
      helps: ["name another folder with `-o DIR`, or move that one away"])
  }
}
