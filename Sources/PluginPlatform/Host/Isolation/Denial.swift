internal import CIsolation
internal import Support

/// A system call that a plugin tried, and the protection that denied it. A plugin can forge
/// denials, so only messages depend on them.
package struct Denial: Sendable, Hashable {
  var protection: Protections
  /// The action, such as "open a socket".
  var what: String
  /// The start of the path of the file, if a file was opened.
  var path: String?

  /// The number of bytes that are recorded of a path.
  static let longestPath = 112

  /// Paths that the C library and Swift's runtime read when they start, for stack bounds and the
  /// number of processors; both work without them. The plugin did not cause these.
  private static let askedByRuntimes: Set<String> = [
    "/proc/self/maps", "/proc/stat", "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/possible",
  ]

  /// Returns `nil` for a call that the plugin did not cause.
  init?(_ note: se_denial) {
    protection = Protections(rawValue: note.protection)
    let path = withUnsafeBytes(of: note.path) { bytes in
      String(decoding: bytes.prefix(Int(min(note.path_length, 112))), as: UTF8.self)
    }
    if protection == .landlock {
      guard !Self.askedByRuntimes.contains(path) else { return nil }
      self.path = path
      what = "open `\(shown(path, limit: 112))`"
    } else {
      protection = .seccomp
      what = se_call_name(note.call).map { String(cString: $0) } ?? "make system call \(note.call)"
    }
  }

  /// A text such as "open a socket: denied by seccomp".
  package var words: String { "\(what): denied by \(protection.names.first ?? "the worker")" }
}
