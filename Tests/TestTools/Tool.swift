internal import Foundation

/// The programs of the system that tests run.
package enum Tool {
  /// Returns whether a program with this name is on the PATH, or exists at this path.
  package static func isPresent(_ name: String) -> Bool {
    if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
