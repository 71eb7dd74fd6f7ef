internal import Glibc

/// Checks for paths that only root can change.
enum RootOnlyPath {
  /// Returns whether root owns the file and every folder and link on the way to it, and neither the
  /// group nor others may write any of them.
  static func holds(_ path: String) -> Bool {
    guard path.hasPrefix("/") else { return false }
    var rest = path.split(separator: "/").map(String.init)[...]
    var place: [String] = []
    var links = 0
    guard isRootOnly("/") != nil else { return false }
    while let name = rest.popFirst() {
      if name == "." { continue }
      if name == ".." {
        _ = place.popLast()
        continue
      }
      let current = "/" + (place + [name]).joined(separator: "/")
      guard let isLink = isRootOnly(current) else { return false }
      guard isLink else {
        place.append(name)
        continue
      }
      links += 1
      guard links <= 40, let target = target(of: current) else { return false }
      if target.hasPrefix("/") { place = [] }
      rest = (target.split(separator: "/").map(String.init) + rest)[...]
    }
    return true
  }

  /// Returns whether a path is a link, or `nil` if others than root may change it. The mode bits of
  /// a link mean nothing.
  private static func isRootOnly(_ path: String) -> Bool? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_uid == 0 else { return nil }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    return isLink || status.st_mode & 0o022 == 0 ? isLink : nil
  }

  private static func target(of link: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { max(0, readlink(link, $0, text.count)) } ?? 0
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
