internal import SectionEngine

/// A file whose path is in an option or another file, such as the sample of a feed layout.
struct NamedFile {
  /// The path as written in the option or the other file; diagnostics show it.
  let name: String
  let path: String
  /// The folder that must contain the file; empty for the working folder, `nil` for any folder.
  private var folder: String?
  /// Whether pipes and devices are refused, because they may never end.
  private let onlyFiles: Bool
  /// The position of the path in a project file.
  private var location: SourceLocation?

  init(
    _ path: String, shownAs name: String? = nil, onlyFiles: Bool = false,
    at location: SourceLocation? = nil
  ) {
    self.name = name ?? path
    self.path = path
    self.onlyFiles = onlyFiles
    self.location = location
  }

  init(_ name: String, below folder: String, allowsOutside: Bool) {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let path = name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    self.init(path, shownAs: name, onlyFiles: true)
    self.folder = allowsOutside ? nil : folder
  }

  init(_ name: String, besideFile file: String, allowsOutside: Bool) {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ""
    self.init(name, below: folder, allowsOutside: allowsOutside)
  }

  /// The error for a file outside its folder, which is not read; otherwise `nil`.
  var refusal: Diagnostic? {
    guard let folder, !isBelow(folder) else { return nil }
    return Diagnostic(
      .outsideFolder, .error, "`\(shown(name, limit: 200))` is outside its folder",
      label: "expected a file below `\(shown(folder.isEmpty ? "." : folder, limit: 200))`",
      helps: ["move it there, or add `--allow-outside` if you trust the file that names it"])
  }

  /// The path to watch; `nil` if the file cannot be read again.
  var followedPath: String? {
    refusal != nil || isReadOnce(path) || isWebAddress(path) ? nil : path
  }

  func read() -> SourceReply.Outcome {
    var problem = refusal
    if problem == nil {
      do throws(ReadFailure) {
        return SourceReply.Outcome(
          FeedDocument.parse(try readSource(path, onlyFiles: onlyFiles), name: name))
      } catch {
        problem = error.diagnostic(.unreadableSource, reading: name, at: path)
        problem?.location = location
      }
    }
    return .failed(SourceFailure(.payload, [problem].compactMap { $0 }))
  }

  /// Whether the file is below a folder. Links are resolved if the file exists.
  private func isBelow(_ folder: String) -> Bool {
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
