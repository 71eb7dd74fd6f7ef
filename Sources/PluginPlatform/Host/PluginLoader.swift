internal import CSectionABI
internal import Support
internal import Glibc
internal import PluginCalls

/// Loads plugins into this process, one at a time.
struct PluginLoader {
  /// Folder of the Swift runtime's libraries, if they are installed with the program.
  let runtimeFolder: String?
  /// The copies of earlier loads, for a process that loads the search path repeatedly.
  var copies: LoadedCopies?
  /// Where copies get file names; `nil` keeps them in memory.
  var named: NamedCopies?

  /// The process's Swift version; different minor versions cannot be mixed in one process.
  static var hostSwiftVersion: String { ELFNote.majorAndMinor("\(_SwiftStdlibVersion.current)") }

  static func checkCompiler(of elf: ELFFile) throws(PluginRefusal) {
    if let version = elf.swiftVersion, version != hostSwiftVersion {
      throw .otherCompiler(found: shown(version), expected: hostSwiftVersion)
    }
  }

  /// Loads a file of the installation from its own path.
  func load(_ file: Plugin.File) throws(PluginRefusal) -> LoadedPlugin {
    if let refusal = file.refusal { throw refusal }
    // The ELF file borrows the descriptor.
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

  /// Loads copies of the bytes that were read.
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

  /// Returns the path of a copy that never changes: a named file if possible, else a memory file.
  /// - Parameter shown: The name of a memory file, by default that of the library.
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

  /// Returns whether a library belongs to the runtime, which all plugins share; a plugin with its
  /// own copy gets the process's.
  private func runtimeHas(_ name: String) -> Bool {
    name.hasPrefix("libswift") || runtimeFolder.map { access($0 + "/" + name, F_OK) == 0 } == true
  }
}
