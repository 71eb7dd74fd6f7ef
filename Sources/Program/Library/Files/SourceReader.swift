internal import SectionEngine
internal import Glibc

extension ReadFailure {
  /// - Parameters:
  ///   - path: The path from the working folder; `nil` if it is the name.
  ///   - role: The role of the file in the message, such as "the baseline ".
  func diagnostic(
    _ code: DiagnosticCode, reading name: String, at path: String? = nil, as role: String = ""
  ) -> Diagnostic {
    Diagnostic(
      code, .error, "cannot read \(role)`\(name)`", label: reason,
      helps: Self.helps(for: path ?? name))
  }

  /// Returns the command that shows why a file cannot be read: its permissions, the files beside it,
  /// or the revisions that have it.
  static func helps(for path: String) -> [String] {
    if let object = GitObject(path) {
      let file = object.name.drop { $0 != ":" }.dropFirst()
      return ["which revisions have it: `git log --oneline -- \(shellWord(String(file)))`"]
    }
    let path = NewFolder.path(path)
    var status = stat()
    if lstat(path, &status) == 0 {
      return ["check its permissions: `ls -ld \(shellWord(path))`"]
    }
    var folder = path
    repeat {
      folder = folder.contains("/") ? folder.parentFolder : "."
    } while access(folder, F_OK) != 0
    return ["the files that exist: `ls \(shellWord(folder))`"]
  }
}

/// Reads and parses a file, or standard input for "-". `unreadable` is the code of a read failure.
func readDocument(
  _ path: String, shownAs name: String? = nil, unreadable: DiagnosticCode, as role: String = ""
) -> Diagnosed<FeedDocument?> {
  let name = name ?? path
  do throws(ReadFailure) {
    return FeedDocument.parse(try readSource(path), name: name)
  } catch {
    return Diagnosed(nil, [error.diagnostic(unreadable, reading: name, as: role)])
  }
}

/// Reads a file, or standard input for "-", as text. Throws `ExitError` if reading fails.
func readText(
  _ path: String, shownAs name: String? = nil, unreadable: DiagnosticCode, as role: String = ""
) throws -> String {
  do throws(ReadFailure) {
    let bytes = try readSource(path)
    return withExtendedLifetime(bytes) { String(decoding: bytes.text, as: UTF8.self) }
  } catch {
    throw ExitError.couldNotRun(error.diagnostic(unreadable, reading: name ?? path, as: role))
  }
}

/// Whether a path is standard input, a pipe or a device, which can be read only once.
func isReadOnce(_ path: String) -> Bool {
  path == "-" || (access(path, F_OK) == 0 && !isFile(path) && !isFolder(path))
}

/// Reads a file, a file at a revision ("git:HEAD:feed.json") or standard input ("-"). Adds the
/// padding that the parser needs.
///
/// Stops one byte after the maximum size of a document, so that endless input uses limited memory;
/// the parser then reports it as too large.
/// - Parameter onlyFiles: Whether pipes and devices are refused, because they may never end.
func readSource(_ path: String, onlyFiles: Bool = false) throws(ReadFailure) -> PaddedBytes {
  if !onlyFiles, let object = GitObject(path) {
    do throws(GitFailure) {
      return PaddedBytes(try object.bytes(limit: DocumentLimits().bytes + 1))
    } catch {
      throw ReadFailure(error.diagnostic.message)
    }
  }
  let isStandardInput = path == "-"
  let flags = O_RDONLY | O_CLOEXEC | (onlyFiles ? O_NONBLOCK : 0)
  let descriptor = isStandardInput ? STDIN_FILENO : open(path, flags)
  guard descriptor >= 0 else { throw ReadFailure() }
  defer { if !isStandardInput { close(descriptor) } }

  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw ReadFailure() }
  if onlyFiles, !isStandardInput, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
    throw ReadFailure("it is a pipe or a device, expected a file")
  }
  let limit = DocumentLimits().bytes + 1
  // A regular file is read directly into its final buffer; other input is collected first.
  if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
    return try PaddedBytes(unsafeUninitializedCapacity: min(Int(status.st_size), limit)) {
      (buffer, count) throws(ReadFailure) in
      count = try readAll(descriptor, into: buffer)
    }
  }
  return PaddedBytes(try contents(of: descriptor, limit: limit))
}

extension GitObject {
  /// Returns the bytes of the file. Throws `ExitError` if git does not give them.
  func contents() throws -> [UInt8] {
    do throws(GitFailure) { return try bytes(limit: DocumentLimits().bytes + 1) } catch {
      throw ExitError.couldNotRun(error.diagnostic)
    }
  }

  /// Returns the names of the folder's entries. Throws `ExitError` if git does not give them.
  func names() throws -> [String] {
    do throws(GitFailure) { return try entries() } catch {
      throw ExitError.couldNotRun(error.diagnostic)
    }
  }

  /// Throws `ExitError` if git does not know the revision.
  static func require(revision: String) throws {
    do throws(GitFailure) { try verify(revision) } catch {
      throw ExitError.couldNotRun(error.diagnostic)
    }
  }
}
