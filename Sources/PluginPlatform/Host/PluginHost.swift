internal import CIsolation
package import Support
internal import Glibc
package import PluginCalls

/// Functions of the host that need no catalog.
package enum PluginHost {
  /// Loads a library of the program that is not a plugin, for the rest of the process's life, and
  /// returns the address of a function that it exports.
  package static func function(
    _ name: String, ofLibraryAt path: String
  ) throws(PluginRefusal) -> UnsafeMutableRawPointer {
    let handle = try DynamicLoader.load(path)
    guard let symbol = dlsym(handle, name) else { throw .missingSymbol(name) }
    return symbol
  }

  /// Installs handlers that name plugin and block on standard error if this process dies of a
  /// signal inside a plugin, and that turn an `exit` of a plugin into a failure. The program calls
  /// it once; a library does not change the signal handlers of its host.
  package static func reportCrashes() { se_beacon_install() }

  /// Returns the absolute path without links; for a missing file, its name below the current
  /// folder.
  package static func absolutePath(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  /// Returns the protections that a worker gets on this system.
  package static func probe(_ isolation: PluginIsolation) -> WorkerProbe {
    do throws(WorkerProcess.Failure) {
      return WorkerProbe(inForce: try WorkerPool.probe(isolation), failure: nil)
    } catch {
      return WorkerProbe(inForce: [], failure: error.words)
    }
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

/// The result of starting a worker without a plugin.
package struct WorkerProbe: Sendable {
  package let inForce: Protections
  /// Why no worker started.
  package let failure: String?
  package var missing: Protections { .all.subtracting(inForce) }
}

extension DigestFolder {
  /// Returns the digests that were recorded for a path, whatever the file contains now.
  package func digests(ofFileAt path: String) -> Set<FileDigest> {
    digests().filter { lines(of: $0)?.contains("file \(path)") == true }
  }
}

extension ProviderRegistry.Key {
  /// Returns a description such as "block code `TICKER`".
  package var words: String {
    switch self {
    case .blockCode(let code): "block code `\(shown(code))`"
    case .showType(let type): "showType `\(shown(type))`"
    case .wildcard: "the wildcard `*`"
    case .renderer(let name): "format `\(shown(name))`"
    }
  }
}
