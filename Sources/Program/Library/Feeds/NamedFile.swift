internal import SectionEngine

/// A file that another file names, such as the sample of a feed layout.
struct NamedFile {
  /// The name in the other file and in diagnostics.
  let name: String
  /// The folder of the other file; empty for the current one.
  let folder: String
  let allowsOutside: Bool

  init(_ name: String, below folder: String, allowsOutside: Bool) {
    self.name = name
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    self.allowsOutside = allowsOutside
  }

  init(_ name: String, besideFile file: String, allowsOutside: Bool) {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ""
    self.init(name, below: folder, allowsOutside: allowsOutside)
  }

  var path: String { name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)" }

  /// The diagnostic for a file outside of the folder, which is not read.
  var refusal: Diagnostic? {
    guard !allowsOutside, !isBelowFolder else { return nil }
    return Diagnostic(
      .outsideFolder, .error, "`\(shown(name, limit: 200))` is outside its folder",
      label: "expected a file below `\(shown(folder.isEmpty ? "." : folder, limit: 200))`",
      helps: ["move it there, or add `--allow-outside` if you trust the file that names it"])
  }

  /// Reads the sample of a source; pipes and devices are refused.
  func read() -> SourceReply.Outcome {
    if let refusal {
      return .failed(SourceFailure(.network(.unreadableFile), [refusal]))
    }
    return FeedSources.read(path, shownAs: name, onlyFiles: true)
  }

  /// Whether the file is below the folder, with links resolved; by its name if it does not exist.
  private var isBelowFolder: Bool {
    if !folder.hasPrefix(GitObject.prefix) {
      guard let root = realPath(folder.isEmpty ? "." : folder) else { return false }
      if let file = realPath(path) { return file.hasPrefix(root == "/" ? root : root + "/") }
    }
    var depth = 0
    for part in name.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return !name.hasPrefix("/")
  }
}
