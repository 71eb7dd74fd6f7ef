internal import CIsolation

/// The program's report about a plugin that crashes it.
package enum ProgramBeacon {
  /// Installs handlers that name plugin and block on standard error if this process dies of a
  /// signal inside a plugin, and that turn an `exit` of a plugin into a failure. The program calls
  /// it once; a library does not change the signal handlers of its host.
  package static func install() { se_beacon_install() }
}
