internal import Glibc

/// A folder with a small file for each remembered digest, under its name: nothing to lock, and nothing
/// half written to trip over.
package struct DigestFolder: Sendable, Hashable {
  package let path: String

  package init(path: String) { self.path = path }

  package struct Failure: Error, Sendable {
    package let path: String
    package let reason: String
  }

  /// Empty where there is no folder. Complexity: O(files).
  package func digests() -> Set<FileDigest> {
    Set(Self.names(in: path).compactMap { FileDigest(text: $0) })
  }

  /// Names in a folder, in no order. Complexity: O(files).
  static func names(in path: String) -> [String] {
    guard let stream = opendir(path), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The record is only as long as its name, so the name is read in place.
      let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      names.append(String(cString: name))
    }
    return names
  }

  /// The lines that were written for a digest; `nil` when it is not remembered.
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
    // One write: whoever reads sees all of it or, after a crash in between, none.
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    let written = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard written == text.count else { throw Failure(path: name, reason: message(of: errno)) }
  }

  /// Whether it was remembered.
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
      // What exists already is no failure; what cannot be made shows when the file is opened.
      _ = mkdir(path.hasPrefix("/") ? made : String(made.dropFirst()), 0o700)
    }
  }
}
