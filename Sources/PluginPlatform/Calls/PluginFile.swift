internal import CSectionABI
internal import Glibc

/// Loads a library as a plugin and reads its table.
package enum PluginFile {
  /// - Parameter path: The path of a checked file that does not change.
  package static func load(_ path: String) throws(PluginRefusal) -> LoadedTable {
    let handle = try DynamicLoader.load(path)
    guard let symbol = dlsym(handle, SE_ENTRY_SYMBOL) else { throw .noEntry }
    // The type is that of section_plugin_entry; the ELF check verified that it is code.
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<se_plugin>?
    let entry = unsafeBitCast(symbol, to: Entry.self)
    guard let table = entry(HostContract.abi) else { throw .refusedHost }
    return try PluginTable(table).contents()
  }

  /// Loads Swift libraries that a plugin needs; without a toolchain, the loader finds none.
  package static func preloadRuntime(_ needed: [String], from folder: String?) {
    guard let folder else { return }
    for name in needed where !name.contains("/") && DynamicLoader.loaded(name) == nil {
      let path = folder + "/" + name
      guard access(path, R_OK) == 0 else { continue }
      // A failure is reported when the plugin is loaded, with the plugin's name.
      _ = try? DynamicLoader.load(path)
    }
  }
}
