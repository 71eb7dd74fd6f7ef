internal import Glibc
internal import PluginCalls
internal import Providers

extension PluginHost {
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
