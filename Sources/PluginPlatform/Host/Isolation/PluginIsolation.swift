internal import Glibc
internal import PluginCalls

/// Settings for running plugins from outside the installation.
package struct PluginIsolation: Sendable {
  /// Path of the worker program.
  package var worker: String
  /// Plugins outside the installation that run in this process because the user trusts them.
  package var trusted = TrustedPlugins()
  /// Where quarantined plugins are recorded; `nil` records them for this process only.
  package var quarantine: DigestFolder?
  /// Whether a plugin that crashes loses sections of the current page only and is not recorded, so
  /// that a page does not depend on the pages before it.
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
}
