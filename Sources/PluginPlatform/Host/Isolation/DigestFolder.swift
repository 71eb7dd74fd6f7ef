internal import Glibc
internal import Support

/// A folder with one small file per digest, named after it. It needs no locks, and an incomplete
/// file affects only its own digest.
package struct DigestFolder: Sendable, Hashable {
  package let path: String

  package init(path: String) { self.path = path }

  package struct Failure: Error, Sendable {
    package let path: String
    package let reason: String
  }

  /// Returns all digests, none if the folder is missing. Complexity: O(files).
  package func digests() -> Set<FileDigest> {
    Set((entries(of: path) ?? []).compactMap { FileDigest(text: $0) })
  }

  /// Returns the lines that were written for a digest, or `nil` if it was not remembered.
  package func lines(of digest: FileDigest) -> [String]? {
    guard let file = try? OpenFile(path + "/" + digest.text), file.size <= 1 << 20,
      let bytes = try? file.contents()
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: true
    ).map(String.init)
  }

  package func remember(_ digest: FileDigest, _ lines: [String]) throws(Failure) {
    makeFolders()
    let name = path + "/" + digest.text
    let file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(path: name, reason: message(of: errno)) }
    defer { close(file) }
    // A single write: a reader sees all of the text or, after a crash, none of it.
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    let written = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard written == text.count else { throw Failure(path: name, reason: message(of: errno)) }
  }

  /// Removes a digest, and returns whether it was remembered.
  @discardableResult
  package func forget(_ digest: FileDigest) throws(Failure) -> Bool {
    let name = path + "/" + digest.text
    if unlink(name) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw Failure(path: name, reason: message(of: errno))
    }
    return false
  }

  func makeFolders() {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      // An existing folder is not an error; a failure shows when the file is opened.
      _ = mkdir(path.hasPrefix("/") ? made : String(made.dropFirst()), 0o700)
    }
  }
}
