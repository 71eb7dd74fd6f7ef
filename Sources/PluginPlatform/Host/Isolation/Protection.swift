internal import CIsolation

/// The protections that confine a plugin to its worker. A worker requests them when it starts, and
/// reports which ones it got.
package struct Protections: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The worker ends with the program.
  package static let parentDeath = Protections(rawValue: SE_PARENT_DEATH)
  /// No program that it starts gets more privileges; those of root are given up.
  package static let noNewPrivileges = Protections(rawValue: SE_NO_NEW_PRIVILEGES)
  /// Limits of memory, processor time and open files; no core dumps.
  package static let resourceLimits = Protections(rawValue: SE_RESOURCE_LIMITS)
  /// No files except reading the libraries that loading needs.
  package static let landlock = Protections(rawValue: SE_LANDLOCK)
  /// No sockets, processes, signals to other processes, nor system calls that computing does not
  /// need.
  package static let seccomp = Protections(rawValue: SE_SECCOMP)

  package static let all = Protections(rawValue: SE_ALL_PROTECTIONS)

  /// All protections, in the order in which `doctor` lists them.
  package static let each: [Protections] = [
    .landlock, .seccomp, .resourceLimits, .noNewPrivileges, .parentDeath,
  ]

  /// The names, such as "landlock" and "seccomp".
  package var names: [String] { Self.each.filter { contains($0) }.map(\.name) }

  private var name: String {
    switch self {
    case .parentDeath: "parent-death signal"
    case .noNewPrivileges: "no-new-privs"
    case .resourceLimits: "resource limits"
    case .landlock: "landlock"
    case .seccomp: "seccomp"
    default: "none"
    }
  }
}
