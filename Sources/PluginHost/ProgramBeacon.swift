internal import CIsolation

/// The program's word about a plugin that takes it down.
package enum ProgramBeacon {
  /// Names plugin and block on standard error when this process dies of a signal inside a plugin, and
  /// makes an `exit` of a plugin a failure. Once, by the program; a library does not change the signal
  /// handlers of its host.
  package static func install() { se_beacon_install() }
}
