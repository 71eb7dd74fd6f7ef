internal import CSectionABI
internal import Glibc
internal import Providers

/// Loads one plugin after the other.
struct PluginLoader {
  /// Folder with the Swift runtime's libraries, where the program is installed with them.
  let runtimeFolder: String?

  /// Minor versions of Swift do not mix in one process.
  static var hostSwiftVersion: String { ELFNote.majorAndMinor("\(_SwiftStdlibVersion.current)") }

  func load(_ file: PluginDiscovery.File) throws(PluginRefusal) -> LoadedPlugin {
    if let refusal = file.refusal { throw refusal }
    let open = try OpenFile(file.path)
    // What is checked is what is loaded: a copy is read once, before the check.
    let copied = file.folder.needsPrivateCopy ? try open.contents() : nil
    let elf = try ELFFile(copied.map { ByteSource($0) } ?? open.source, entry: SE_ENTRY_SYMBOL)
    if let version = elf.swiftVersion, version != Self.hostSwiftVersion {
      throw .otherCompiler(found: shown(version), expected: Self.hostSwiftVersion)
    }
    preloadRuntime(elf.needed)

    var path = file.path
    var neighbours: Set<String> = []
    if let copied {
      try loadNeighbours(of: elf, folder: folder(of: file.path), names: &neighbours)
      path = try PrivateCopy(of: copied, named: file.shownPath).path
    }
    let handle = try DynamicLoader.load(path)
    guard let symbol = dlsym(handle, SE_ENTRY_SYMBOL) else { throw .noEntry }
    // The type is that of section_plugin_entry in section_plugin.h; ELFSymbols saw that it is code.
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<se_plugin>?
    let entry = unsafeBitCast(symbol, to: Entry.self)
    guard let table = entry(HostContract.abi) else { throw .refusedHost }
    var plugin = try PluginTable(table).plugin(
      path: file.shownPath, origin: file.folder.origin)
    plugin.neighbours = neighbours
    return plugin
  }

  /// Loads the libraries of the Swift runtime that a plugin needs, where this process has none yet:
  /// on a machine without a toolchain the loader would not find them.
  private func preloadRuntime(_ needed: [String]) {
    guard let runtimeFolder else { return }
    for name in needed where !name.contains("/") && DynamicLoader.loaded(name) == nil {
      let path = runtimeFolder + "/" + name
      guard access(path, R_OK) == 0 else { continue }
      // A failure shows when the plugin is loaded, with the plugin's name.
      _ = try? DynamicLoader.load(path)
    }
  }
}

extension PluginLoader {
  /// A copy has lost its place, so `$ORIGIN` in its RUNPATH leads nowhere: the libraries that it
  /// would have found beside itself are loaded first, as copies too, and found by their names.
  private func loadNeighbours(
    of elf: ELFFile, folder: String, names: inout Set<String>
  ) throws(PluginRefusal) {
    let folders = elf.runPath.compactMap { Self.expandOrigin($0, to: folder) }
    guard !folders.isEmpty else { return }
    for name in elf.needed where !name.contains("/") {
      // Libraries that need each other in a circle: the first is being loaded already.
      guard let path = folders.map({ $0 + "/" + name }).first(where: { access($0, F_OK) == 0 }),
        names.insert(name).inserted
      else { continue }
      let bytes = try OpenFile(path).contents()
      if let loaded = DynamicLoader.loaded(name) {
        guard Self.isCopy(loaded, of: bytes) || runtimeHas(name) else {
          throw .dependencyConflict(shown(name))
        }
        continue
      }
      let neighbour = try ELFFile(ByteSource(bytes), entry: nil)
      guard neighbour.name == name else { throw .dependencyWithoutName(shown(name)) }
      try loadNeighbours(of: neighbour, folder: self.folder(of: path), names: &names)
      _ = try DynamicLoader.load(PrivateCopy(of: bytes, named: name).path)
    }
  }

  /// `nil` for a folder that does not depend on where the library stands.
  static func expandOrigin(_ entry: String, to folder: String) -> String? {
    for token in ["$ORIGIN", "${ORIGIN}"] where entry.hasPrefix(token) {
      let rest = entry.dropFirst(token.count)
      guard rest.isEmpty || rest.hasPrefix("/") else { continue }
      return folder + rest
    }
    return nil
  }

  private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isCopy(_ handle: UnsafeMutableRawPointer, of bytes: [UInt8]) -> Bool {
    guard let path = SystemCalls.path(ofLibrary: handle), let file = try? OpenFile(path),
      file.size == bytes.count, let loaded = try? file.contents()
    else { return false }
    return loaded == bytes
  }

  /// The runtime is shared by all plugins; one that brings its own copy gets the process's.
  private func runtimeHas(_ name: String) -> Bool {
    name.hasPrefix("libswift") || runtimeFolder.map { access($0 + "/" + name, F_OK) == 0 } == true
  }
}
