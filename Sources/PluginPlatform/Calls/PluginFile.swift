internal import CSectionABI
internal import Glibc

/// Loads a shared library as a plugin and reads its table.
package enum PluginFile {
  /// - Parameters:
  ///   - path: The path of a file that passed the ELF checks and does not change.
  ///   - isKnown: Whether an earlier run loaded the file in its current state.
  package static func load(
    _ path: String, isKnown: Bool = false
  ) throws(PluginRefusal) -> LoadedTable {
    let handle = try DynamicLoader.load(path, isKnown: isKnown)
    guard let symbol = dlsym(handle, SE_ENTRY_SYMBOL) else { throw .noEntry }
    // `Entry` is the type of section_plugin_entry; the ELF check verified that the symbol is code.
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<se_plugin>?
    let entry = unsafeBitCast(symbol, to: Entry.self)
    guard let table = entry(HostContract.abi) else { throw .refusedHost }
    return try PluginTable(table).contents()
  }

  /// Loads the Swift standard library of the installation, which every bundled plugin needs. The
  /// loader knows a library that is loaded by its path, so further calls read no file.
  package static func preloadSwift(from folder: String?) {
    guard let folder else { return }
    // Ignores a failure: loading the plugin then fails, which is reported with the plugin's name.
    _ = try? DynamicLoader.load(folder + "/libswiftCore.so", isKnown: true)
  }

  /// Loads the needed libraries that are in the Swift runtime's folder, because the loader itself
  /// finds them only on systems with a Swift toolchain.
  package static func preloadRuntime(_ needed: [String], from folder: String?) {
    guard let folder else { return }
    for name in needed where !name.contains("/") && DynamicLoader.loaded(name) == nil {
      let path = folder + "/" + name
      guard access(path, R_OK) == 0 else { continue }
      // Ignores a failure: loading the plugin then fails, which is reported with the plugin's name.
      _ = try? DynamicLoader.load(path)
    }
  }
}
