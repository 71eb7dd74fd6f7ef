internal import PluginCalls

/// Opens system libraries when they are needed: libcurl and libmicrohttpd.
enum SystemLibrary {
  enum Failure: Error, Sendable, Hashable {
    case library(PluginRefusal)
    case noMemory

    /// Returns the reason of the failure and a remedy. `package`: the Debian package of `system`.
    func words(
      for purpose: String, needing system: String, package: String
    ) -> (label: String, help: String) {
      switch self {
      case .library(.missingLibrary(let name)) where name.hasPrefix(system):
        (
          "\(name) is not installed",
          "install \(system): `apt-get install \(package)`, or your system's package of it"
        )
      case .library(let refusal):
        ("the library for \(purpose) \(refusal.reason)", "install \(system) again: `\(package)`")
      case .noMemory:
        ("there is no memory, or no thread, for a client", "close other programs, then try again")
      }
    }
  }

  /// Opens a library by the file name that the dynamic loader searches for.
  /// - Parameter find: Looks up the functions. Returns the name of a missing one, or `nil`.
  static func load(
    _ name: String, _ find: (String) -> UnsafePointer<CChar>?
  ) throws(PluginRefusal) {
    _ = try DynamicLoader.load(name)
    if let missing = find(name) { throw .missingSymbol(String(cString: missing)) }
  }
}
