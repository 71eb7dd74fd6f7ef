internal import Glibc
internal import PluginCalls
internal import Providers

extension PluginHost {
  /// The path from the root, without links; of a file that is gone, its name below the current folder.
  package static func absolutePath(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  /// The protections that a worker gets on this system.
  package static func probe(_ isolation: PluginIsolation) -> WorkerProbe {
    do throws(WorkerProcess.Failure) {
      return WorkerProbe(inForce: try WorkerPool.probe(isolation), failure: nil)
    } catch {
      return WorkerProbe(inForce: [], failure: error.words)
    }
  }
}

/// What a worker says when it is asked for nothing but itself.
package struct WorkerProbe: Sendable {
  package let inForce: Protections
  /// Why there was no worker to ask.
  package let failure: String?
  package var missing: Protections { .all.subtracting(inForce) }
}

extension DigestFolder {
  /// Digests that were remembered for a file at a path, whatever it contains now.
  package func digests(ofFileAt path: String) -> Set<FileDigest> {
    digests().filter { lines(of: $0)?.contains("file \(path)") == true }
  }
}
