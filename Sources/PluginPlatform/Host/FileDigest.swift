internal import CIsolation
internal import Glibc
internal import Support

/// The SHA-256 digest of a file's contents, the key of trust and quarantine records.
package struct FileDigest: Sendable, Hashable {
  /// The digest as 64 hexadecimal digits in lower case.
  package let text: String

  package init(of bytes: [UInt8]) { text = Self.sha256(of: bytes).hexadecimal }

  /// Returns the 32 bytes of a SHA-256 digest.
  package static func sha256(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBytes { se_sha256($0.baseAddress, $0.count, &digest) }
    return digest
  }

  /// Creates a digest from its text; `nil` unless it is 64 hexadecimal digits in lower case.
  package init?(text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy("0123456789abcdef".utf8.contains) else {
      return nil
    }
    self.text = text
  }
}

extension Array<UInt8> {
  package var hexadecimal: String {
    map { Support.hexadecimal($0, digits: 2) }.joined()
  }
}

/// A folder with one record file per digest. A damaged file affects only its own digest.
package struct DigestFolder: Sendable, Hashable {
  package let path: String

  package init(path: String) { self.path = path }

  package struct Failure: Error, Sendable {
    package let path: String
    package let reason: String
  }

  /// Returns the digests of all record files; none if the folder is missing. O(files).
  package func digests() -> Set<FileDigest> {
    Set((entries(of: path) ?? []).compactMap { FileDigest(text: $0) })
  }

  package func lines(of digest: FileDigest) -> [String]? {
    guard let file = try? OpenFile(path + "/" + digest.text), file.size <= 1 << 20,
      let bytes = try? file.contents()
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns the digests whose records name a path, including digests of the file's old contents.
  package func digests(ofFileAt path: String) -> Set<FileDigest> {
    digests().filter { lines(of: $0)?.contains("file \(path)") == true }
  }

  package func remember(_ digest: FileDigest, _ lines: [String]) throws(Failure) {
    try place(Array((lines.joined(separator: "\n") + "\n").utf8), named: digest.text)
  }

  /// Writes a file atomically: a concurrent reader gets either the old or the new contents.
  func place(_ bytes: [UInt8], named name: String) throws(Failure) {
    makeFolders()
    let file = path + "/" + name
    do throws(AtomicFile.Failure) {
      try AtomicFile.place(bytes, at: file, mode: 0o600, isSynced: false)
    } catch {
      throw Failure(path: file, reason: error.reason)
    }
  }

  @discardableResult
  package func forget(_ digest: FileDigest) throws(Failure) -> Bool {
    let name = path + "/" + digest.text
    if unlink(name) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw Failure(path: name, reason: systemReason())
    }
    return false
  }

  func makeFolders() {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      // Ignores errors: the folder may exist, and any other failure makes opening the file fail.
      _ = mkdir(path.hasPrefix("/") ? made : String(made.dropFirst()), 0o700)
    }
  }
}
