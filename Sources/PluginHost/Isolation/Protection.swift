internal import CIsolation

/// What keeps a plugin inside its worker; each is asked for when a worker starts, which says what it
/// got.
package struct Protections: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The worker dies with the program.
  package static let parentDeath = Protections(rawValue: SE_PARENT_DEATH)
  /// No program that it starts gets more rights; root's are given up.
  package static let noNewPrivileges = Protections(rawValue: SE_NO_NEW_PRIVILEGES)
  /// Memory, time of the processor, open files; no core dumps.
  package static let resourceLimits = Protections(rawValue: SE_RESOURCE_LIMITS)
  /// No files but the libraries that loading needs, and those for reading.
  package static let landlock = Protections(rawValue: SE_LANDLOCK)
  /// No sockets, processes, signals to others, nor other system calls than computing takes.
  package static let seccomp = Protections(rawValue: SE_SECCOMP)

  package static let all = Protections(rawValue: SE_ALL_PROTECTIONS)

  /// In the order in which `doctor` lists them.
  package static let each: [Protections] = [
    .landlock, .seccomp, .resourceLimits, .noNewPrivileges, .parentDeath,
  ]

  /// "landlock, seccomp".
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
