internal import PluginCalls
internal import PluginHost

/// The libraries that are loaded when they are needed: libcurl, and the HTTP server of the program.
enum ProgramLibrary {
  enum Failure: Error, Sendable, Hashable {
    case library(PluginRefusal)
    /// The library is of another version than this program.
    case otherContract
    case noMemory

    /// Returns the reason and an action; `system` is the needed library, in Debian's `package`.
    func words(
      for purpose: String, needing system: String, package: String
    ) -> (label: String, help: String) {
      let help = "install the program again, and move its folder as a whole"
      switch self {
      case .library(.missingLibrary(let name)) where name.hasPrefix(system):
        return (
          "\(name) is not installed",
          "install \(system): `apt-get install \(package)`, or your system's package of it"
        )
      case .library(let refusal):
        return ("the program's library for \(purpose) \(refusal.reason)", help)
      case .otherContract:
        return ("the program's library for \(purpose) is of another version", help)
      case .noMemory: return ("there is no memory, or no thread, for a client", help)
      }
    }
  }

  /// Loads a library and returns its functions for a version of its contract.
  static func table<Table>(
    _ entry: String, ofLibraryAt path: String, version: UInt32
  ) throws(Failure) -> UnsafePointer<Table> {
    let function: UnsafeMutableRawPointer
    do throws(PluginRefusal) { function = try PluginHost.function(entry, ofLibraryAt: path) } catch
    {
      throw .library(error)
    }
    // The type of the entry function in preview_server.h.
    typealias Entry = @convention(c) (UInt32) -> UnsafeRawPointer?
    guard let table = unsafeBitCast(function, to: Entry.self)(version) else {
      throw .otherContract
    }
    return table.assumingMemoryBound(to: Table.self)
  }
}
