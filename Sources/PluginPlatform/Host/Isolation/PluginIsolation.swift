internal import CIsolation
internal import Glibc
internal import PluginCalls

/// Settings for running plugins from outside the installation in workers.
package struct PluginIsolation: Sendable {
  /// The path of the program `section-worker`.
  package var worker: String
  /// Plugins outside the installation that run in this process because the user trusts them.
  package var trusted = TrustedPlugins()
  /// The paths of trusted plugin files from the option `--trust`.
  package var trustedFiles: [String] = []
  /// The folder of quarantine records; `nil` quarantines plugins for this process only.
  package var quarantine: DigestFolder?
  /// Whether a plugin that crashed runs again for the next page and is not quarantined.
  package var forgives = false
  /// Whether plugins run even if a protection is missing.
  package var allowsUnconfined = false
  /// The processor time limit of a section, in seconds; the wall-clock limit is ten times as long.
  package var sectionTime = 2.0
  /// The processor time limit of writing a page, in seconds; wall-clock limit: ten times as long.
  package var pageTime = 30.0
  /// The processor time limit of all workers that draw the sections of one page, in seconds, without
  /// 0.02 seconds for each section; 0 for no limit.
  package var drawingTime = 60.0
  /// Shows the progress of a page that takes long, about once a second, and `nil` at the end.
  package var showProgress: (@Sendable (PageProgress?) -> Void)?
  /// The processor time limit of loading a plugin, in seconds; wall-clock limit: ten times as long.
  package var loadTime = 1.0
  /// The wall-clock limit of loading all plugins of a search path or a page, in seconds.
  package var examinationTime = 20.0
  /// The maximum number of workers that are busy at the same time, at least 1.
  package var workers = 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// The maximum number of idle workers kept for later pages. Each may use `memory` bytes.
  package var idleWorkers = 16
  /// The limit of data memory of a worker, in bytes.
  package var memory: UInt64 = 512 << 20
  /// The size limit of the plugins' results for a page, in bytes. Sections beyond it are lost.
  package var pageBytes = BorderLimits.pageBytes
  /// The diagnostics of folders that are ignored because other users can write to them.
  package var ignoredFolders: [Diagnostic] = []
  /// Protections that workers do not request, as if the system lacked them.
  package var withheld: Protections = []

  package init(worker: String) { self.worker = worker }

  /// The protections without which a worker runs no plugin.
  var required: Protections { allowsUnconfined ? [] : .all }

  func setup(readable: [String], runtimeFolder: String? = nil) -> WorkerSetup {
    WorkerSetup(
      protections: Protections.all.subtracting(withheld).rawValue, memoryLimit: memory,
      timeLimit: max(600, UInt64(sectionTime)), readable: readable, runtimeFolder: runtimeFolder)
  }
}

extension PluginIsolation {
  /// Returns a warning for each file of `--trust` if neither it nor a copy is in the search path.
  func unusedTrust(among files: [Plugin.File]) -> [Diagnostic] {
    func digest(_ path: String) -> FileDigest? {
      (try? OpenFile(path).contents()).map { FileDigest(of: $0) }
    }
    guard !trustedFiles.isEmpty else { return [] }
    let places = Set(files.map { realPath($0.path) })
    return trustedFiles.filter { file in
      !places.contains(realPath(file))
        && !files.contains { $0.isCopied && digest($0.path) == digest(file) }
    }.map { file in
      Diagnostic(
        .trustEnded, .warning, "no folder with plugins has the trusted `\(shown(file))`",
        notes: ["it draws nothing"],
        helps: [
          "name its folder, too: `--plugins \(shellWord(file.contains("/") ? file.parentFolder : "."))`"
        ])
    }
  }
}

/// A set of protections of a worker. The worker requests them, and reports those that are active.
package struct Protections: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The system kills the worker when the program ends.
  package static let parentDeath = Protections(rawValue: SE_PARENT_DEATH)
  /// The worker has no privileges of root, and programs that it starts cannot gain any.
  package static let noNewPrivileges = Protections(rawValue: SE_NO_NEW_PRIVILEGES)
  /// The worker has limits of memory, processor time and open files, and dumps no core.
  package static let resourceLimits = Protections(rawValue: SE_RESOURCE_LIMITS)
  /// The worker can open files only for reading, and only in the folders of libraries.
  package static let landlock = Protections(rawValue: SE_LANDLOCK)
  /// The worker can make only system calls for computing. It cannot open sockets, start processes,
  /// or send signals to other processes.
  package static let seccomp = Protections(rawValue: SE_SECCOMP)

  package static let all = Protections(rawValue: SE_ALL_PROTECTIONS)

  /// All protections, in the order in which `doctor` lists them.
  package static let each: [Protections] = [
    .landlock, .seccomp, .resourceLimits, .noNewPrivileges, .parentDeath,
  ]

  /// The names of the protections in the set, such as "landlock" and "seccomp".
  package var names: [String] {
    let all = ["landlock", "seccomp", "resource limits", "no-new-privs", "parent-death signal"]
    return zip(Self.each, all).filter { contains($0.0) }.map(\.1)
  }
}

/// A denied system call of a plugin. Used only in messages, because the plugin can forge it.
package struct Denial: Sendable, Hashable {
  var protection: Protections
  var what: String
  /// The path, truncated, of the file that the plugin tried to open; `nil` if the call opens none.
  var path: String?

  /// The maximum length of a recorded path, in bytes.
  static let longestPath = 112

  /// Paths that the C library and Swift's runtime try to read when they start.
  private static let askedByRuntimes: Set<String> = [
    "/proc/self/maps", "/proc/stat", "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/possible",
  ]

  /// Reads a record; `nil` if the C library or Swift's runtime made the call, not the plugin.
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
