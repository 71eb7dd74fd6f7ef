internal import CSectionABI
internal import Diagnostics
internal import Glibc
internal import PluginCalls
internal import Providers

/// Loads plugins into this process, one after the other.
struct PluginLoader {
  /// Folder with the Swift runtime's libraries, where the program is installed with them.
  let runtimeFolder: String?
  /// For one who loads more than once.
  var copies: LoadedCopies?
  /// Where copies have names; `nil`: they are in memory.
  var named: NamedCopies?

  /// Minor versions of Swift do not mix in one process.
  static var hostSwiftVersion: String { ELFNote.majorAndMinor("\(_SwiftStdlibVersion.current)") }

  static func checkCompiler(of elf: ELFFile) throws(PluginRefusal) {
    if let version = elf.swiftVersion, version != hostSwiftVersion {
      throw .otherCompiler(found: shown(version), expected: hostSwiftVersion)
    }
  }

  /// Loads a file of the installation in its place.
  func load(_ file: PluginDiscovery.File) throws(PluginRefusal) -> LoadedPlugin {
    if let refusal = file.refusal { throw refusal }
    // Its source borrows the descriptor.
    let open = try OpenFile(file.path)
    defer { withExtendedLifetime(open) {} }
    switch copies?.place(of: file, open.identity) {
    case .loaded(let plugin): return plugin
    case .replaced: return try load(try PluginImage(file))
    case .free, nil: break
    }
    let elf = try ELFFile(open.source, entry: SE_ENTRY_SYMBOL)
    try Self.checkCompiler(of: elf)
    PluginFile.preloadRuntime(elf.needed, from: runtimeFolder)
    let plugin = LoadedPlugin(try PluginFile.load(file.path), of: file)
    copies?.remember(plugin, inPlaceOf: file)
    return plugin
  }

  /// Loads copies of what was read.
  func load(_ image: PluginImage) throws(PluginRefusal) -> LoadedPlugin {
    if let plugin = copies?.plugin(image) { return plugin }
    PluginFile.preloadRuntime(image.main.needed, from: runtimeFolder)
    for neighbour in image.neighbours {
      if let loaded = DynamicLoader.loaded(neighbour.name) {
        guard Self.isCopy(loaded, of: neighbour.bytes) || runtimeHas(neighbour.name) else {
          throw .dependencyConflict(shown(neighbour.name))
        }
        continue
      }
      guard neighbour.ownName == neighbour.name else {
        throw .dependencyWithoutName(shown(neighbour.name))
      }
      _ = try DynamicLoader.load(
        try path(ofCopy: neighbour.bytes, neighbour.digest, named: neighbour.name))
    }
    let (name, main) = (image.file.shownPath, image.main)
    let copy = try path(ofCopy: main.bytes, main.digest, named: main.name, shown: name)
    let plugin = LoadedPlugin(try PluginFile.load(copy), of: image.file)
    copies?.remember(plugin, image)
    return plugin
  }

  /// The path of a copy that nothing changes any more: one with a name where there can be one, else in memory.
  /// - Parameter shown: the name of a copy in memory, by default that of the library.
  func path(
    ofCopy bytes: [UInt8], _ digest: FileDigest, named name: String, shown label: String? = nil
  ) throws(PluginRefusal) -> String {
    if let path = named?.path(ofCopy: bytes, digest, named: name) { return path }
    return try PrivateCopy(of: bytes, named: label ?? name).pathForEver()
  }

  static func isCopy(_ handle: UnsafeMutableRawPointer, of bytes: [UInt8]) -> Bool {
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

/// A plugin that is in the process, or whose transcripts a worker writes.
struct LoadedPlugin: Sendable {
  let descriptor: PluginDescriptor
  let table: LoadedTable
  /// UTF-8 of the descriptor's identity, which the blame beacon borrows.
  let identityBytes: [UInt8]

  init(_ table: LoadedTable, path: String, origin: PluginDescriptor.Origin) {
    self.table = table
    identityBytes = Array("\(table.id)@\(table.version)".utf8)
    descriptor = PluginDescriptor(
      id: table.id, version: table.version, path: path, origin: origin,
      providers: table.claims.map { .init(blockCodes: $0.blockCodes, showTypes: $0.showTypes) },
      renderers: table.rendererNames)
  }

  init(_ table: LoadedTable, of file: PluginDiscovery.File) {
    self.init(table, path: file.shownPath, origin: file.folder.origin)
  }
}
