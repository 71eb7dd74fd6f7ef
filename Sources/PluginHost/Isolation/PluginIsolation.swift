internal import Glibc
internal import PluginCalls

/// How plugins from outside the installation are run.
package struct PluginIsolation: Sendable {
  /// The worker's program.
  package var worker: String
  /// Plugins that run in this process though they do not belong to the installation.
  package var trusted = TrustedPlugins()
  /// Where plugins that broke are remembered; `nil`: for this process only.
  package var quarantine: DigestFolder?
  /// A plugin that breaks loses sections of that page only, and is remembered nowhere: what is drawn of a
  /// page does not depend on the pages before it.
  package var forgives = false
  /// Run plugins even where a protection is missing.
  package var allowsUnconfined = false
  /// Seconds of processor time that a section may take; ten times as many of the clock.
  package var sectionTime = 2.0
  /// As `sectionTime`, that a renderer may take for a page.
  package var pageTime = 30.0
  /// As `sectionTime`, that loading a plugin may take.
  package var loadTime = 1.0
  /// Seconds of the clock that loading all plugins that a search path has, or a page needs, may take.
  package var examinationTime = 20.0
  /// Workers that are at work at a time, at least 1.
  package var workers = 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// Workers without work that stay for later pages; each may hold `memory`.
  package var idleWorkers = 16
  /// Bytes of data that a worker may have.
  package var memory: UInt64 = 512 << 20
  /// Bytes of what the plugins say of all sections of a page; beyond it, sections are lost.
  package var pageBytes = BorderLimits.pageBytes
  /// Protections that are treated as if the system had none.
  package var withheld: Protections = []

  package init(worker: String) { self.worker = worker }
}
