internal import Support
internal import Glibc
internal import LayoutReview
internal import Renderers

/// The dumps of two folders and their subfolders, matched by name.
struct FolderDiff {
  struct File {
    enum Status: String { case added, removed, different, same }
    var name: String
    var status: Status
    /// The differences, for a file with the status `different`.
    var diff: PageDiff?
  }

  private(set) var files: [File] = []

  /// - Throws: `Ending` if a folder or a dump cannot be read, or no folder contains a dump.
  init(_ old: String, _ new: String, tolerance: Double) throws {
    let (before, after) = (Set(try Self.dumps(in: old)), Set(try Self.dumps(in: new)))
    guard !before.isEmpty || !after.isEmpty else {
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownInput, .error, "neither folder has a dump",
          helps: ["write one: `sectionengine dump FEED -o \(NewFolder.path(new))/feed.dump`"]))
    }
    for name in before.union(after).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard before.contains(name) else {
        files.append(File(name: name, status: .added))
        continue
      }
      guard after.contains(name) else {
        files.append(File(name: name, status: .removed))
        continue
      }
      let diff = PageDiff(
        from: try Self.page("\(old)/\(name)"), to: try Self.page("\(new)/\(name)"),
        tolerance: tolerance)
      files.append(
        File(name: name, status: diff.isEmpty ? .same : .different, diff: diff.isEmpty ? nil : diff)
      )
    }
  }

  var isEmpty: Bool { files.allSatisfy { $0.status == .same } }

  private static func page(_ path: String) throws -> FlatPage {
    guard case .page(let page) = try DiffInput(path) else {
      throw Ending.couldNotRun(DiffPages.unlike)
    }
    return page
  }

  // MARK: Names

  /// Returns the names of the dumps below a folder: files with the content or the extension of a
  /// dump. Links to folders are not followed.
  private static func dumps(in root: String) throws -> [String] {
    var names: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      let path = folder.isEmpty ? root : "\(root)/\(folder)"
      for name in try readableEntries(of: path) where !name.hasPrefix(".") {
        let entry = folder.isEmpty ? name : "\(folder)/\(name)"
        var status = stat()
        guard lstat("\(root)/\(entry)", &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.append(entry)
        } else if isFile("\(root)/\(entry)") {
          if name.hasSuffix(".dump") || beginsDump("\(root)/\(entry)") { names.append(entry) }
        } else if name.hasSuffix(".dump"), access("\(root)/\(entry)", F_OK) != 0 {
          // A dangling link is included, so that it is reported; a named pipe, for example, is not.
          names.append(entry)
        }
      }
    }
    return names
  }

  private static func readableEntries(of folder: String) throws -> [String] {
    if let names = entries(of: folder) { return names }
    throw Ending.couldNotRun(
      Diagnostic(
        .unreadableSource, .error, "cannot read the folder `\(shown(folder))`",
        label: systemReason(), helps: ["check its permissions: `ls -ld \(folder)`"]))
  }

  private static func beginsDump(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(file, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).withUnsafeBufferPointer { InputKind($0) == .dump }
  }

  // MARK: Formats

  private var summary: String {
    func count(_ status: File.Status) -> Int { files.count { $0.status == status } }
    let parts = [File.Status.different, .added, .removed, .same].filter { count($0) > 0 }
      .map { "\(count($0)) \($0.rawValue)" }
    let first = counted(files.count, "file")
    return "\(first): \(parts.joined(separator: ", "))"
  }

  func text(color: Bool) -> String {
    guard !isEmpty else { return "no differences\n" }
    var out = ""
    for file in files where file.status != .same {
      let mark = file.status == .added ? "+ " : file.status == .removed ? "- " : "= "
      out += "\(mark)\(shown(file.name, limit: 200))\n"
      if let diff = file.diff {
        out += DiffText(color: color).text(of: diff).split(separator: "\n")
          .map { "  \($0)\n" }.joined()
      }
    }
    return out + summary + "\n"
  }

  var markdown: String {
    var out = "**\(summary)**\n\n"
    guard !isEmpty else { return out }
    for file in files where file.status == .added || file.status == .removed {
      out += "- \(DiffMarkdown.code(file.name)): \(file.status.rawValue)\n"
    }
    for file in files {
      if let diff = file.diff {
        out += "\n#### \(DiffMarkdown.code(file.name))\n\n" + DiffMarkdown.text(of: diff)
      }
    }
    return out
  }

  var json: [UInt8] {
    DiffJSON.bytes(
      ofFiles: files.map { (name: $0.name, status: $0.status.rawValue, diff: $0.diff) })
  }
}
