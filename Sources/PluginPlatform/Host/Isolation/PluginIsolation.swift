internal import CIsolation
internal import Glibc
internal import PluginCalls

/// Settings for running plugins from outside the installation.
package struct PluginIsolation: Sendable {
  package var worker: String
  /// Plugins outside the installation that run in this process because the user trusts them.
  package var trusted = TrustedPlugins()
  /// The files of these plugins that an option names.
  package var trustedFiles: [String] = []
  /// Where quarantined plugins are recorded; `nil` records them for this process only.
  package var quarantine: DigestFolder?
  /// Whether a crash loses sections of the current page only and is not recorded.
  package var forgives = false
  /// Whether plugins run even if a protection is missing.
  package var allowsUnconfined = false
  /// Seconds of processor time per section; the wall-clock limit is ten times as long.
  package var sectionTime = 2.0
  /// The limit of a page written by a renderer; like `sectionTime`.
  package var pageTime = 30.0
  /// The limit of loading a plugin; like `sectionTime`.
  package var loadTime = 1.0
  /// Seconds of wall-clock time to load all plugins that a search path has or a page needs.
  package var examinationTime = 20.0
  /// Number of workers that run at the same time, at least 1.
  package var workers = 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// Number of idle workers kept for later pages; each may hold `memory`.
  package var idleWorkers = 16
  /// Bytes of data memory per worker.
  package var memory: UInt64 = 512 << 20
  /// Bytes of the plugins' results for all sections of a page; further sections are lost.
  package var pageBytes = BorderLimits.pageBytes
  /// Protections that are treated as missing from the system.
  package var withheld: Protections = []

  package init(worker: String) { self.worker = worker }

  /// The protections without which no plugin runs.
  var required: Protections { allowsUnconfined ? [] : .all }

  func setup(readable: [String], runtimeFolder: String? = nil) -> WorkerSetup {
    WorkerSetup(
      protections: Protections.all.subtracting(withheld).rawValue, memoryLimit: memory,
      timeLimit: max(600, UInt64(sectionTime)), readable: readable, runtimeFolder: runtimeFolder)
  }
}

/// The protections of a worker, which requests them and reports which ones it got.
package struct Protections: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The worker ends with the program.
  package static let parentDeath = Protections(rawValue: SE_PARENT_DEATH)
  /// The worker gives up the privileges of root, and no program that it starts can gain any.
  package static let noNewPrivileges = Protections(rawValue: SE_NO_NEW_PRIVILEGES)
  /// Limits of memory, processor time and open files; no core dumps.
  package static let resourceLimits = Protections(rawValue: SE_RESOURCE_LIMITS)
  /// The worker can open no file, except to read the libraries that loading needs.
  package static let landlock = Protections(rawValue: SE_LANDLOCK)
  /// The worker can make only system calls for computing: no sockets, processes, signals to others.
  package static let seccomp = Protections(rawValue: SE_SECCOMP)

  package static let all = Protections(rawValue: SE_ALL_PROTECTIONS)

  /// All protections, in the order in which `doctor` lists them.
  package static let each: [Protections] = [
    .landlock, .seccomp, .resourceLimits, .noNewPrivileges, .parentDeath,
  ]

  /// The names, such as "landlock" and "seccomp".
  package var names: [String] {
    let all = ["landlock", "seccomp", "resource limits", "no-new-privs", "parent-death signal"]
    return zip(Self.each, all).filter { contains($0.0) }.map(\.1)
  }
}

/// A denied system call of a plugin, which can forge it: only messages depend on it.
package struct Denial: Sendable, Hashable {
  var protection: Protections
  var what: String
  /// The start of the path of the file, if a file was opened.
  var path: String?

  /// The number of bytes that are recorded of a path.
  static let longestPath = 112

  /// Paths that the C library and Swift's runtime try to read when they start.
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

  package var words: String { "\(what): denied by \(protection.names.first ?? "the worker")" }
}
