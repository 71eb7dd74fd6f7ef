internal import CIsolation
package import Support
internal import Glibc
internal import PluginCalls

/// Functions of the host that need no catalog.
package enum PluginHost {
  /// Installs handlers that name plugin and block on standard error if this process dies of a
  /// signal inside a plugin, and that turn an `exit` of a plugin into a failure. The program calls
  /// it once; a library does not change the signal handlers of its host.
  package static func reportCrashes() { se_beacon_install() }

  /// The features of the contract that this host offers: "section.output/1".
  package static var features: [String] { HostContract.features }

  /// Returns the absolute path without links; a missing file keeps its name.
  package static func absolutePath(_ path: String) -> String {
    realPath(path) ?? Support.absolutePath(path)
  }

  /// Returns the protections that a worker gets on this system.
  package static func probe(_ isolation: PluginIsolation) throws(WorkerFault) -> Protections {
    let worker = try WorkerProcess(program: isolation.worker)
    try worker.prepare(isolation.setup(readable: WorkerPool.systemFolders), required: [])
    return worker.inForce
  }

  package static func diagnostic(
    of claim: ProviderRegistry.ShadowedClaim, in registry: ProviderRegistry
  ) -> Diagnostic {
    let loser = registry.plugins[claim.loser.plugin]
    let winner = registry.plugins[claim.winner.plugin]
    return Diagnostic(
      .shadowedClaim, .note, "\(claim.key.words) of `\(loser.id)` goes to `\(winner.id)`",
      notes: ["\(winner.path) is found before \(loser.path); the first claim wins"],
      plugin: loser.identity)
  }
}
