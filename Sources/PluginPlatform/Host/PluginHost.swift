internal import CIsolation
package import Support
internal import Glibc
internal import PluginCalls

/// Functions of the plugin host that do not need a catalog.
package enum PluginHost {
  /// Installs signal and exit handlers. If a plugin crashes this process, they print the plugin and
  /// the block to standard error; if a plugin calls `exit`, the process fails. The program calls
  /// this once; a library must not change the signal handlers of its process.
  package static func reportCrashes() { se_beacon_install() }

  /// The contract and the extensions that this host offers, such as "section.output/1".
  package static var features: [String] { HostContract.features }

  /// Returns the absolute path with links resolved; for a missing file, without resolving links.
  package static func absolutePath(_ path: String) -> String {
    realPath(path) ?? Support.absolutePath(path)
  }

  /// Starts a worker and returns the protections that it gets on this system.
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
    if claim.loser.plugin == claim.winner.plugin {
      return Diagnostic(
        .shadowedClaim, .warning, "`\(loser.id)` claims \(claim.key.words) twice",
        notes: ["\(loser.path): the first claim wins"], helps: ["remove the other claim"],
        plugin: loser.identity)
    }
    return Diagnostic(
      .shadowedClaim, .note, "\(claim.key.words) of `\(loser.id)` goes to `\(winner.id)`",
      notes: ["\(winner.path) is found before \(loser.path); the first claim wins"],
      plugin: loser.identity)
  }
}
