import Glibc

/// The files of the checkout, from which seeds and words are read without copying them.
package struct Repository: Sendable {
  private let path: String
  package init(path: String) { self.path = path }

  /// Returns the bytes of a file, or none if it cannot be read.
  package func bytes(_ name: String) -> [UInt8] {
    guard let file = fopen("\(path)/\(name)", "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Returns the names of a folder's files with the folder's path, sorted.
  package func files(in folder: String, suffix: String = "") -> [String] {
    guard let stream = opendir("\(path)/\(folder)") else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), name.hasSuffix(suffix) { names.append("\(folder)/\(name)") }
    }
    return names.sorted()
  }
}
