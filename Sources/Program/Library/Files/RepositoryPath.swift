internal import Support
internal import Glibc
internal import LayoutReview

extension Output {
  /// Writes a report in a format for CI systems. File names are relative to the repository's root.
  /// - Parameter folders: The folders that the file names of each suite are relative to; `nil` is
  ///   the working folder. The last one is also that of further suites.
  static func write(
    _ report: FindingReport, as format: String, below folders: [String?], to path: String?
  ) throws {
    guard let format = FindingReport.Format(rawValue: format) else { return }
    try write(report.naming(below: folders).bytes(format), to: path)
  }
}

extension FindingReport {
  /// Returns the report with file names relative to the repository's root.
  func naming(below folders: [String?]) -> FindingReport {
    var report = self
    var place = RepositoryPath(folder: (folders.first ?? nil) ?? "")
    report.file = place.name(of: report.file)
    for suite in report.suites.indices {
      if suite > 0, suite < folders.count { place = RepositoryPath(folder: folders[suite] ?? "") }
      for index in report.suites[suite].findings.indices {
        let file = report.suites[suite].findings[index].file
        report.suites[suite].findings[index].file = file.map(place.name)
      }
    }
    return report
  }
}

/// A folder, and the root of the repository that contains it.
struct RepositoryPath {
  private let folder: [Substring]
  /// The number of path components of the repository's root; `nil` outside of a repository.
  private let root: Int?

  init(folder path: String) {
    folder = absolutePath(realPath(path.isEmpty ? "." : path) ?? path).split(separator: "/")
    let parts = folder
    root = (0...parts.count).reversed().first { count in
      access("/" + parts.prefix(count).joined(separator: "/") + "/.git", F_OK) == 0
    }
  }

  /// Returns a file's path relative to the root; unchanged if the file is outside the repository.
  func name(of file: String) -> String {
    let revision = file.hasPrefix(GitObject.prefix) ? file.split(separator: ":").last : nil
    // git reads a path of a revision relative to the root unless it begins with ".".
    if file == "-" || isWebAddress(file) || revision?.hasPrefix(".") == false { return file }
    let name = revision.map(String.init) ?? file
    guard let root else { return file }
    var parts = name.hasPrefix("/") ? [] : folder
    for part in name.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    guard parts.count > root, parts.starts(with: folder.prefix(root)) else { return file }
    return parts.dropFirst(root).joined(separator: "/")
  }

  /// Returns whether a file is in the repository, or without one in the folder.
  func contains(_ file: String) -> Bool {
    absolutePath(realPath(file) ?? file).split(separator: "/")
      .starts(with: folder.prefix(root ?? folder.count))
  }
}
