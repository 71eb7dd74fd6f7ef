internal import Glibc

/// Returns the message of a system error, by default the last one; in English, because the locale is
/// never set.
package func systemReason(_ number: Int32? = nil) -> String {
  let number = number ?? errno
  return strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

/// Returns the names in a folder in bytewise order, or `nil` if it cannot be read.
package func entries(of folder: String) -> [String]? {
  guard let stream = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name)
  else { return nil }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    // The record is only as long as its name, so the name is read in place.
    let start = UnsafeRawPointer(entry) + offset
    let name = String(cString: start.assumingMemoryBound(to: CChar.self))
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
