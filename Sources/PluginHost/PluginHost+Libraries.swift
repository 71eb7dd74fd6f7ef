internal import Glibc
package import PluginCalls

extension PluginHost {
  /// Loads a library of the program that is not a plugin, for the rest of the process's life, and
  /// returns the address of a function that it exports.
  package static func function(
    _ name: String, ofLibraryAt path: String
  ) throws(PluginRefusal) -> UnsafeMutableRawPointer {
    let handle = try DynamicLoader.load(path)
    guard let symbol = dlsym(handle, name) else { throw .missingSymbol(name) }
    return symbol
  }
}
