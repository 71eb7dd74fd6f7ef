internal import CIsolation
internal import Diagnostics

/// Something that a plugin asked the system for, and the protection that refused it. A plugin can make
/// these up, and nothing but a message depends on them.
struct Denial: Hashable {
  var protection: Protections
  /// "open a socket".
  var what: String

  /// Read by the C library and by Swift's runtime when they start, for the bounds of a stack and the
  /// number of processors; both do without. No plugin's doing.
  private static let askedByRuntimes: Set<String> = [
    "/proc/self/maps", "/proc/stat", "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/possible",
  ]

  /// `nil` for what is no plugin's doing.
  init?(_ note: se_denial) {
    protection = Protections(rawValue: note.protection)
    let path = withUnsafeBytes(of: note.path) { bytes in
      String(decoding: bytes.prefix(Int(min(note.path_length, 112))), as: UTF8.self)
    }
    if protection == .landlock {
      guard !Self.askedByRuntimes.contains(path) else { return nil }
      what = "open `\(shown(path, limit: 112))`"
    } else {
      protection = .seccomp
      what = se_call_name(note.call).map { String(cString: $0) } ?? "make system call \(note.call)"
    }
  }

  /// "open a socket: denied by seccomp".
  var words: String { "\(what): denied by \(protection.names.first ?? "the worker")" }
}
